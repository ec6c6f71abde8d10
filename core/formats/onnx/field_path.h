#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace netloupe::onnx {

/// Where the reader stands, "graph.node[12].attribute[1].t": a chain of stack objects, written out only when
/// something is wrong.
struct FieldPath {
    static constexpr int64_t kSingle = -1;

    const FieldPath* up = nullptr;
    std::string_view name;    ///< Empty for the whole file.
    int64_t index = kSingle;  ///< Of a repeated field.

    [[nodiscard]] FieldPath field(std::string_view child) const { return {this, child, kSingle}; }
    [[nodiscard]] FieldPath element(std::string_view child, uint64_t at) const {
        return {this, child, static_cast<int64_t>(at)};
    }
    [[nodiscard]] std::string text() const {
        std::string out = up == nullptr ? std::string() : up->text();
        if (!out.empty() && !name.empty()) out += '.';
        out += name;
        if (index != kSingle) out += '[' + std::to_string(index) + ']';
        return out;
    }
};

}  // namespace netloupe::onnx
