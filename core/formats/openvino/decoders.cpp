#include "decoders.h"

#include <algorithm>

#include "base/byte_cursor.h"

namespace netloupe::openvino {

namespace {

class PackedStrings : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const auto stored = load<int32_t>(*bytes, 0);
        std::vector<std::string> texts;
        if (!stored || *stored < 0) return texts;
        const auto all = static_cast<uint64_t>(*stored);
        const uint64_t letters = (all + 2) * sizeof(int32_t);
        for (uint64_t i = first; i < all && texts.size() < count; ++i) {
            const auto begin = load<uint32_t>(*bytes, (i + 1) * sizeof(int32_t));
            const auto end = load<uint32_t>(*bytes, (i + 2) * sizeof(int32_t));
            const auto text = begin && end && *begin <= *end ? slice(*bytes, letters + *begin, *end - *begin)
                                                             : std::nullopt;
            if (!text) {
                return fail(ErrorCode::kCorrupt,
                            "String " + std::to_string(i) + " reaches beyond its constant.", constant.offset);
            }
            texts.emplace_back(as_text(*text));
        }
        return texts;
    }
};

class BitsFromTheTop : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const uint32_t width = bits(constant.dtype);
        const uint64_t in_byte = 8 / width;
        const uint64_t end =
            std::min(bytes->size() * in_byte, element_count(model, constant.shape).value_or(0));
        std::vector<uint64_t> values;
        for (uint64_t i = first; i < end && values.size() < count; ++i) {
            const auto byte = std::to_integer<uint64_t>((*bytes)[i / in_byte]);
            values.push_back(byte >> (8 - width * (i % in_byte + 1)) & ((1U << width) - 1));
        }
        return values;
    }
};

const PackedStrings kPackedStringsObject;
const BitsFromTheTop kBitsFromTheTopObject;

}  // namespace

const ConstantDecoder& kPackedStrings = kPackedStringsObject;
const ConstantDecoder& kBitsFromTheTop = kBitsFromTheTopObject;

}  // namespace netloupe::openvino
