#include "containers/external_files.h"

#include <utility>

#include "base/contained_path.h"

namespace netloupe {

ExternalFiles::File& ExternalFiles::file(Model& model, StringId location) {
    const auto [known, is_new] = by_location_.try_emplace(location.value, files_.size());
    if (!is_new) return files_[known->second];
    File& file = files_.emplace_back();
    file.location = location;
    auto path = resolve_beside(model.files[0].path, model.text(location));
    if (!path) {
        file.error = path.error();
        return file;
    }
    auto mapped = MappedFile::open(*path);
    if (!mapped) {
        file.error = mapped.error();
        return file;
    }
    file.file = FileId(model.files.size());
    model.files.push_back({*path, std::move(*mapped)});
    return file;
}

void ExternalFiles::place(Model& model, const Place& place, std::optional<uint64_t> needed,
                          Constant& constant) {
    File& file = this->file(model, place.location);
    constant.location = place.location;
    constant.file = file.file;
    constant.offset = place.offset;
    constant.length = place.length.value_or(needed.value_or(0));
    bool missing = file.error.has_value();
    if (!missing) {
        const uint64_t size = model.files[file.file.index()].bytes().size();
        const uint64_t left = place.offset > size ? 0 : size - place.offset;
        if (!place.length && !needed) constant.length = left;
        missing = place.offset > size || constant.length > left;
        if (missing && !file.too_short) {
            file.too_short =
                Error{ErrorCode::kCorrupt, "it has " + std::to_string(size) + " bytes, but " +
                                               std::to_string(constant.length) + " bytes at offset " +
                                               std::to_string(place.offset) + " are asked for"};
        }
    }
    if (!missing) return;
    constant.state = ConstantState::kMissing;
    if (file.missing++ == 0) file.first_tensor = constant.name;
}

/// Where the first tensor stands that lacks its values; the main graph when it is an attribute's.
Damage ExternalFiles::first_user(const Model& model, const File& file) {
    Damage damage;
    damage.graph = GraphId(0U);
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const auto& tensors = model.graphs[g].tensors;
        for (size_t t = 0; t < tensors.size(); ++t) {
            if (!tensors[t].constant.valid()) continue;
            const Constant& constant = model.constant(tensors[t].constant);
            if (constant.state != ConstantState::kMissing || constant.location != file.location) continue;
            damage.graph = GraphId(g);
            damage.tensor = TensorId(t);
            return damage;
        }
    }
    return damage;
}

void ExternalFiles::report(Model& model) const {
    for (const File& file : files_) {
        if (file.missing == 0) continue;
        std::string tensors = "\"" + std::string(model.text(file.first_tensor)) + "\"";
        if (file.missing > 1) tensors += " and " + std::to_string(file.missing - 1) + " more";
        const std::string start = "The values of tensor " + tensors + " cannot be read. ";
        const Error& why = file.error ? *file.error : *file.too_short;
        const std::string message = file.error ? why.message
                                               : "The file \"" + std::string(model.text(file.location)) +
                                                     "\" is too short: " + why.message +
                                                     ". Copy it again beside the model.";
        Damage damage = first_user(model, file);
        damage.error = {why.code, start + message};
        model.damages.push_back(std::move(damage));
    }
}

}  // namespace netloupe
