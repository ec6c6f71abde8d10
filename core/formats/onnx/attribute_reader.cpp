#include "attribute_reader.h"

#include <optional>

#include "containers/protobuf_decoders.h"
#include "graph_reader.h"
#include "tensor_reader.h"
#include "type_reader.h"

namespace netloupe::onnx {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

/// AttributeProto.AttributeType.
enum WireAttributeType : uint8_t {
    kUndefined,
    kFloat,
    kInt,
    kString,
    kTensor,
    kGraph,
    kFloats,
    kInts,
    kStrings,
    kTensors,
    kGraphs,
    kSparseTensor,
    kSparseTensors,
    kTypeProto,
    kTypeProtos,
};

/// Numbers of the fields that hold the value.
enum ValueField : uint8_t {
    kF = 2,
    kI = 3,
    kS = 4,
    kT = 5,
    kG = 6,
    kFloatList = 7,
    kIntList = 8,
    kStringList = 9,
    kTensorList = 10,
    kGraphList = 11,
    kTp = 14,
    kTypeProtoList = 15,
    kSparse = 22,
    kSparseList = 23,
    kValueFields,
};

bool is_utf8(std::string_view text) {
    for (size_t i = 0; i < text.size();) {
        const auto lead = static_cast<uint8_t>(text[i]);
        const size_t length = lead < 0x80                   ? 1
                              : lead >= 0xC2 && lead < 0xE0 ? 2
                              : lead >= 0xE0 && lead < 0xF0 ? 3
                              : lead >= 0xF0 && lead < 0xF5 ? 4
                                                            : 0;
        if (length == 0 || length > text.size() - i) return false;
        for (size_t k = 1; k < length; ++k) {
            if ((static_cast<uint8_t>(text[i + k]) & 0xC0U) != 0x80) return false;
        }
        i += length;
    }
    return true;
}

class AttributeReader {
public:
    AttributeReader(Reading& reading, const FieldPath& path, GraphDraft& draft)
        : reading_(reading), model_(reading.model), path_(path), draft_(draft) {}

    Attribute read(const wire::Field& message) {
        message_ = message;
        scan();
        if (attribute_.type == AttributeType::kReference) return attribute_;
        // Models of the first ONNX versions have no `type`: the field that is there tells it.
        if (wire_type_ == kUndefined) wire_type_ = type_by_field();
        read_value();
        return attribute_;
    }

private:
    /// The occurrences of one field.
    struct Seen {
        uint32_t count = 0;  ///< Of fields; of numbers for floats and ints.
        uint64_t begin = 0;
        uint64_t end = 0;
        wire::Field last;
    };

    /// Reads everything but the value, because name and type may follow it.
    void scan() {
        wire::Reader reader(message_.bytes, message_.offset);
        wire::Field field;
        while (reader.next(field)) {
            switch (field.tag) {
                case bytes_tag(1):
                    attribute_.name = reading_.text(field, path_.field("name"));
                    break;
                case bytes_tag(13):  // doc_string
                    break;
                case varint_tag(20):
                    if (field.value <= kTypeProtos) wire_type_ = static_cast<uint8_t>(field.value);
                    break;
                case bytes_tag(21):
                    if (field.bytes.empty()) break;
                    attribute_.type = AttributeType::kReference;
                    attribute_.text = reading_.text(field, path_.field("ref_attr_name"));
                    break;
                default:
                    if (field.number() < kValueFields) present_ |= 1U << field.number();
            }
        }
        reading_.check(reader, path_);
    }

    [[nodiscard]] Seen look_for(ValueField number) const {
        Seen seen;
        if ((present_ & 1U << number) == 0) return seen;
        wire::Reader reader(message_.bytes, message_.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (field.number() != number) continue;
            if (seen.count == 0) seen.begin = field.start;
            seen.end = reader.offset();
            seen.last = field;
            uint64_t count = 1;
            if (field.tag == bytes_tag(kFloatList)) count = field.bytes.size() / 4;
            if (field.tag == bytes_tag(kIntList)) count = wire::count_varints(field.bytes);
            seen.count = static_cast<uint32_t>(std::min<uint64_t>(seen.count + count, limits::kElements));
        }
        return seen;
    }

