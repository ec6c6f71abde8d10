#include "parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/contained_path.h"
#include "parameter_file.h"

namespace netloupe::paddle {

namespace {

namespace fs = std::filesystem;

/// Parameters whose own files are looked for before it is believed that there are none.
constexpr size_t kTried = 64;

/// Names that the file of all parameters may have.
std::vector<std::string> combined_names(const std::string& program) {
    const std::string stem = fs::path(program).stem().string();
    return {stem + ".pdiparams", "__params__", "params", stem + ".params"};
}

class Attacher {
public:
    Attacher(PaddleReading& reading, std::vector<Parameter> parameters)
        : reading_(reading), model_(reading.model), parameters_(std::move(parameters)) {
        std::ranges::sort(parameters_, {}, [this](const Parameter& p) { return model_.text(p.name); });
    }

    void attach() {
        if (parameters_.empty()) return;
        for (const std::string& name : combined_names(model_.files[0].path)) {
            if (const auto file = open(name)) return attach_combined(*file, name);
        }
        size_t found = 0;
        size_t tried = 0;
        for (const Parameter& parameter : parameters_) {
            if (reading_.hopeless()) return;
            // Where none of many has a file, the others have none either.
            if (found == 0 && tried >= kTried) {
                give_none(parameter, parameter.name);
            } else if (attach_own(parameter)) {
                ++found;
            }
            ++tried;
        }
        if (found == 0) tell_missing();
    }

private:
    std::optional<FileId> open(std::string_view name) {
        auto path = resolve_beside(model_.files[0].path, name);
        if (!path) return std::nullopt;
        auto mapped = MappedFile::open(*path);
        if (!mapped) return std::nullopt;
        model_.files.push_back({*path, std::move(*mapped)});
        return FileId(model_.files.size() - 1);
    }

    void attach_combined(FileId file, const std::string& name) {
        const auto tensors = read_parameter_file(reading_, model_.files[file.index()].bytes());
        if (tensors.size() != parameters_.size()) {
            reading_.damage(
                {ErrorCode::kCorrupt,
                 fmt::format("{} holds {} tensors, but the program has {} parameters; it belongs to "
                             "another program or is cut off.",
                             name, tensors.size(), parameters_.size())},
                GraphId(0U));
        }
        const StringId location = reading_.intern(name);
        for (size_t i = 0; i < parameters_.size(); ++i) {
            if (i < tensors.size()) {
                give(parameters_[i], tensors[i], file, location);
            } else {
                give_none(parameters_[i], location);
            }
        }
    }

    bool attach_own(const Parameter& parameter) {
        const std::string name(model_.text(parameter.name));
        const auto file = open(name);
        if (!file) {
            give_none(parameter, parameter.name);
            return false;
        }
        const auto tensors = read_parameter_file(reading_, model_.files[file->index()].bytes());
        if (tensors.empty()) {
            give_none(parameter, parameter.name);
            return true;
        }
        give(parameter, tensors[0], *file, parameter.name);
        return true;
    }

    Tensor& tensor(const Parameter& parameter) { return model_.graphs[0].tensors[parameter.tensor.index()]; }

    void give(const Parameter& parameter, const StoredTensor& stored, FileId file, StringId location) {
        Constant constant = constant_of(stored, file);
        constant.location = location;
        Tensor& declared = tensor(parameter);
        if (!same_shape(declared.shape, stored.shape) || declared.dtype != stored.dtype) {
            reading_.damage(
                {ErrorCode::kCorrupt,
                 fmt::format("{} holds {} {} where the program has {} {} ({}).", model_.text(location),
                             name(stored.dtype), shape_text(model_, stored.shape), name(declared.dtype),
                             shape_text(model_, declared.shape), model_.text(parameter.name)),
                 stored.offset, 0},
                GraphId(0U), NodeId(), parameter.tensor);
        }
        put(declared, parameter, constant);
    }

    [[nodiscard]] bool same_shape(const Shape& a, const Shape& b) const {
        const auto x = model_.dims_of(a);
        const auto y = model_.dims_of(b);
        return std::ranges::equal(x, y, {}, &Dimension::value, &Dimension::value);
    }

    void give_none(const Parameter& parameter, StringId location) {
        Tensor& declared = tensor(parameter);
        Constant constant;
        constant.dtype = declared.dtype;
        constant.shape = declared.shape;
        constant.state = ConstantState::kMissing;
        constant.location = location;
        // Only what is fixed has values.
        if (!element_count(model_, constant.shape)) return;
        put(declared, parameter, constant);
    }

    void put(Tensor& declared, const Parameter& parameter, Constant constant) {
        constant.name = parameter.name;
        declared.constant = ConstantId(model_.constants.size());
        model_.constants.push_back(constant);
    }

    void tell_missing() {
        const std::string name = combined_names(model_.files[0].path).front();
        reading_.damage(
            {ErrorCode::kNotFound,
             fmt::format("The values of {} parameters cannot be read: there is no {} beside the program. "
                         "Copy it there.",
                         parameters_.size(), name)},
            GraphId(0U), NodeId(), parameters_.front().tensor);
    }

    PaddleReading& reading_;
    Model& model_;
    std::vector<Parameter> parameters_;
};

}  // namespace

void attach_parameters(PaddleReading& reading, std::vector<Parameter> parameters) {
    Attacher(reading, std::move(parameters)).attach();
}

}  // namespace netloupe::paddle
