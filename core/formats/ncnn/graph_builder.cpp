#include "graph_builder.h"

#include <algorithm>
#include <filesystem>

namespace netloupe::ncnn {

namespace {

/// The number of the parameter that tells the shapes of a layer's outputs.
constexpr int64_t kShapes = 30;

/// "m.bin" of "m.param" and "m.param.bin".
std::string weights_of_model(const std::string& path) {
    std::filesystem::path name = std::filesystem::path(path).filename();
    if (name.extension() == ".bin") name.replace_extension();
    if (name.extension() == ".param") name.replace_extension();
    return name.string() + ".bin";
}

}  // namespace

GraphBuilder::GraphBuilder(Model& model)
    : model_(model), weights_(model, model.strings.intern(weights_of_model(model.files[0].path))) {}

void GraphBuilder::finish() {
    weights_.finish();
    find_outputs();
    order_input_dimensions();
    connect(model_, graph_);
    model_.graphs.push_back(std::move(graph_));
}

void GraphBuilder::add(const Layer& layer) {
    std::vector<TensorId> outputs;
    for (const std::string& top : layer.tops) outputs.push_back(add_blob(top, layer));
    read_shapes(layer, outputs);
    if (layer.type == "Input" && layer.bottoms.empty()) return add_input(layer, outputs);
    if (layer.type == "MemoryData" && outputs.size() == 1) return add_memory(layer, outputs[0]);
    Node node;
    node.op = intern(layer.type);
    node.name = intern(layer.name);
    node.is_custom = find_layer_type(layer.type) == nullptr;
    node.origin = origin(layer);
    const std::vector<TensorId> inputs = inputs_of(layer);
    node.inputs = append(model_.operands, std::span<const TensorId>(inputs));
    node.outputs = append(model_.operands, std::span<const TensorId>(outputs));
    node.attributes = read_parameters(layer);
    graph_.nodes.push_back(node);
}

Origin GraphBuilder::origin(const Layer& layer) {
    return {layer.offset, layer.line};
}

TensorId GraphBuilder::add_tensor(StringId name, const Layer& layer) {
    Tensor& tensor = graph_.tensors.emplace_back();
    tensor.name = name;
    tensor.kind = ValueKind::kTensor;
    tensor.dtype = DataType::kFloat32;
    tensor.origin = origin(layer);
    return TensorId(graph_.tensors.size() - 1);
}

TensorId GraphBuilder::add_blob(const std::string& name, const Layer& layer) {
    const StringId id = intern(name);
    const TensorId tensor = add_tensor(id, layer);
    by_name_.try_emplace(id, tensor);
    return tensor;
}

TensorId GraphBuilder::blob(const std::string& name, const Layer& layer) {
    const StringId id = intern(name);
    const auto found = by_name_.find(id);
    return found == by_name_.end() ? add_blob(name, layer) : found->second;
}

std::vector<TensorId> GraphBuilder::inputs_of(const Layer& layer) {
    std::vector<TensorId> inputs;
    std::vector<bool> is_taken;
    for (const Weight& weight : weights_of(layer)) {
        const uint32_t slot = weight.slot;
        if (slot >= inputs.size()) {
            inputs.resize(slot + 1);
            is_taken.resize(slot + 1);
        }
        inputs[slot] = add_weight(weight, layer);
        is_taken[slot] = true;
    }
    set_quantization(layer, inputs);
    size_t next = 0;
    for (const std::string& bottom : layer.bottoms) {
        while (next < inputs.size() && is_taken[next]) ++next;
        if (next == inputs.size()) inputs.emplace_back();
        inputs[next++] = blob(bottom, layer);
    }
    return inputs;
}

TensorId GraphBuilder::add_weight(const Weight& weight, const Layer& layer) {
    const StringId name = intern(layer.name + "." + std::string(weight.name));
    const TensorId id = add_tensor(name, layer);
    set_constant(id, weights_.take(weight, name));
    return id;
}

void GraphBuilder::set_constant(TensorId id, ConstantId constant) {
    Tensor& tensor = graph_.tensors[id.index()];
    tensor.constant = constant;
    tensor.declared = true;
    tensor.dtype = model_.constant(constant).dtype;
    tensor.shape = model_.constant(constant).shape;
}

void GraphBuilder::set_quantization(const Layer& layer, std::span<const TensorId> inputs) {
    constexpr size_t kWeight = 1;
    constexpr size_t kScales = 3;
    if (inputs.size() <= kScales || !inputs[kWeight].valid() || !inputs[kScales].valid()) return;
    if (!layer.type.starts_with("Convolution") && layer.type != "InnerProduct" && layer.type != "Embed")
        return;
    Tensor& weight = graph_.tensors[inputs[kWeight].index()];
    if (weight.dtype != DataType::kInt8) return;
    Constant scale = model_.constant(graph_.tensor(inputs[kScales]).constant);
    const auto count = element_count(model_, scale.shape).value_or(0);
    const auto dims = model_.dims_of(weight.shape);
    if (count == 0 || dims.empty()) return;
    scale.decoder = &kReciprocal;
    model_.constants.push_back(scale);
    Quantization quantization;
    quantization.storage = DataType::kInt8;
    quantization.scale.kind = ParameterSource::Kind::kConstant;
    quantization.scale.constant = ConstantId(model_.constants.size() - 1);
    const auto rows = static_cast<uint64_t>(dims[0].value);
    if (count > 1) quantization.scheme = QuantizationScheme::kPerAxis;
    if (count > 1 && count != rows) {
        quantization.scheme = QuantizationScheme::kBlockwise;
        quantization.block_size = static_cast<int64_t>(rows / count);
    }
    model_.quantizations.push_back(quantization);
    weight.quantization = QuantizationId(model_.quantizations.size() - 1);
}

void GraphBuilder::add_input(const Layer& layer, std::span<const TensorId> outputs) {
    std::vector<int64_t> dims;
    for (const int64_t id : {2, 11, 1, 0}) {
        if (const int64_t extent = layer.integer(id, 0); extent > 0) dims.push_back(extent);
    }
    for (const TensorId output : outputs) {
        graph_.inputs.push_back(output);
        Tensor& tensor = graph_.tensors[output.index()];
        if (!tensor.shape.known && !dims.empty()) set_shape(tensor, dims);
    }
}

void GraphBuilder::add_memory(const Layer& layer, TensorId output) {
    const auto weights = weights_of(layer);
    if (weights.empty()) return;
    set_constant(output, weights_.take(weights[0], graph_.tensor(output).name));
}

void GraphBuilder::set_shape(Tensor& tensor, std::span<const int64_t> dims) {
    tensor.shape = {{static_cast<uint32_t>(model_.dims.size()), static_cast<uint32_t>(dims.size())}, true};
    for (const int64_t dim : dims) model_.dims.push_back({dim, {}});
    tensor.declared = true;
}

void GraphBuilder::read_shapes(const Layer& layer, std::span<const TensorId> outputs) {
    const auto found = std::ranges::find(layer.parameters, kShapes, &Parameter::id);
    if (found == layer.parameters.end() || outputs.empty()) return;
    const size_t step = found->ints.size() / outputs.size();
    for (size_t i = 0; i < outputs.size() && step >= 4; ++i) {
        const auto entry = std::span(found->ints).subspan(i * step, step);
        const int64_t rank = entry[0];
        if (rank < 1 || rank > 4 || static_cast<size_t>(rank) >= step) continue;
        std::vector<int64_t> dims(entry.begin() + 1, entry.begin() + 1 + rank);
        if (rank == 3 && step == 5) dims[2] = entry[4];
        std::ranges::reverse(dims);
        if (std::ranges::all_of(dims, [](int64_t d) { return d > 0; })) {
            set_shape(graph_.tensors[outputs[i].index()], dims);
        }
    }
}

Range GraphBuilder::read_parameters(const Layer& layer) {
    std::vector<Attribute> attributes;
    const LayerType* type = find_layer_type(layer.type);
    for (const Parameter& parameter : layer.parameters) {
        if (parameter.id == kShapes) continue;
        const ParameterType* known = type == nullptr || parameter.id < 0 || parameter.id > UINT32_MAX
                                         ? nullptr
                                         : type->parameter(static_cast<uint32_t>(parameter.id));
        attributes.push_back(read_parameter(layer, parameter, known));
    }
    return append(model_.attributes, std::span<const Attribute>(attributes));
}

Attribute GraphBuilder::read_parameter(const Layer& layer, const Parameter& parameter,
                                       const ParameterType* known) {
    Attribute attribute;
    const std::string_view name = known != nullptr          ? known->name
                                  : !parameter.name.empty() ? parameter.name
                                                            : std::string_view();
    attribute.name = intern(name.empty() ? std::to_string(parameter.id) : std::string(name));
    switch (parameter.kind) {
        case Parameter::Kind::kInt:
            set_integer(layer, parameter, known, attribute);
            break;
        case Parameter::Kind::kReal:
            attribute.type = AttributeType::kFloat;
            attribute.real = parameter.real;
            break;
        case Parameter::Kind::kText:
            attribute.type = AttributeType::kString;
            attribute.text = intern(parameter.text);
            break;
        case Parameter::Kind::kInts:
            attribute.type = AttributeType::kInts;
            attribute.list = append(model_.ints, std::span<const int64_t>(parameter.ints));
            break;
        case Parameter::Kind::kReals:
            attribute.type = AttributeType::kFloats;
            attribute.list = append(model_.floats, std::span<const double>(parameter.reals));
            break;
    }
    return attribute;
}

void GraphBuilder::set_integer(const Layer& layer, const Parameter& parameter, const ParameterType* known,
                               Attribute& attribute) {
    attribute.integer = parameter.integer;
    if (known == nullptr) return;
    const std::string_view meaning = meaning_of(layer.type, known->name, parameter.integer);
    if (!meaning.empty()) {
        attribute.type = AttributeType::kEnum;
        attribute.text = intern(meaning);
    } else if (known->kind == ParameterType::Kind::kReal) {  // "1" of a text.
        attribute.type = AttributeType::kFloat;
        attribute.real = static_cast<double>(parameter.integer);
    }
}

void GraphBuilder::find_outputs() {
    std::vector<bool> taken(graph_.tensors.size());
    for (const Node& node : graph_.nodes) {
        for (const TensorId input : model_.inputs(node)) {
            if (input.valid()) taken[input.index()] = true;
        }
    }
    for (const Node& node : graph_.nodes) {
        for (const TensorId output : model_.outputs(node)) {
            if (!taken[output.index()]) graph_.outputs.push_back(output);
        }
    }
}

void GraphBuilder::order_input_dimensions() {
    for (const Node& node : graph_.nodes) {
        const auto inputs = model_.inputs(node);
        if (inputs.size() < 2 || !inputs[0].valid() || !inputs[1].valid()) continue;
        if (std::ranges::find(graph_.inputs, inputs[0]) == graph_.inputs.end()) continue;
        if (model_.text(node.op) != "Convolution") continue;
        const auto weight = model_.dims_of(graph_.tensor(inputs[1]).shape);
        const auto shape = graph_.tensor(inputs[0]).shape;
        if (weight.size() != 4 || shape.dims.count != 3) continue;
        const auto dims = std::span(model_.dims).subspan(shape.dims.begin, shape.dims.count);
        if (dims[0].value != weight[1].value && dims[2].value == weight[1].value) std::ranges::reverse(dims);
    }
}

}  // namespace netloupe::ncnn
