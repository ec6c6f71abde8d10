#include "weight_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "base/natural_order.h"
#include "base/utf8.h"
#include "model/module_graph.h"

namespace netloupe::keras {

Result<WeightFile> WeightFile::open(Model& model, const hdf5::Place& place) {
    const auto bytes = slice(model.files[place.file.index()].bytes(), place.offset, place.length);
    if (!bytes)
        return fail(ErrorCode::kCorrupt, "The weights reach beyond the end of the file.", place.offset);
    auto file = hdf5::File::open(*bytes);
    if (!file) return std::unexpected(file.error());
    auto root = file->object(file->root());
    if (!root) return std::unexpected(root.error());
    WeightFile weights(model, place, std::move(*file), std::move(*root));
    weights.damage(weights.root_.damages);
    return weights;
}

std::shared_ptr<const hdf5::Object> WeightFile::find(const hdf5::Object& group, std::string_view path) {
    std::shared_ptr<const hdf5::Object> found;
    const hdf5::Object* parent = &group;
    while (true) {
        const size_t end = path.find('/');
        const hdf5::Link* link = parent->link(path.substr(0, end));
        if (link == nullptr || link->kind != hdf5::Link::Kind::kHard) return nullptr;
        auto& known = found_[link->object];
        if (known == nullptr) {
            auto object = file_.object(link->object);
            if (!object) damage(object.error());
            if (!object) return nullptr;
            damage(object->damages);
            known = std::make_shared<const hdf5::Object>(std::move(*object));
        }
        if (end == std::string_view::npos) return known;
        parent = known.get();
        path.remove_prefix(end + 1);
    }
}

ConstantId WeightFile::constant(const hdf5::Object& dataset, std::string_view name) {
    const auto [found, added] = constants_.try_emplace(dataset.address);
    if (!added) return found->second;
    // NumPy has no bfloat16: Keras writes its bits, and says so beside them.
    std::optional<DataType> dtype;
    if (file_.text(dataset, "dtype") == "bfloat16" && dataset.dataset->type.bytes == 2)
        dtype = DataType::kBFloat16;
    std::optional<Error> why;
    found->second = hdf5::add_constant(*model_, place_, dataset, name, dtype, why);
    if (why) {
        why->message = fmt::format("The tensor \"{}\" cannot be read. {}", to_utf8(name), why->message);
        damage(*why);
    }
    return found->second;
}

std::vector<std::string> WeightFile::texts(const hdf5::Object& object, const std::string& name) const {
    if (const auto* whole = object.attribute(name); whole != nullptr) return file_.texts(*whole);
    std::vector<std::string> all;
    for (size_t part = 0;; ++part) {
        const auto* attribute = object.attribute(name + std::to_string(part));
        if (attribute == nullptr) return all;
        const auto texts = file_.texts(*attribute);
        all.insert(all.end(), texts.begin(), texts.end());
    }
}

void WeightFile::damage(Error error) {
    if (model_->damages.size() >= limits::kDamages) return;
    model_->damages.push_back({std::move(error), GraphId(0U), {}, {}});
}

void WeightFile::damage(const std::vector<Error>& errors) {
    for (const Error& error : errors) damage(error);
}

namespace {

struct Found {
    std::string path;
    hdf5::Object object;
};

/// What an optimizer keeps is no part of the model.
bool is_of_optimizer(std::string_view path) {
    return path.starts_with("optimizer_weights/") || path.starts_with("optimizer/vars/");
}

/// "layers/dense" and "0" of "layers/dense/vars/0".
std::pair<std::string, std::string> parts_of(std::string_view path) {
    const size_t end = path.rfind('/');
    if (end == std::string_view::npos) return {"", std::string(path)};
    std::string_view module = path.substr(0, end);
    constexpr std::string_view kVariables = "/vars";
    if (module.ends_with(kVariables)) module.remove_suffix(kVariables.size());
    return {std::string(module), std::string(path.substr(end + 1))};
}

}  // namespace

Result<void> add_weight_tree(Model& model, WeightFile& weights) {
    std::vector<Found> found;
    std::vector<Error> damages;
    const auto walked = weights.file().for_each_dataset(
        weights.root(), damages, [&](const std::string& path, const hdf5::Object& object) {
            if (!is_of_optimizer(path)) found.push_back({path, object});
        });
    weights.damage(damages);
    if (!walked) return walked;
    std::ranges::stable_sort(found, natural_less, &Found::path);
    ModuleGraph modules(model, '/');
    for (const Found& one : found) {
        const auto [module, parameter] = parts_of(one.path);
        const ConstantId constant = weights.constant(one.object, one.path);
        modules.add(modules.module(module, "Module", {}), parameter, one.path, constant, {});
    }
    modules.finish();
    return {};
}

}  // namespace netloupe::keras
