#include "sparse_decoder.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "base/limits.h"
#include "containers/flatbuffer_view.h"
#include "schemas/tflite_generated.h"

namespace netloupe::tflite {

namespace {

namespace wire = ::netloupe::wire::tflite;
using wire::DimensionMetadata;
using wire::SparseIndexVector;
using wire::SparsityParameters;

/// Numbers of a compressed level, in whichever width the file keeps them.
class Indices {
public:
    Indices() = default;
    Indices(const FlatTable& level, uint16_t type_field, uint16_t field) {
        switch (static_cast<SparseIndexVector>(level.number<uint8_t>(type_field))) {
            case SparseIndexVector::Int32Vector:
                values_ = level.table<wire::Int32Vector>(field).span<int32_t>(wire::Int32Vector::VT_VALUES);
                break;
            case SparseIndexVector::Uint16Vector:
                values_ =
                    level.table<wire::Uint16Vector>(field).span<uint16_t>(wire::Uint16Vector::VT_VALUES);
                break;
            case SparseIndexVector::Uint8Vector:
                values_ = level.table<wire::Uint8Vector>(field).span<uint8_t>(wire::Uint8Vector::VT_VALUES);
                break;
            default:
                break;
        }
    }

    [[nodiscard]] uint64_t size() const {
        return std::visit([](const auto& values) { return uint64_t{values.size()}; }, values_);
    }
    /// `i` < size().
    [[nodiscard]] int64_t operator[](uint64_t i) const {
        return std::visit([i](const auto& values) { return int64_t{values[static_cast<uint32_t>(i)]}; },
                          values_);
    }

private:
    std::variant<FlatNumbers<int32_t>, FlatNumbers<uint16_t>, FlatNumbers<uint8_t>> values_;
};

struct Level {
    bool dense = true;
    uint64_t extent = 0;  ///< Indices on this level are below it.
    uint64_t stride = 0;  ///< Elements of the dense tensor from one index to the next.
    Indices segments;
    Indices indices;
};

/// The levels of one tensor, checked against its shape.
class Plan {
public:
    static std::optional<Plan> make(const Model& model, const Constant& constant, const FlatTable& sparsity) {
        Plan plan;
        for (const Dimension& dim : model.dims_of(constant.shape)) {
            plan.shape_.push_back(static_cast<uint64_t>(dim.value));
        }
        return plan.read(sparsity) ? std::optional(std::move(plan)) : std::nullopt;
    }

    [[nodiscard]] const std::vector<Level>& levels() const { return levels_; }

private:
    bool read(const FlatTable& sparsity) {
        const auto order = sparsity.numbers<int32_t>(SparsityParameters::VT_TRAVERSAL_ORDER);
        const auto map = sparsity.numbers<int32_t>(SparsityParameters::VT_BLOCK_MAP);
        const auto metadata = sparsity.tables<DimensionMetadata>(SparsityParameters::VT_DIM_METADATA);
        if (order.size() != metadata.size() || order.size() != shape_.size() + map.size()) return false;
        if (order.size() > 2 * limits::kRank) return false;
        std::vector<bool> seen(order.size(), false);
        for (uint32_t i = 0; i < order.size(); ++i) {
            const auto dim = static_cast<size_t>(order[i]);
            if (order[i] < 0 || dim >= seen.size() || seen[dim]) return false;
            seen[dim] = true;
            if (!read_level(metadata[i])) return false;
        }
        return set_strides(order, map);
    }

    bool read_level(const FlatTable& table) {
        Level level;
        level.dense = static_cast<wire::DimensionType>(table.number<int8_t>(DimensionMetadata::VT_FORMAT)) ==
                      wire::DimensionType::DENSE;
        if (level.dense) {
            const auto extent = table.number<int32_t>(DimensionMetadata::VT_DENSE_SIZE);
            if (extent <= 0) return false;
            level.extent = static_cast<uint64_t>(extent);
        } else {
            level.segments = Indices(table, DimensionMetadata::VT_ARRAY_SEGMENTS_TYPE,
                                     DimensionMetadata::VT_ARRAY_SEGMENTS);
            level.indices =
                Indices(table, DimensionMetadata::VT_ARRAY_INDICES_TYPE, DimensionMetadata::VT_ARRAY_INDICES);
        }
        levels_.push_back(level);
        return true;
    }

