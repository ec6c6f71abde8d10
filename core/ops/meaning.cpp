#include "ops/meaning.h"

#include <string_view>
#include <unordered_map>

#include "ops/node_schema.h"

namespace netloupe {

namespace {

/// What makes nodes of one name and version differ in meaning.
enum class Form : uint8_t { kPlain, kCustom, kFunctionCall, kNearest, kLinear };

struct Key {
    StringId op;
    StringId domain;
    int32_t version;
    Form form;
    friend bool operator==(const Key&, const Key&) = default;
};

struct KeyHash {
    size_t operator()(const Key& key) const {
        const uint64_t names = uint64_t{key.op.value} << 32 | key.domain.value;
        const auto rest = static_cast<uint64_t>(key.version) << 8 | static_cast<uint64_t>(key.form);
        return (names * 0x9E3779B97F4A7C15ULL) ^ (rest * 0xC2B2AE3D27D4EB4FULL);
    }
};

class FormFinder {
public:
    explicit FormFinder(const Model& model) : model_(model), mode_(model.strings.find("mode")) {
        if (dialect_of(model) != Dialect::kOnnx) return;
        resize_ = model.strings.find("Resize");
        upsample_ = model.strings.find("Upsample");
    }

    [[nodiscard]] Form form(const Node& node) const {
        if (node.callee.valid()) return Form::kFunctionCall;
        if (node.is_custom) return Form::kCustom;
        if (node.op != resize_ && node.op != upsample_) return Form::kPlain;
        for (const Attribute& attribute : model_.attributes_of(node)) {
            if (attribute.name != mode_) continue;
            const std::string_view mode = model_.text(attribute.text);
            if (mode == "linear") return Form::kLinear;
            if (mode != "nearest") return Form::kPlain;
        }
        return Form::kNearest;
    }

private:
    const Model& model_;
    StringId mode_;
    StringId resize_;
    StringId upsample_;
};

OpKind kind_of(const OperatorSchema* schema, Form form) {
    if (form == Form::kFunctionCall) return OpKind::kCall;
    if (schema == nullptr) return OpKind::kUnknown;
    if (form == Form::kNearest) return OpKind::kResizeNearest;
    return form == Form::kLinear ? OpKind::kResizeLinear : schema->kind;
}

}  // namespace

Dialect dialect_of(const Model& model) {
    switch (model.format) {
        case Format::kOnnx:
        case Format::kOrt:
            return Dialect::kOnnx;
        case Format::kTflite:
            return Dialect::kTflite;
        case Format::kTorchScript:
        case Format::kTorchExport:
        case Format::kExecutorch:
            return Dialect::kTorch;
        case Format::kTensorflow:
        case Format::kTensorflowJs:
            return Dialect::kTensorflow;
        case Format::kKeras:
            return Dialect::kKeras;
        case Format::kCoreml:
            return Dialect::kCoreml;
        case Format::kOpenvino:
            return Dialect::kOpenvino;
        case Format::kCaffe:
            return Dialect::kCaffe;
        case Format::kDarknet:
            return Dialect::kDarknet;
        case Format::kNcnn:
            return Dialect::kNcnn;
        case Format::kMnn:
            return Dialect::kMnn;
        case Format::kPaddle:
            return Dialect::kPaddle;
        case Format::kMlir:
        case Format::kJax:
            return Dialect::kMlir;
        case Format::kGguf:
        case Format::kGgml:
            return Dialect::kGgml;
        case Format::kSafetensors:
        case Format::kNumpy:
        case Format::kPytorch:
        case Format::kRknn:
        case Format::kPickle:
            return Dialect::kNone;
    }
    return Dialect::kNone;
}

const OperatorSchema* schema_of(const Model& model, const Node& node) {
    if (node.callee.valid()) return nullptr;
    const std::string_view op = model.text(node.op);
    const Dialect dialect = dialect_of(model);
    switch (dialect) {
        case Dialect::kTflite:
            return find_operator(dialect, node.is_custom ? "custom" : "", op, node.version);
        case Dialect::kKeras:
            // Keras renamed its modules again and again; classes of others may have names of its layers.
            return node.is_custom ? nullptr : find_operator(dialect, "", op, node.version);
        default:
            return find_operator(dialect, model.text(node.domain), op, node.version);
    }
}

Meaning::Meaning(const Model& model) {
    const FormFinder forms(model);
    std::unordered_map<Key, uint32_t, KeyHash> seen;
    for (const Graph& graph : model.graphs) {
        first_.push_back(static_cast<uint32_t>(indices_.size()));
        for (const Node& node : graph.nodes) {
            const Form form = forms.form(node);
            const Key key{node.op, node.domain, node.version, form};
            const auto [found, added] = seen.try_emplace(key, static_cast<uint32_t>(facts_.size()));
            if (added) {
                const OperatorSchema* schema = schema_of(model, node);
                const OpKind kind = kind_of(schema, form);
                const OpTraits own = schema == nullptr ? OpTraits::kNone : schema->traits;
                facts_.push_back({schema, kind, own | traits_of(kind)});
            }
            indices_.push_back(found->second);
        }
    }
}

OperandRole Meaning::input_role(GraphId graph, NodeId node, uint32_t slot) const {
    const OperatorSchema* known = schema(graph, node);
    const OperandSchema* operand = known == nullptr ? nullptr : known->input(slot);
    return operand == nullptr ? OperandRole::kData : operand->role;
}

OperandRole Meaning::output_role(GraphId graph, NodeId node, uint32_t slot) const {
    const OperatorSchema* known = schema(graph, node);
    const OperandSchema* operand = known == nullptr ? nullptr : known->output(slot);
    return operand == nullptr ? OperandRole::kData : operand->role;
}

}  // namespace netloupe
