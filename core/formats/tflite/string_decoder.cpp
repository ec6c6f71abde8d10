#include "string_decoder.h"

#include <algorithm>

#include "base/byte_cursor.h"

namespace netloupe::tflite {

namespace {

class StringDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const auto total = load<uint32_t>(*bytes, 0);
        if (!total || !slice(*bytes, sizeof(uint32_t), (uint64_t{*total} + 1) * sizeof(uint32_t))) {
            return fail(ErrorCode::kCorrupt, "The string table is longer than its buffer.", constant.offset);
        }
        first = std::min<uint64_t>(first, *total);
        count = std::min(count, *total - first);
        std::vector<std::string> out;
        out.reserve(count);
        for (uint64_t i = first; i < first + count; ++i) {
            const auto begin = *load<uint32_t>(*bytes, (i + 1) * sizeof(uint32_t));
            const auto end = *load<uint32_t>(*bytes, (i + 2) * sizeof(uint32_t));
            const auto text = begin <= end ? slice(*bytes, begin, end - begin) : std::nullopt;
            if (!text) {
                return fail(ErrorCode::kCorrupt, "A string reaches beyond its buffer.",
                            constant.offset + begin);
            }
            out.emplace_back(as_text(*text));
        }
        return out;
    }
};

}  // namespace

const ConstantDecoder& string_decoder() {
    static const StringDecoder kDecoder;
    return kDecoder;
}

}  // namespace netloupe::tflite
