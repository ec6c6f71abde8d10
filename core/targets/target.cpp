#include "targets/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/nearest_name.h"
#include "base/utf8.h"
#include "bundled.h"
#include "reader.h"

namespace netloupe::targets {

namespace {

Result<Target> read(Result<JsonDocument> document) {
    if (!document) return std::unexpected(document.error());
    return read_target(*document);
}

struct FormatName {
    Format format;
    std::string_view id;
    std::string_view name;
};
constexpr std::array<FormatName, 3> kFormats{{{Format::kOnnx, "onnx", "ONNX"},
                                              {Format::kOrt, "ort", "ORT"},
                                              {Format::kTflite, "tflite", "TensorFlow Lite"}}};

}  // namespace

std::vector<std::string_view> target_ids() {
    std::vector<std::string_view> ids;
    for (const BundledTarget& target : bundled_targets()) ids.push_back(target.id);
    return ids;
}

Result<Target> parse_target(std::string_view json) {
    return read(JsonDocument::parse(std::string(json), ""));
}

Result<Target> find_target(const std::string& id_or_path) {
    const auto bundled = bundled_targets();
    const auto found = std::ranges::find(bundled, id_or_path, &BundledTarget::id);
    if (found != bundled.end()) return parse_target(found->json);
    if (id_or_path.ends_with(".json") || id_or_path.contains('/'))
        return read(JsonDocument::read(id_or_path));
    const auto meant = nearest_name(id_or_path, target_ids());
    return fail(
        ErrorCode::kNotFound,
        fmt::format("There is no target \"{}\"{} netloupe targets lists them; a file of your own is named "
                    "with its path, as in ./npu.json.",
                    to_utf8(id_or_path), meant ? fmt::format("; did you mean \"{}\"?", *meant) : "."));
}

bool takes(const Target& target, Format format) {
    const auto name = std::ranges::find(kFormats, format, &FormatName::format);
    return name != kFormats.end() && std::ranges::find(target.reads, name->id) != target.reads.end();
}

std::string refusal(const Target& target, const Model& model) {
    std::string others;
    for (const std::string& id : target.reads) {
        const auto known = std::ranges::find(kFormats, id, &FormatName::id);
        others += fmt::format("{}{}", others.empty() ? "" : ", ", known == kFormats.end() ? id : known->name);
    }
    return fmt::format("does not take {} models, but {}", model.format_name, others);
}

}  // namespace netloupe::targets
