#include "decoders.h"

#include <algorithm>

#include "base/byte_cursor.h"
#include "tensor_types.h"
#include "wire.h"

namespace netloupe::gguf {

namespace {

/// Blocks of quantized weights; the argument is the tensor type's id.
class BlockDecoder : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const TensorType* type = tensor_type(static_cast<uint32_t>(constant.decoder_argument));
        if (type == nullptr || type->decode == nullptr)
            return fail(ErrorCode::kUnsupported, "Values of a type that is not known cannot be shown.");
        std::vector<double> out;
        std::vector<float> block(type->elements);
        for (uint64_t at = first; at < first + count;) {
            const auto stored = slice(*bytes, at / type->elements * type->bytes, type->bytes);
            if (!stored) break;
            type->decode(stored->data(), block.data());
            const uint64_t begin = at % type->elements;
            const uint64_t end = std::min<uint64_t>(type->elements, begin + first + count - at);
            out.insert(out.end(), block.begin() + static_cast<std::ptrdiff_t>(begin),
                       block.begin() + static_cast<std::ptrdiff_t>(end));
            at += end - begin;
        }
        return out;
    }
};

/// Plain numbers of a big-endian file.
class SwappedDecoder : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const uint64_t size = bits(constant.dtype) / 8;
        const uint64_t stored = size == 0 ? 0 : bytes->size() / size;
        first = std::min(first, stored);
        count = std::min(count, stored - first);
        const Bytes part = bytes->subspan(first * size, count * size);
        std::vector<std::byte> ours(part.begin(), part.end());
        for (uint64_t i = 0; i < count; ++i) {
            const auto at = ours.begin() + static_cast<std::ptrdiff_t>(i * size);
            std::reverse(at, at + static_cast<std::ptrdiff_t>(size));
        }
        return decode_dense(constant.dtype, ours, 0, count);
    }
};

/// Strings behind each other, each with its length in front; the argument is the version and, in its lowest
/// bit, the byte order.
class StringDecoder : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const Encoding encoding{static_cast<uint32_t>(constant.decoder_argument >> 1),
                                (constant.decoder_argument & 1) != 0};
        std::vector<std::string> out;
        uint64_t at = 0;
        for (uint64_t i = 0; i < first + count; ++i) {
            const auto string = string_at(*bytes, encoding, at);
            if (!string) break;
            if (i >= first) out.emplace_back(string->text);
            at = string->next;
        }
        return out;
    }
};

const BlockDecoder kBlocks;
const SwappedDecoder kSwapped;
const StringDecoder kStrings;

}  // namespace

const ConstantDecoder& kBlockDecoder = kBlocks;
const ConstantDecoder& kSwappedDecoder = kSwapped;
const ConstantDecoder& kStringDecoder = kStrings;

}  // namespace netloupe::gguf
