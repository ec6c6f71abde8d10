#include "parameters.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/byte_cursor.h"
#include "schemas/caffe.pb.h"

namespace netloupe::caffe {

namespace {

namespace pb = google::protobuf;

/// Parameters are small; what is larger is no list of options.
constexpr size_t kMostBytes = 1U << 20;

const pb::Descriptor* layer_type(Generation generation) {
    switch (generation) {
        case Generation::kV0:
            return schema::caffe::V0LayerParameter::descriptor();
        case Generation::kV1:
            return schema::caffe::V1LayerParameter::descriptor();
        default:
            return schema::caffe::LayerParameter::descriptor();
    }
}

/// The first generation's names of what got another one.
std::string_view todays_name(std::string_view name) {
    constexpr auto kRenamed = std::to_array<std::pair<std::string_view, std::string_view>>({
        {"biasterm", "bias_term"},
        {"kernelsize", "kernel_size"},
        {"meanfile", "mean_file"},
        {"batchsize", "batch_size"},
        {"cropsize", "crop_size"},
        {"det_fg_threshold", "fg_threshold"},
        {"det_bg_threshold", "bg_threshold"},
        {"det_fg_fraction", "fg_fraction"},
        {"det_context_pad", "context_pad"},
        {"det_crop_mode", "crop_mode"},
        {"shuffle_images", "shuffle"},
    });
    const auto found =
        std::ranges::find(kRenamed, name, &std::pair<std::string_view, std::string_view>::first);
    return found == kRenamed.end() ? name : found->second;
}

std::string json_of(const pb::Message& message) {
    std::string text;
    pb::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    return pb::util::MessageToJsonString(message, &text, options).ok() ? text : std::string();
}

/// Turns the fields of a message into attributes.
class FieldReader {
public:
    FieldReader(Model& model, std::vector<Attribute>& attributes) : model_(model), attributes_(attributes) {}

    void read_all(const pb::Message& message) {
        std::vector<const pb::FieldDescriptor*> fields;
        message.GetReflection()->ListFields(message, &fields);
        for (const pb::FieldDescriptor* field : fields) read(message, *field);
    }

    void read(const pb::Message& message, const pb::FieldDescriptor& field) {
        Attribute attribute;
        attribute.name = model_.strings.intern(todays_name(field.name()));
        if (field.cpp_type() == pb::FieldDescriptor::CPPTYPE_MESSAGE) {
            attribute.type = AttributeType::kJson;
            attribute.text = model_.strings.intern(messages(message, field));
        } else if (field.is_repeated()) {
            read_list(message, field, attribute);
        } else {
            read_single(message, field, attribute);
        }
        attributes_.push_back(attribute);
    }

private:
    static std::string messages(const pb::Message& message, const pb::FieldDescriptor& field) {
        const pb::Reflection& reflection = *message.GetReflection();
        if (!field.is_repeated()) return json_of(reflection.GetMessage(message, &field));
        std::string text = "[";
        for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
            if (i > 0) text += ',';
            text += json_of(reflection.GetRepeatedMessage(message, &field, i));
        }
        return text + "]";
    }

    void read_single(const pb::Message& message, const pb::FieldDescriptor& field, Attribute& attribute) {
        const pb::Reflection& reflection = *message.GetReflection();
        switch (field.cpp_type()) {
            case pb::FieldDescriptor::CPPTYPE_BOOL:
                attribute.type = AttributeType::kBool;
                attribute.integer = reflection.GetBool(message, &field) ? 1 : 0;
                break;
            case pb::FieldDescriptor::CPPTYPE_ENUM:
                attribute.type = AttributeType::kEnum;
                attribute.integer = reflection.GetEnumValue(message, &field);
                attribute.text = model_.strings.intern(reflection.GetEnum(message, &field)->name());
                break;
            case pb::FieldDescriptor::CPPTYPE_FLOAT:
                attribute.type = AttributeType::kFloat;
                attribute.real = reflection.GetFloat(message, &field);
                break;
            case pb::FieldDescriptor::CPPTYPE_DOUBLE:
                attribute.type = AttributeType::kFloat;
                attribute.real = reflection.GetDouble(message, &field);
                break;
            case pb::FieldDescriptor::CPPTYPE_STRING:
                attribute.type = AttributeType::kString;
                attribute.text = model_.strings.intern(reflection.GetString(message, &field));
                break;
            default:
                attribute.integer = integer(message, field);
        }
    }

