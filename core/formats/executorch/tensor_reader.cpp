#include "tensor_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "permuted_decoder.h"

namespace netloupe::executorch {

namespace {

using wire::Allocation;
using wire::ExtraTensorInfo;
using wire::Program;
using WireTensor = wire::Tensor;

class TensorReader {
public:
    TensorReader(ProgramReading& reading, const FlatTable& table, uint32_t index, Place place)
        : reading_(reading),
          model_(reading.model),
          table_(table),
          extra_(table.table<ExtraTensorInfo>(WireTensor::VT_EXTRA)),
          allocation_(table.table<Allocation>(WireTensor::VT_ALLOCATION)),
          index_(index),
          place_(place) {}

    Tensor read() {
        const auto name = extra_.text(ExtraTensorInfo::VT_FULLY_QUALIFIED_NAME);
        tensor_.name = reading_.intern(name.empty() ? std::to_string(index_) : name);
        tensor_.dtype =
            data_type(static_cast<wire::ScalarType>(table_.number<int8_t>(WireTensor::VT_SCALAR_TYPE)));
        tensor_.kind = ValueKind::kTensor;
        tensor_.declared = true;
        tensor_.origin.offset = table_.offset();
        read_shape();
        read_values();
        read_metadata();
        return tensor_;
    }

private:
    [[nodiscard]] wire::ShapeDynamism dynamism() const {
        return static_cast<wire::ShapeDynamism>(table_.number<int8_t>(WireTensor::VT_DYNAMISM));
    }

    /// Bounded extents are the largest that may come; which of them are reached is not in the file.
    void read_shape() {
        const auto sizes = table_.numbers<int32_t>(WireTensor::VT_SIZES);
        if (sizes.size() > limits::kRank) {
            return table_.reject(WireTensor::VT_SIZES, "has more dimensions than a tensor can have");
        }
        const bool open = dynamism() == wire::ShapeDynamism::DYNAMIC_UNBOUND;
        tensor_.shape = {{static_cast<uint32_t>(model_.dims.size()), sizes.size()}, true};
        for (uint32_t i = 0; i < sizes.size(); ++i) {
            if (sizes[i] < 0 && !open) table_.reject(WireTensor::VT_SIZES, "is negative", i);
            model_.dims.push_back({open || sizes[i] < 0 ? Dimension::kDynamic : sizes[i], StringId()});
        }
    }

    void read_values() {
        const bool outside =
            static_cast<wire::TensorLocation>(extra_.number<int8_t>(ExtraTensorInfo::VT_LOCATION)) ==
            wire::TensorLocation::EXTERNAL;
        const auto buffer = table_.number<uint32_t>(WireTensor::VT_BUFFER);
        if (!outside && buffer == 0) return;
        constant_.name = tensor_.name;
        constant_.dtype = tensor_.dtype;
        constant_.shape = tensor_.shape;
        const auto count = element_count(model_, constant_.shape);
        if (!count) return table_.reject(WireTensor::VT_SIZES, "are open, but the tensor has values");
        const auto bytes = packed_bytes(constant_.dtype, *count);
        if (outside) {
            read_outside(bytes);
        } else {
            read_inside(buffer, bytes);
        }
        if (!set_order(model_, constant_, table_.numbers<uint8_t>(WireTensor::VT_DIM_ORDER))) {
            table_.reject(WireTensor::VT_DIM_ORDER, "is no order of the dimensions");
        }
        // Weights that are trained and caches with a first state change between runs.
        tensor_.is_variable = static_cast<bool>(allocation_);
        tensor_.constant = ConstantId(model_.constants.size());
        model_.constants.push_back(constant_);
    }

    void read_inside(uint32_t buffer, std::optional<uint64_t> bytes) {
        constant_.file = FileId(0U);
        auto span = allocation_ ? mutable_span(buffer) : constant_span(buffer);
        if (!span) {
            table_.reject(WireTensor::VT_BUFFER, "names values that are not in the file");
            constant_.state = ConstantState::kAbsent;
            return;
        }
        constant_.offset = span->offset;
        // Segments do not say where a tensor ends.
        constant_.length = std::min(span->length, bytes.value_or(span->length));
        reading_.check_size(constant_, [&] { return value_path(place_.graph, index_); }, place_);
    }

