#include "attribute_reader.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "graph_reader.h"
#include "tensor_reader.h"

namespace netloupe::ort {

namespace {

using Wire = wire::Attribute;

class AttributeReader {
public:
    AttributeReader(OrtReading& reading, const FlatTable& table, const std::string& path, Place place,
                    uint32_t depth)
        : reading_(reading),
          model_(reading.model),
          table_(table),
          path_(path),
          place_(place),
          depth_(depth) {}

    Attribute read() {
        out_.name = reading_.intern(table_.text(Wire::VT_NAME));
        read_value(static_cast<wire::AttributeType>(table_.number<int32_t>(Wire::VT_TYPE)));
        return out_;
    }

private:
    void read_value(wire::AttributeType type) {
        using enum wire::AttributeType;
        switch (type) {
            case FLOAT:
                out_.type = AttributeType::kFloat;
                out_.real = double{table_.number<float>(Wire::VT_F)};
                return;
            case INT:
                out_.type = AttributeType::kInt;
                out_.integer = table_.number<int64_t>(Wire::VT_I);
                return;
            case STRING:
                return read_text();
            case TENSOR:
                out_.type = AttributeType::kTensor;
                out_.constant =
                    read_constant(reading_, table_.table<wire::Tensor>(Wire::VT_T), path_ + ".t", place_);
                return;
            case GRAPH:
                out_.type = AttributeType::kGraph;
                out_.graph = graph(table_.table<wire::Graph>(Wire::VT_G), path_ + ".g");
                return;
            case FLOATS:
                return read_list(AttributeType::kFloats, DataType::kFloat32,
                                 table_.span<float>(Wire::VT_FLOATS));
            case INTS:
                return read_list(AttributeType::kInts, DataType::kInt64, table_.span<int64_t>(Wire::VT_INTS));
            case STRINGS:
                return read_texts();
            case TENSORS:
                return read_tensors();
            case GRAPHS:
                return read_graphs();
            default:
                table_.reject(Wire::VT_TYPE, "is of a kind that the format has no field for");
        }
    }

    void read_text() {
        const auto text = table_.text(Wire::VT_S);
        out_.type = is_utf8(text) ? AttributeType::kString : AttributeType::kBytes;
        out_.text = reading_.intern(text);
    }

    /// A long list stays in the file.
    template <typename T>
    void read_list(AttributeType type, DataType dtype, const FlatNumbers<T>& values) {
        out_.type = type;
        if (values.size() > limits::kInlineList) {
            Constant constant;
            constant.name = out_.name;
            constant.dtype = dtype;
            constant.file = FileId(0U);
            constant.offset = values.offset();
            constant.length = values.bytes().size();
            const Dimension extent{values.size(), StringId()};
            constant.shape = {append(model_.dims, std::span(&extent, 1)), true};
            out_.constant = ConstantId(model_.constants.size());
            model_.constants.push_back(constant);
            return;
        }
        if constexpr (std::is_same_v<T, float>) {
            out_.list = push_all(model_.floats, values);
        } else {
            out_.list = push_all(model_.ints, values);
        }
    }

    template <typename Pooled, typename T>
    static Range push_all(std::vector<Pooled>& pool, const FlatNumbers<T>& values) {
        const Range list{static_cast<uint32_t>(pool.size()), values.size()};
        for (uint32_t i = 0; i < values.size(); ++i) pool.push_back(static_cast<Pooled>(values[i]));
        return list;
    }

    void read_texts() {
        out_.type = AttributeType::kStrings;
        const auto texts = table_.texts(Wire::VT_STRINGS);
        out_.list.begin = static_cast<uint32_t>(model_.texts.size());
        for (uint32_t i = 0; i < texts.size() && !reading_.hopeless(); ++i) {
            model_.texts.push_back(reading_.intern(texts[i]));
            ++out_.list.count;
        }
    }

    void read_tensors() {
        out_.type = AttributeType::kTensors;
        const auto tables = table_.tables<wire::Tensor>(Wire::VT_TENSORS);
        std::vector<uint32_t> ids;
        for (uint32_t i = 0; i < tables.size() && !reading_.hopeless(); ++i) {
            ids.push_back(
                read_constant(reading_, tables[i], path_ + ".tensors[" + std::to_string(i) + "]", place_)
                    .value);
        }
        out_.list = append(model_.ids, std::span<const uint32_t>(ids));
    }

    void read_graphs() {
        out_.type = AttributeType::kGraphs;
        const auto tables = table_.tables<wire::Graph>(Wire::VT_GRAPHS);
        std::vector<uint32_t> ids;
        for (uint32_t i = 0; i < tables.size() && !reading_.hopeless(); ++i) {
            const GraphId id = graph(tables[i], path_ + ".graphs[" + std::to_string(i) + "]");
            if (id.valid()) ids.push_back(id.value);
        }
        out_.list = append(model_.ids, std::span<const uint32_t>(ids));
    }

    GraphId graph(const FlatTable& table, const std::string& path) {
        return read_graph(reading_, table, {path, place_.graph, place_.node, out_.name, depth_ + 1});
    }

    OrtReading& reading_;
    Model& model_;
    const FlatTable& table_;
    const std::string& path_;
    Place place_;
    uint32_t depth_;
    Attribute out_;
};

}  // namespace

Attribute read_attribute(OrtReading& reading, const FlatTable& table, const std::string& path, Place place,
                         uint32_t depth) {
    return AttributeReader(reading, table, path, place, depth).read();
}

}  // namespace netloupe::ort