    static int64_t integer(const pb::Message& message, const pb::FieldDescriptor& field) {
        const pb::Reflection& reflection = *message.GetReflection();
        switch (field.cpp_type()) {
            case pb::FieldDescriptor::CPPTYPE_INT32:
                return reflection.GetInt32(message, &field);
            case pb::FieldDescriptor::CPPTYPE_UINT32:
                return reflection.GetUInt32(message, &field);
            case pb::FieldDescriptor::CPPTYPE_INT64:
                return reflection.GetInt64(message, &field);
            default:
                return static_cast<int64_t>(reflection.GetUInt64(message, &field));
        }
    }

    void read_list(const pb::Message& message, const pb::FieldDescriptor& field, Attribute& attribute) {
        const pb::Reflection& reflection = *message.GetReflection();
        const int count = reflection.FieldSize(message, &field);
        if (field.cpp_type() == pb::FieldDescriptor::CPPTYPE_STRING) {
            std::vector<StringId> texts;
            for (int i = 0; i < count; ++i) {
                texts.push_back(model_.strings.intern(reflection.GetRepeatedString(message, &field, i)));
            }
            attribute.type = AttributeType::kStrings;
            attribute.list = append(model_.texts, std::span<const StringId>(texts));
        } else if (field.cpp_type() == pb::FieldDescriptor::CPPTYPE_FLOAT) {
            std::vector<double> reals;
            for (int i = 0; i < count; ++i) reals.push_back(reflection.GetRepeatedFloat(message, &field, i));
            attribute.type = AttributeType::kFloats;
            attribute.list = append(model_.floats, std::span<const double>(reals));
        } else {
            std::vector<int64_t> ints;
            for (int i = 0; i < count; ++i) ints.push_back(listed_integer(message, field, i));
            attribute.type = AttributeType::kInts;
            attribute.list = append(model_.ints, std::span<const int64_t>(ints));
        }
    }

    static int64_t listed_integer(const pb::Message& message, const pb::FieldDescriptor& field, int i) {
        const pb::Reflection& reflection = *message.GetReflection();
        switch (field.cpp_type()) {
            case pb::FieldDescriptor::CPPTYPE_INT32:
                return reflection.GetRepeatedInt32(message, &field, i);
            case pb::FieldDescriptor::CPPTYPE_UINT32:
                return reflection.GetRepeatedUInt32(message, &field, i);
            case pb::FieldDescriptor::CPPTYPE_INT64:
                return reflection.GetRepeatedInt64(message, &field, i);
            case pb::FieldDescriptor::CPPTYPE_BOOL:
                return reflection.GetRepeatedBool(message, &field, i) ? 1 : 0;
            case pb::FieldDescriptor::CPPTYPE_ENUM:
                return reflection.GetRepeatedEnumValue(message, &field, i);
            default:
                return 0;
        }
    }

    Model& model_;
    std::vector<Attribute>& attributes_;
};

/// Messages whose fields are the layer's own attributes.
bool is_of_layer(std::string_view name) {
    return name.ends_with("_param") && name != "transform_param" && name != "loss_param";
}

std::unique_ptr<pb::Message> parse(const pb::Descriptor* type, Bytes bytes) {
    const pb::LogSilencer silence;
    const pb::Message* prototype = pb::MessageFactory::generated_factory()->GetPrototype(type);
    std::unique_ptr<pb::Message> message(prototype->New());
    const bool good = message->ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size()));
    return good ? std::move(message) : nullptr;
}

}  // namespace

void read_parameters(Model& model, Generation generation, Bytes fields, std::vector<Attribute>& attributes) {
    if (fields.size() > kMostBytes) return;
    const auto layer = parse(layer_type(generation), fields);
    if (layer == nullptr) return;
    FieldReader reader(model, attributes);
    std::vector<const pb::FieldDescriptor*> present;
    layer->GetReflection()->ListFields(*layer, &present);
    for (const pb::FieldDescriptor* field : present) {
        const bool flat = field->cpp_type() == pb::FieldDescriptor::CPPTYPE_MESSAGE &&
                          !field->is_repeated() && is_of_layer(field->name());
        if (flat) {
            reader.read_all(layer->GetReflection()->GetMessage(*layer, field));
        } else {
            reader.read(*layer, *field);
        }
    }
}

}  // namespace netloupe::caffe
