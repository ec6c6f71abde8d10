#include "onnx_versions.h"

#include <charconv>

namespace netloupe::lint {

int64_t ir_version(const Model& model) {
    int64_t version = 0;
    const std::string& text = model.format_version;
    if (text.starts_with('v')) std::from_chars(text.data() + 1, text.data() + text.size(), version);
    return version;
}

int64_t standard_opset(const Model& model) {
    for (const OpsetImport& import : model.imports) {
        const std::string_view domain = model.text(import.domain);
        if (domain.empty() || domain == "ai.onnx") return import.version;
    }
    return 0;
}

}  // namespace netloupe::lint