    [[nodiscard]] uint8_t type_by_field() const {
        static constexpr std::array<std::pair<uint8_t, uint8_t>, 14> kOrder = {{
            {kIntList, kInts},
            {kFloatList, kFloats},
            {kStringList, kStrings},
            {kTensorList, kTensors},
            {kGraphList, kGraphs},
            {kT, kTensor},
            {kG, kGraph},
            {kSparse, kSparseTensor},
            {kSparseList, kSparseTensors},
            {kTp, kTypeProto},
            {kTypeProtoList, kTypeProtos},
            {kS, kString},
            {kI, kInt},
            {kF, kFloat},
        }};
        for (const auto& [field, type] : kOrder) {
            if ((present_ & 1U << field) != 0) return type;
        }
        return kInts;  // An empty list leaves no trace on the wire; nearly all lists are of integers.
    }

    void read_value() {
        switch (wire_type_) {
            case kFloat:
                attribute_.type = AttributeType::kFloat;
                attribute_.real = look_for(kF).last.real32();
                break;
            case kInt:
                attribute_.type = AttributeType::kInt;
                attribute_.integer = look_for(kI).last.integer();
                break;
            case kString:
                read_string();
                break;
            case kFloats:
                read_numbers(kFloatList);
                break;
            case kInts:
                read_numbers(kIntList);
                break;
            case kStrings:
                read_strings();
                break;
            default:
                read_messages();
        }
    }

    void read_messages() {
        switch (wire_type_) {
            case kTensor:
                attribute_.type = AttributeType::kTensor;
                if (const Seen t = look_for(kT); is_message(t)) {
                    attribute_.constant = read_tensor(reading_, t.last, path_.field("t")).constant;
                }
                break;
            case kSparseTensor:
                attribute_.type = AttributeType::kTensor;
                if (const Seen t = look_for(kSparse); is_message(t)) {
                    attribute_.constant =
                        read_sparse_tensor(reading_, t.last, path_.field("sparse_tensor")).constant;
                }
                break;
            case kGraph:
                attribute_.type = AttributeType::kGraph;
                if (const Seen g = look_for(kG); is_message(g)) {
                    attribute_.graph = read_subgraph(g.last, path_.field("g"));
                }
                break;
            case kTypeProto:
                attribute_.type = AttributeType::kType;
                if (const Seen tp = look_for(kTp); is_message(tp)) {
                    attribute_.text =
                        model_.strings.intern(read_type_text(reading_, tp.last, path_.field("tp")));
                }
                break;
            default:
                read_message_list();
        }
    }

    void read_message_list() {
        std::vector<uint32_t> ids;
        if (wire_type_ == kTensors || wire_type_ == kSparseTensors) {
            attribute_.type = AttributeType::kTensors;
            const bool sparse = wire_type_ == kSparseTensors;
            for_each(sparse ? kSparseList : kTensorList, sparse ? "sparse_tensors" : "tensors",
                     [&](const wire::Field& field, const FieldPath& path) {
                         const StoredTensor tensor = sparse ? read_sparse_tensor(reading_, field, path)
                                                            : read_tensor(reading_, field, path);
                         ids.push_back(tensor.constant.value);
                     });
        } else if (wire_type_ == kGraphs) {
            attribute_.type = AttributeType::kGraphs;
            for_each(kGraphList, "graphs", [&](const wire::Field& field, const FieldPath& path) {
                const GraphId graph = read_subgraph(field, path);
                if (graph.valid()) ids.push_back(graph.value);
            });
        } else {
            return read_types();
        }
        attribute_.list = append(model_.ids, std::span<const uint32_t>(ids));
    }

    void read_types() {
        attribute_.type = AttributeType::kStrings;
        std::vector<StringId> texts;
        for_each(kTypeProtoList, "type_protos", [&](const wire::Field& field, const FieldPath& path) {
            texts.push_back(model_.strings.intern(read_type_text(reading_, field, path)));
        });
        attribute_.list = append(model_.texts, std::span<const StringId>(texts));
    }

    void read_string() {
        const wire::Field field = look_for(kS).last;
        attribute_.type = AttributeType::kString;
        if (field.bytes.size() > limits::kInlineText) {
            attribute_.type = AttributeType::kBytes;
            attribute_.constant =
                stay_in_file(DataType::kUint8, field.offset, field.bytes.size(), field.bytes.size());
            return;
        }
        if (!is_utf8(as_text(field.bytes))) attribute_.type = AttributeType::kBytes;
        attribute_.text = model_.strings.intern(as_text(field.bytes));
    }