    [[nodiscard]] std::optional<Segments::Span> constant_span(uint32_t buffer) const {
        const auto in_segment = reading_.root.table<wire::SegmentOffsets>(Program::VT_CONSTANT_SEGMENT);
        if (const auto found = segment_span(in_segment, buffer)) return found;
        const auto inline_data = reading_.root.tables<wire::Buffer>(Program::VT_CONSTANT_BUFFER);
        if (buffer >= inline_data.size()) return std::nullopt;
        const auto storage = inline_data[buffer].span<uint8_t>(wire::Buffer::VT_STORAGE);
        return Segments::Span{storage.offset(), storage.size()};
    }

    [[nodiscard]] std::optional<Segments::Span> mutable_span(uint32_t buffer) const {
        const auto lists = reading_.root.tables<wire::SegmentOffsets>(Program::VT_MUTABLE_SEGMENTS);
        const auto which = extra_.number<uint64_t>(ExtraTensorInfo::VT_MUTABLE_SEGMENT);
        if (which >= lists.size()) return std::nullopt;
        return segment_span(lists[static_cast<uint32_t>(which)], buffer);
    }

    [[nodiscard]] std::optional<Segments::Span> segment_span(const FlatTable& list, uint32_t buffer) const {
        const auto offsets = list.span<uint64_t>(wire::SegmentOffsets::VT_OFFSETS);
        if (buffer >= offsets.size()) return std::nullopt;
        return reading_.segments.find(list.number<uint32_t>(wire::SegmentOffsets::VT_SEGMENT),
                                      offsets[buffer]);
    }

    void read_outside(std::optional<uint64_t> bytes) {
        auto& companion = reading_.companion();
        const auto found = companion.data.find(model_.text(tensor_.name));
        if (companion.file.valid() && found == companion.data.end()) {
            constant_.state = ConstantState::kMissing;
            constant_.location = companion.location;
            reading_.damage({ErrorCode::kNotFound,
                             fmt::format("{} has no values of tensor \"{}\".",
                                         model_.text(companion.location), model_.text(tensor_.name)),
                             table_.offset(), 0},
                            place_);
            return;
        }
        const Segments::Span span = found == companion.data.end() ? Segments::Span() : found->second.span;
        reading_.external_files.place(model_, {companion.location, span.offset, std::nullopt},
                                      bytes.value_or(span.length), constant_);
    }

    void read_metadata() {
        std::vector<KeyValue> entries;
        const auto add = [&](std::string_view key, const std::string& value) {
            entries.push_back({reading_.intern(key), reading_.intern(value)});
        };
        if (dynamism() == wire::ShapeDynamism::DYNAMIC_BOUND) add("shape", "upper bound");
        if (allocation_) {
            const uint64_t high = allocation_.number<uint32_t>(Allocation::VT_OFFSET_HIGH);
            add("memory",
                fmt::format("area {} offset {}", allocation_.number<uint32_t>(Allocation::VT_MEMORY_ID),
                            high << 32 | allocation_.number<uint32_t>(Allocation::VT_OFFSET_LOW)));
        }
        tensor_.metadata = append(model_.metadata, std::span<const KeyValue>(entries));
    }

    ProgramReading& reading_;
    Model& model_;
    const FlatTable& table_;
    FlatTable extra_;
    FlatTable allocation_;
    uint32_t index_;
    Place place_;
    Tensor tensor_;
    Constant constant_;
};

}  // namespace

std::string value_path(GraphId plan, uint32_t index) {
    return fmt::format("execution_plan[{}].values[{}]", plan.index(), index);
}

Tensor read_tensor(ProgramReading& reading, const FlatTable& table, uint32_t index, Place place) {
    return TensorReader(reading, table, index, place).read();
}

}  // namespace netloupe::executorch
