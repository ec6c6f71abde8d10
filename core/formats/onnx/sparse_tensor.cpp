#include "formats/onnx/sparse_tensor.h"

#include <span>
#include <type_traits>
#include <variant>

#include "base/limits.h"

namespace netloupe::onnx {

namespace {

class SparseTensor : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        if (count > limits::kExpandedElements) {
            return fail(ErrorCode::kLimit, "The sparse tensor " + std::string(model.text(constant.name)) +
                                               " has too many elements to be expanded at once.");
        }
        const ConstantId values_id(static_cast<uint32_t>(constant.decoder_argument >> 32));
        const ConstantId indices_id(static_cast<uint32_t>(constant.decoder_argument));
        auto values = read_values(model, model.constant(values_id), 0, UINT64_MAX);
        if (!values) return values;
        const auto indices = read_values(model, model.constant(indices_id), 0, UINT64_MAX);
        if (!indices) return indices;
        const auto* positions = std::get_if<std::vector<int64_t>>(&*indices);
        if (positions == nullptr) {
            return fail(ErrorCode::kCorrupt, "The indices of a sparse tensor must be of type int64.");
        }
        const size_t rank = model.constant(indices_id).shape.dims.count == 2 ? constant.shape.dims.count : 1;
        const auto dims = model.dims_of(constant.shape);
        return std::visit(
            [&](const auto& stored) -> Result<Values> {
                auto dense = std::remove_cvref_t<decltype(stored)>(count);
                for (size_t i = 0; i < stored.size() && (i + 1) * rank <= positions->size(); ++i) {
                    const auto at = linear(std::span(*positions).subspan(i * rank, rank), dims);
                    if (at >= first && at - first < count) dense[at - first] = stored[i];
                }
                return dense;
            },
            *values);
    }

private:
    /// Row-major position of an index (one number is linear already); UINT64_MAX when it is out of bounds.
    static uint64_t linear(std::span<const int64_t> index, std::span<const Dimension> dims) {
        if (index.size() == 1 && dims.size() != 1) {
            return index[0] < 0 ? UINT64_MAX : static_cast<uint64_t>(index[0]);
        }
        uint64_t at = 0;
        for (size_t d = 0; d < dims.size(); ++d) {
            if (index[d] < 0 || index[d] >= dims[d].value) return UINT64_MAX;
            at = at * static_cast<uint64_t>(dims[d].value) + static_cast<uint64_t>(index[d]);
        }
        return at;
    }
};

const SparseTensor kSparseTensorObject;

}  // namespace

const ConstantDecoder& kSparseTensor = kSparseTensorObject;

}  // namespace netloupe::onnx
