#include "tensor_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "formats/executorch.h"
#include "model/module_graph.h"
#include "permuted_decoder.h"
#include "scalar_type.h"
#include "schemas/executorch_bfbs_generated.h"

namespace netloupe::executorch {

namespace {

using wire::OldTensor;
using wire::OldTensorFile;
using wire::TensorFile;
using wire::TensorLayout;
using WireData = wire::NamedData;

/// Where the parts of a layout stand.
struct LayoutFields {
    uint16_t scalar_type;
    uint16_t sizes;
    uint16_t dim_order;
};
constexpr LayoutFields kLayout = {TensorLayout::VT_SCALAR_TYPE, TensorLayout::VT_SIZES,
                                  TensorLayout::VT_DIM_ORDER};
constexpr LayoutFields kOldLayout = {OldTensor::VT_SCALAR_TYPE, OldTensor::VT_SIZES, OldTensor::VT_DIM_ORDER};

Shape read_sizes(Model& model, const FlatTable& layout, uint16_t field) {
    const auto sizes = layout.numbers<int32_t>(field);
    Shape shape{{static_cast<uint32_t>(model.dims.size()), 0}, true};
    if (sizes.size() > limits::kRank) {
        layout.reject(field, "has more dimensions than a tensor can have");
        return shape;
    }
    for (uint32_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] < 0) layout.reject(field, "is negative", i);
        model.dims.push_back({std::max(sizes[i], 0), StringId()});
        ++shape.dims.count;
    }
    return shape;
}

std::vector<NamedData> old_tensors(const FlatTables& list, const Segments& segments) {
    std::vector<NamedData> out;
    for (uint32_t i = 0; i < list.size(); ++i) {
        const FlatTable table = list[i];
        if (!table) break;
        const auto span = segments.find(table.number<uint32_t>(OldTensor::VT_SEGMENT),
                                        table.number<uint64_t>(OldTensor::VT_OFFSET));
        if (!span) {
            table.reject(OldTensor::VT_SEGMENT, "names a segment that does not exist");
            continue;
        }
        out.push_back({table.text(OldTensor::VT_NAME), *span, table, true, table.offset()});
    }
    return out;
}

/// Bytes without a layout.
void set_bytes(Model& model, Constant& constant) {
    constant.dtype = DataType::kUint8;
    const Dimension all{static_cast<int64_t>(constant.length), StringId()};
    constant.shape = {append(model.dims, std::span(&all, 1)), true};
}

class Reader {
public:
    Reader(Model& model, const CancelToken& cancel)
        : reading_(model, cancel, wire::ProgramBinarySchema::data()), model_(model), modules_(model) {}

    Result<void> read() {
        const auto root = flat_root(reading_.source, TensorFile::GetFullyQualifiedName());
        if (!root) return fail(ErrorCode::kCorrupt, "The flatbuffer's root table is damaged.", 0);
        model_.format = Format::kExecutorch;
        model_.format_name = "ExecuTorch tensors";
        model_.format_version = fmt::format("v{}", root->number<uint32_t>(TensorFile::VT_VERSION));
        const auto tensors = tensors_in(model_.files[0].bytes(), *root);
        settle("", {GraphId(0U), NodeId(), TensorId()});
        for (const NamedData& data : tensors) {
            if (reading_.hopeless()) break;
            add(data);
        }
        settle("named_data", {GraphId(0U), NodeId(), TensorId()});
        modules_.finish();
        if (reading_.cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        return {};
    }

private:
    void settle(const std::string& path, Place place) {
        reading_.settle([&] { return path; }, TensorFile::GetFullyQualifiedName(), place);
    }

    void add(const NamedData& data) {
        const Constant constant = tensor_of(model_, data, FileId(0U));
        reading_.check_size(constant, [] { return std::string("named_data"); },
                            {GraphId(0U), NodeId(), TensorId()});
        model_.constants.push_back(constant);
        modules_.add(data.key, ConstantId(model_.constants.size() - 1), {data.offset, 0});
    }

    FlatReading reading_;
    Model& model_;
    ModuleGraph modules_;
};

}  // namespace

std::vector<NamedData> named_data(const FlatTables& list, const Segments& segments) {
    std::vector<NamedData> out;
    for (uint32_t i = 0; i < list.size(); ++i) {
        const FlatTable table = list[i];
        if (!table) break;
        const auto span = segments.find(table.number<uint32_t>(WireData::VT_SEGMENT));
        if (!span) {
            table.reject(WireData::VT_SEGMENT, "names a segment that does not exist");
            continue;
        }
        out.push_back({table.text(WireData::VT_KEY), *span, table.table<TensorLayout>(WireData::VT_LAYOUT),
                       false, table.offset()});
    }
    return out;
}

std::vector<NamedData> tensors_in(Bytes file, const FlatTable& root) {
    // Only the first versions had so many fields.
    if (root.has(OldTensorFile::VT_SEGMENTS)) {
        return old_tensors(root.tables<OldTensor>(OldTensorFile::VT_TENSORS),
                           Segments(file, root.tables<wire::Segment>(OldTensorFile::VT_SEGMENTS)));
    }
    return named_data(root.tables<WireData>(TensorFile::VT_NAMED_DATA),
                      Segments(file, root.tables<wire::Segment>(TensorFile::VT_SEGMENTS)));
}

Constant tensor_of(Model& model, const NamedData& data, FileId file) {
    Constant constant;
    constant.name = model.strings.intern(data.key);
    constant.file = file;
    constant.offset = data.span.offset;
    constant.length = data.span.length;
    if (!data.layout) {
        set_bytes(model, constant);
        return constant;
    }
    const LayoutFields& fields = data.old ? kOldLayout : kLayout;
    constant.dtype = data_type(static_cast<wire::ScalarType>(data.layout.number<int8_t>(fields.scalar_type)));
    constant.shape = read_sizes(model, data.layout, fields.sizes);
    const auto count = element_count(model, constant.shape);
    const auto needed = count ? packed_bytes(constant.dtype, *count) : std::nullopt;
    constant.length = std::min(constant.length, needed.value_or(constant.length));
    if (!set_order(model, constant, data.layout.numbers<uint8_t>(fields.dim_order))) {
        data.layout.reject(fields.dim_order, "is no order of the dimensions");
    }
    return constant;
}

Result<void> read_tensor_file(Model& model, const CancelToken& cancel) {
    return Reader(model, cancel).read();
}

}  // namespace netloupe::executorch
