#include "network_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "message_attributes.h"
#include "weight_params.h"
#include "weight_shapes.h"

namespace netloupe::coreml {

namespace {

using wire::bytes_tag;

/// NeuralNetworkLayer: the layer's own parameters are the field of a number from here on.
constexpr uint32_t kFirstLayer = 100;

/// Weights by name, as the layer calls them: of "weightParams[0].inputGateBiasVector" the last part.
std::string_view own_name(std::string_view name) {
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

class LayerReader {
public:
    LayerReader(CoremlReading& reading, NamedValues& values) : reading_(reading), values_(values) {}

    void read(Piece layer) {
        NodeDraft draft;
        draft.node.origin.offset = layer.offset;
        const Descriptor& type = descriptor("NeuralNetworkLayer");
        const FieldDescriptor* kind = nullptr;
        Piece parameters;
        std::vector<StringId> outputs;
        std::vector<Piece> types;
        reading_.each_field(layer, "NeuralNetworkLayer", [&](const wire::Field& field) {
            switch (field.tag) {
                case bytes_tag(1):
                    draft.node.name = reading_.text(field);
                    return;
                case bytes_tag(2):
                    draft.inputs.push_back(values_.use(reading_.text(field)));
                    return;
                case bytes_tag(3):
                    outputs.push_back(reading_.text(field));
                    return;
                case bytes_tag(5):
                    types.push_back(piece_of(field));
                    return;
                default:
                    break;
            }
            if (field.number() < kFirstLayer || field.type() != wire::WireType::kBytes) return;
            kind = type.FindFieldByNumber(static_cast<int>(field.number()));
            parameters = piece_of(field);
            if (kind == nullptr) draft.node.op = reading_.intern(fmt::format("layer {}", field.number()));
        });
        const size_t first = reading_.model.attributes.size();
        if (kind != nullptr) {
            draft.node.op = reading_.intern(kind->name());
            draft.node.is_custom = kind->name() == "custom";
            draft.input_names.assign(draft.inputs.size(), StringId(0U));
            add_parameters(reading_, parameters, *kind->message_type(), kind->name(),
                           reading_.model.text(draft.node.name), values_, draft);
        }
        for (size_t i = 0; i < outputs.size(); ++i) {
            const TensorId id = values_.define(outputs[i]);
            if (i < types.size()) read_type(types[i], values_[id]);
            draft.outputs.push_back(id);
        }
        add_node(reading_, values_.graph(), std::move(draft), first);
    }

private:
    /// Rank and extents that a writer notes of an output; extents may be left out.
    void read_type(Piece type, Tensor& tensor) {
        const auto extents = [&] {
            std::vector<Dimension> out;
            for (const uint64_t extent : numbers_of(type, 2)) {
                const auto value = static_cast<int64_t>(extent);
                out.push_back({value < 0 ? Dimension::kDynamic : value, StringId()});
            }
            return out;
        }();
        if (extents.empty() || extents.size() > limits::kRank) return;
        tensor.shape = {append(reading_.model.dims, std::span<const Dimension>(extents)), true};
    }

    CoremlReading& reading_;
    NamedValues& values_;
};

/// A mean image or a scaling of pixels, before the first layer.
void read_preprocessing(CoremlReading& reading, Piece preprocessing, NamedValues& values) {
    StringId feature(0U);
    const Descriptor& type = descriptor("NeuralNetworkPreprocessing");
    reading.each_field(preprocessing, "NeuralNetworkPreprocessing", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) feature = reading.text(field);
        if (field.tag != bytes_tag(10) && field.tag != bytes_tag(11)) return;
        const FieldDescriptor* kind = type.FindFieldByNumber(static_cast<int>(field.number()));
        NodeDraft draft;
        draft.node.op = reading.intern(kind->name());
        draft.node.origin.offset = field.offset;
        // Without a name it means the image.
        if (feature.value == 0) {
            const auto& inputs = reading.model.graph(values.graph()).inputs;
            if (!inputs.empty()) feature = values[inputs[0]].name;
        }
        draft.inputs.push_back(values.use(feature));
        draft.input_names.push_back(StringId(0U));
        const size_t first = reading.model.attributes.size();
        add_parameters(reading, piece_of(field), *kind->message_type(), kind->name(), kind->name(), values,
                       draft);
        draft.outputs.push_back(values.define(feature));
        add_node(reading, values.graph(), std::move(draft), first);
    });
}

}  // namespace

void add_parameters(CoremlReading& reading, Piece parameters, const Descriptor& type, std::string_view layer,
                    std::string_view name, NamedValues& values, NodeDraft& draft) {
    Model& model = reading.model;
    const TakeWeights take = [&](const std::string& field, Piece message) {
        const auto extents = weight_shape(layer, own_name(field), parameters);
        std::optional<uint64_t> expected;
        if (!extents.empty()) {
            uint64_t count = 1;
            bool over = extents.size() > limits::kRank;
            for (const uint64_t extent : extents)
                over = over || __builtin_mul_overflow(count, extent, &count);
            if (!over && count <= INT64_MAX) expected = count;
        }
        Weights weights = read_weights(reading, message, expected);
        // A bias that is declared but empty has no values.
        if (weights.count == 0) return;
        if (expected == weights.count) {
            std::vector<Dimension> dims;
            dims.reserve(extents.size());
            for (const uint64_t extent : extents) dims.push_back({static_cast<int64_t>(extent), StringId()});
            weights.constant.shape = {append(model.dims, std::span<const Dimension>(dims)), true};
        }
        Graph& graph = model.graphs[values.graph().index()];
        Tensor tensor;
        tensor.name = weights.constant.name = reading.intern(fmt::format("{}.{}", name, field));
        tensor.kind = ValueKind::kTensor;
        tensor.declared = true;
        tensor.dtype = weights.constant.dtype;
        tensor.shape = weights.constant.shape;
        tensor.quantization = weights.quantization;
        tensor.origin.offset = message.offset;
        tensor.constant = ConstantId(model.constants.size());
        model.constants.push_back(weights.constant);
        draft.inputs.emplace_back(graph.tensors.size());
        draft.input_names.push_back(reading.intern(field));
        graph.tensors.push_back(tensor);
    };
    read_message(reading, parameters, type, take);
}

void read_network(CoremlReading& reading, Piece network, NamedValues& values) {
    std::vector<Piece> layers;
    reading.each_field(network, "NeuralNetwork", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) layers.push_back(piece_of(field));
        if (field.tag == bytes_tag(2)) read_preprocessing(reading, piece_of(field), values);
    });
    LayerReader reader(reading, values);
    for (const Piece& layer : layers) {
        if (reading.hopeless()) return;
        reader.read(layer);
    }
}

}  // namespace netloupe::coreml
