#include "program_reading.h"

#include <filesystem>

#include "base/contained_path.h"
#include "schemas/executorch_bfbs_generated.h"

namespace netloupe::executorch {

namespace {

/// Programs do not name the file that holds their tensors: it bears the program's name, or the one that the
/// exporter gives by default.
std::string companion_name(const std::string& program) {
    constexpr std::string_view kDefault = "_default_external_constant.ptd";
    const std::string own = std::filesystem::path(program).stem().string() + ".ptd";
    const bool only_default = !resolve_beside(program, own) && resolve_beside(program, kDefault);
    return only_default ? std::string(kDefault) : own;
}

}  // namespace

ProgramReading::ProgramReading(Model& into, const CancelToken& token)
    : FlatReading(into, token, wire::ProgramBinarySchema::data()) {}

ProgramReading::Companion& ProgramReading::companion() {
    if (companion_) return *companion_;
    companion_.emplace();
    companion_->location = intern(companion_name(model.files[0].path));
    // Without the file its first tensor tells that it is missing.
    if (!resolve_beside(model.files[0].path, model.text(companion_->location))) return *companion_;
    Constant whole;
    external_files.place(model, {companion_->location, 0, std::nullopt}, 0, whole);
    if (!whole.file.valid()) return *companion_;
    companion_->file = whole.file;
    read_companion(model.files[whole.file.index()].bytes());
    return *companion_;
}

void ProgramReading::read_companion(Bytes bytes) {
    companion_source_.emplace(bytes);
    const auto tensors = has_identifier(bytes, "FT01")
                             ? flat_root(*companion_source_, wire::TensorFile::GetFullyQualifiedName())
                             : std::nullopt;
    if (!tensors) {
        return damage(
            {ErrorCode::kCorrupt,
             std::string(model.text(companion_->location)) + " is no file of ExecuTorch tensors.", 0},
            {});
    }
    for (NamedData& data : tensors_in(bytes, *tensors)) {
        companion_->data.emplace(data.key, data);
    }
    if (const auto fault = companion_source_->take_fault()) {
        Error error = schema.error(*fault, "", wire::TensorFile::GetFullyQualifiedName());
        error.message = std::string(model.text(companion_->location)) + ": " + error.message;
        damage(std::move(error), {});
    }
}

}  // namespace netloupe::executorch
