#include "line_map.h"

namespace netloupe::onnx {

namespace {

/// Visits elements as graph_reader does: a serialised message has its fields in the order of their numbers.
class LineCollector {
public:
    LineCollector(const LineMap& map, SourceLines& lines) : map_(map), lines_(lines) {}

    void model(const schema::ModelProto& model) {
        graph(model.graph());
        for (const auto& training : model.training_info()) {
            if (training.has_initialization()) graph(training.initialization());
            if (training.has_algorithm()) graph(training.algorithm());
        }
        for (const auto& function : model.functions()) {
            add(SourceLines::kGraphs, function);
            for (const auto& node : function.node()) this->node(node);
        }
    }

private:
    void graph(const schema::GraphProto& graph) {
        add(SourceLines::kGraphs, graph);
        for (const auto& node : graph.node()) this->node(node);
        for (const auto& tensor : graph.initializer()) add(SourceLines::kTensors, tensor);
        for (const auto& value : graph.input()) add(SourceLines::kValues, value);
        for (const auto& value : graph.output()) add(SourceLines::kValues, value);
        for (const auto& tensor : graph.sparse_initializer()) add(SourceLines::kTensors, tensor);
    }

    void node(const schema::NodeProto& node) {
        add(SourceLines::kNodes, node);
        for (const auto& attribute : node.attribute()) {
            if (attribute.has_g()) graph(attribute.g());
            for (const auto& each : attribute.graphs()) graph(each);
        }
    }

    void add(SourceLines::Kind kind, const google::protobuf::Message& message) {
        const auto found = map_.find(&message);
        lines_.lines[kind].push_back(found == map_.end() ? 0 : found->second);
    }

    const LineMap& map_;
    SourceLines& lines_;
};

}  // namespace

Result<ConvertedText> finish_conversion(const schema::ModelProto& model, const LineMap& lines) {
    ConvertedText converted;
    auto binary = protobuf_text::serialize(model);
    if (!binary) return std::unexpected(binary.error());
    converted.binary = std::move(*binary);
    LineCollector(lines, converted.lines).model(model);
    return converted;
}

}  // namespace netloupe::onnx