    void read_strings() {
        attribute_.type = AttributeType::kStrings;
        attribute_.list.begin = static_cast<uint32_t>(model_.texts.size());
        for_each(kStringList, "strings", [&](const wire::Field& field, const FieldPath& path) {
            model_.texts.push_back(reading_.text(field, path));
        });
        attribute_.list.count = static_cast<uint32_t>(model_.texts.size()) - attribute_.list.begin;
    }

    void read_numbers(ValueField list) {
        const bool floats = list == kFloatList;
        attribute_.type = floats ? AttributeType::kFloats : AttributeType::kInts;
        const Seen seen = look_for(list);
        if (seen.count > limits::kInlineList) {
            attribute_.constant = stay_in_file(floats ? DataType::kFloat32 : DataType::kInt64, seen.begin,
                                               seen.end - seen.begin, seen.count);
            Constant& constant = model_.constants[attribute_.constant.index()];
            constant.decoder = &wire::kNumberFields;
            constant.decoder_argument = list;
            return;
        }
        attribute_.list.begin = static_cast<uint32_t>(floats ? model_.floats.size() : model_.ints.size());
        for_each(list, floats ? "floats" : "ints", [&](const wire::Field& field, const FieldPath&) {
            floats ? add_floats(field) : add_ints(field);
        });
        const size_t end = floats ? model_.floats.size() : model_.ints.size();
        attribute_.list.count = static_cast<uint32_t>(end) - attribute_.list.begin;
    }

    void add_ints(const wire::Field& field) {
        if (field.type() != wire::WireType::kBytes) return model_.ints.push_back(field.integer());
        wire::for_each_varint(field.bytes, [&](uint64_t value) {
            model_.ints.push_back(static_cast<int64_t>(value));
            return true;
        });
    }

    void add_floats(const wire::Field& field) {
        if (field.type() != wire::WireType::kBytes) {
            model_.floats.push_back(double{field.real32()});
            return;
        }
        for (size_t i = 0; i + 4 <= field.bytes.size(); i += 4) {
            model_.floats.push_back(load<float>(field.bytes, i).value_or(0));
        }
    }

    ConstantId stay_in_file(DataType dtype, uint64_t offset, uint64_t length, uint64_t count) {
        Constant constant;
        constant.name = attribute_.name;
        constant.dtype = dtype;
        const auto extent = static_cast<int64_t>(count);
        constant.shape = fixed_shape(model_, std::span(&extent, 1));
        constant.file = FileId(0U);
        constant.offset = offset;
        constant.length = length;
        model_.constants.push_back(constant);
        return ConstantId(model_.constants.size() - 1);
    }

    GraphId read_subgraph(const wire::Field& field, const FieldPath& path) {
        GraphPlace place(GraphKind::kSubgraph);
        place.parent = &draft_;
        place.outer = draft_.id;
        place.owner = NodeId(draft_.graph.nodes.size());
        place.owner_attribute = attribute_.name;
        return read_graph(reading_, field, path, place);
    }

    static bool is_message(const Seen& seen) {
        return seen.count > 0 && seen.last.type() == wire::WireType::kBytes;
    }

    /// Goes through the occurrences of one repeated field again.
    template <typename Visit>
    void for_each(ValueField number, std::string_view name, Visit&& visit) {
        if ((present_ & 1U << number) == 0) return;
        wire::Reader reader(message_.bytes, message_.offset);
        wire::Field field;
        uint64_t index = 0;
        const bool numbers = number == kFloatList || number == kIntList;
        while (reader.next(field)) {
            if (field.number() != number) continue;
            if (numbers || field.type() == wire::WireType::kBytes) visit(field, path_.element(name, index++));
        }
    }

    Reading& reading_;
    Model& model_;
    const FieldPath& path_;
    GraphDraft& draft_;
    wire::Field message_;
    Attribute attribute_;
    uint8_t wire_type_ = kUndefined;
    uint32_t present_ = 0;  ///< Bit i: field number i is there.
};

}  // namespace

Attribute read_attribute(Reading& reading, const wire::Field& message, const FieldPath& path,
                         GraphDraft& draft) {
    return AttributeReader(reading, path, draft).read(message);
}

}  // namespace netloupe::onnx