    /// A block dimension steps within a block, the dimension it cuts steps from block to block.
    bool set_strides(const FlatNumbers<int32_t>& order, const FlatNumbers<int32_t>& map) {
        std::vector<uint64_t> rows(shape_.size(), 1);
        for (size_t i = shape_.size(); i-- > 1;) rows[i - 1] = rows[i] * shape_[i];
        std::vector<uint64_t> blocks(shape_.size(), 1);
        for (uint32_t i = 0; i < order.size(); ++i) {
            const auto dim = static_cast<size_t>(order[i]);
            if (dim < shape_.size()) continue;
            const auto cut = static_cast<size_t>(map[static_cast<uint32_t>(dim - shape_.size())]);
            if (cut >= shape_.size() || !levels_[i].dense || blocks[cut] != 1) return false;
            blocks[cut] = levels_[i].extent;
            levels_[i].stride = rows[cut];
        }
        for (uint32_t i = 0; i < order.size(); ++i) {
            const auto dim = static_cast<size_t>(order[i]);
            if (dim >= shape_.size()) continue;
            const uint64_t extent = shape_[dim] / blocks[dim];
            if (shape_[dim] % blocks[dim] != 0 || (levels_[i].dense && levels_[i].extent != extent))
                return false;
            levels_[i].extent = extent;
            levels_[i].stride = rows[dim] * blocks[dim];
        }
        return true;
    }

    std::vector<uint64_t> shape_;
    std::vector<Level> levels_;
};

/// Walks the levels and puts the stored values that fall into a window of the dense tensor where they belong.
class Walker {
public:
    Walker(const std::vector<Level>& levels, DataType dtype, Bytes stored, uint64_t first, uint64_t count)
        : levels_(levels),
          dtype_(dtype),
          stored_(stored),
          stored_count_(stored.size() * 8 / bits(dtype)),
          first_(first),
          count_(count) {
        if (const auto none = decode_dense(dtype, stored, 0, 0)) out_ = *none;
        std::visit([&](auto& values) { values.resize(count); }, out_);
    }

    /// False when the levels contradict each other or the number of stored values.
    bool walk() { return walk(0, 0, 0); }
    Values take() { return std::move(out_); }

private:
    bool walk(size_t depth, uint64_t position, uint64_t element) {
        if (depth == levels_.size()) return place(position, element);
        const Level& level = levels_[depth];
        if (level.dense) {
            for (uint64_t i = 0; i < level.extent; ++i) {
                if (!walk(depth + 1, position * level.extent + i, element + i * level.stride)) return false;
            }
            return true;
        }
        if (level.segments.size() < 2 || position > level.segments.size() - 2) return false;
        const int64_t begin = level.segments[position];
        const int64_t end = level.segments[position + 1];
        if (begin < 0 || begin > end || static_cast<uint64_t>(end) > level.indices.size()) return false;
        for (auto i = static_cast<uint64_t>(begin); i < static_cast<uint64_t>(end); ++i) {
            const int64_t index = level.indices[i];
            if (index < 0 || static_cast<uint64_t>(index) >= level.extent) return false;
            if (!walk(depth + 1, i, element + static_cast<uint64_t>(index) * level.stride)) return false;
        }
        return true;
    }

    bool place(uint64_t position, uint64_t element) {
        if (position >= stored_count_) return false;
        if (element < first_ || element - first_ >= count_) return true;
        if (position < chunk_first_ || position - chunk_first_ >= chunk_size_) {
            constexpr uint64_t kChunk = 4096;
            auto chunk = decode_dense(dtype_, stored_, position, kChunk);
            if (!chunk) return false;
            chunk_ = std::move(*chunk);
            chunk_first_ = position;
            chunk_size_ = size(chunk_);
        }
        std::visit(
            [&](auto& out) {
                const auto& chunk = std::get<std::remove_reference_t<decltype(out)>>(chunk_);
                out[element - first_] = chunk[position - chunk_first_];
            },
            out_);
        return true;
    }

    const std::vector<Level>& levels_;
    DataType dtype_;
    Bytes stored_;
    uint64_t stored_count_;
    uint64_t first_;
    uint64_t count_;
    Values out_;
    Values chunk_;
    uint64_t chunk_first_ = 0;
    uint64_t chunk_size_ = 0;
};

class SparseDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto stored = constant_bytes(model, constant);
        if (!stored) return std::unexpected(stored.error());
        const auto total = element_count(model, constant.shape);
        if (!total || bits(constant.dtype) == 0) {
            return fail(ErrorCode::kUnsupported, "The sparse tensor has no dense form.", constant.offset);
        }
        FlatSource source(model.files[0].bytes());
        const auto sparsity =
            flat_table_at(source, constant.decoder_argument, SparsityParameters::GetFullyQualifiedName());
        const auto plan = sparsity ? Plan::make(model, constant, *sparsity) : std::nullopt;
        first = std::min(first, *total);
        count = std::min(count, *total - first);
        if (!plan) return damaged(constant);
        Walker walker(plan->levels(), constant.dtype, *stored, first, count);
        if (!walker.walk()) return damaged(constant);
        return walker.take();
    }

private:
    static std::unexpected<Error> damaged(const Constant& constant) {
        return fail(ErrorCode::kCorrupt,
                    "The tensor's sparsity does not fit its shape and its stored values.",
                    constant.decoder_argument);
    }
};

}  // namespace

const ConstantDecoder& sparse_decoder() {
    static const SparseDecoder kDecoder;
    return kDecoder;
}

}  // namespace netloupe::tflite
