#include "permuted_decoder.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "model/values.h"

namespace netloupe::executorch {

namespace {

struct Axis {
    uint64_t extent = 1;
    uint64_t stride = 1;  ///< Elements in memory from one index to the next.
};

/// The dimensions of the constant; its decoder's argument is where their order stands in Model::ints.
std::vector<Axis> axes_of(const Model& model, const Constant& constant) {
    const auto dims = model.dims_of(constant.shape);
    std::vector<Axis> axes(dims.size());
    uint64_t stride = 1;
    for (size_t i = dims.size(); i-- > 0;) {
        const auto axis = static_cast<size_t>(model.ints[constant.decoder_argument + i]);
        axes[axis] = {static_cast<uint64_t>(dims[axis].value), stride};
        stride *= axes[axis].extent;
    }
    return axes;
}

/// Copies the elements together in row-major order and reads them as such.
class PermutedDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const uint64_t width = bits(constant.dtype) / 8;
        if (width == 0) {
            return fail(ErrorCode::kUnsupported,
                        "Values of less than a byte in this order of dimensions are not read.",
                        constant.offset);
        }
        const auto axes = axes_of(model, constant);
        std::vector<std::byte> rows;
        rows.reserve(count * width);
        for (uint64_t i = first; i < first + count; ++i) {
            uint64_t rest = i;
            uint64_t at = 0;
            for (size_t axis = axes.size(); axis-- > 0;) {
                at += rest % axes[axis].extent * axes[axis].stride;
                rest /= axes[axis].extent;
            }
            const auto element = slice(*bytes, at * width, width);
            if (!element) {
                return fail(ErrorCode::kCorrupt, "The values reach beyond the end of their data.",
                            constant.offset);
            }
            rows.insert(rows.end(), element->begin(), element->end());
        }
        return decode_dense(constant.dtype, rows, 0, count);
    }
};

const PermutedDecoder kPermuted;

}  // namespace

bool set_order(Model& model, Constant& constant, const FlatNumbers<uint8_t>& order) {
    const uint32_t rank = constant.shape.dims.count;
    if (order.empty()) return true;
    if (order.size() != rank) return false;
    std::vector<bool> seen(rank);
    bool rows = true;
    for (uint32_t i = 0; i < rank; ++i) {
        if (order[i] >= rank || seen[order[i]]) return false;
        seen[order[i]] = true;
        rows = rows && order[i] == i;
    }
    if (rows) return true;
    constant.decoder = &kPermuted;
    constant.decoder_argument = model.ints.size();
    for (uint32_t i = 0; i < rank; ++i) model.ints.push_back(order[i]);
    return true;
}

}  // namespace netloupe::executorch
