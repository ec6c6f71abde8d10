#include "scene.h"

#include <algorithm>

#include "node_units.h"
#include "shape_arithmetic.h"
#include "text_width.h"
#include "type_class.h"

namespace netloupe::view {

namespace {

constexpr uint32_t kNoItem = UINT32_MAX;

/// Sizes of cards in CSS pixels; the webview draws texts of these sizes into them.
constexpr float kTitleSize = 13;
constexpr float kLineSize = 11;
constexpr float kPillSize = 11;
constexpr float kPadding = 12;
constexpr float kTitleHeight = 26;
constexpr float kLineHeight = 16;
constexpr float kPillHeight = 20;
constexpr float kIoHeight = 24;
constexpr float kLeastWidth = 88;
constexpr float kMostWidth = 280;

Category category(OpCategory from) {
    switch (from) {
        case OpCategory::kMatrix:
            return Category::Matrix;
        case OpCategory::kRecurrent:
            return Category::Recurrent;
        case OpCategory::kActivation:
            return Category::Activation;
        case OpCategory::kNormalization:
            return Category::Normalization;
        case OpCategory::kPooling:
            return Category::Pooling;
        case OpCategory::kLayout:
            return Category::Layout;
        case OpCategory::kMath:
            return Category::Math;
        case OpCategory::kReduction:
            return Category::Reduction;
        case OpCategory::kQuantization:
            return Category::Quantization;
        case OpCategory::kControlFlow:
            return Category::ControlFlow;
        case OpCategory::kConstant:
            return Category::Constant;
        case OpCategory::kData:
            return Category::Data;
        case OpCategory::kCustom:
            return Category::Custom;
    }
    return Category::Custom;
}

/// Names that would crowd the drawing ("p2o.DynamicDimension.0") are a question mark.
constexpr size_t kLongestDimension = 8;

Severity severity_of(const lint::Finding& finding) {
    switch (finding.severity) {
        case lint::Severity::kError:
            return Severity::Error;
        case lint::Severity::kWarning:
            return Severity::Warning;
        default:
            return Severity::Info;
    }
}

class Composer {
public:
    Composer(const Model& model, GraphId id, const ViewOptions& options)
        : model_(model),
          id_(id),
          graph_(model.graph(id)),
          known_(model, options.shapes),
          meaning_(model),
          folding_(fold_constants(model, id, meaning_, options.unfold)),
          types_(type_classes(model, id, meaning_, known_)),
          in_unit_(find_node_units(model, id, meaning_, folding_.constant_only)),
          about_shapes_(find_shape_arithmetic(model, id, meaning_, folding_.constant_only)),
          item_of_node_(graph_.nodes.size(), kNoItem),
          item_of_source_(graph_.tensors.size(), kNoItem) {}

    Scene compose(std::span<const lint::Finding> findings) {
        scene_.items.reserve(graph_.nodes.size() + graph_.inputs.size() + graph_.outputs.size());
        add_inputs();
        add_nodes();
        add_lines();
        add_captured_lines();
        add_outputs();
        mark(findings);
        return std::move(scene_);
    }

private:
    void add_inputs() {
        for (const TensorId input : graph_.inputs) add_source(input);
        for (const Capture& capture : graph_.captures) {
            const Tensor& tensor = graph_.tensor(capture.local);
            if (!tensor.constant.valid() && !tensor.consumers.empty()) add_source(capture.local);
        }
        // Values that come from nowhere: state that is kept between runs, or a producer that is missing.
        for (size_t t = 0; t < graph_.tensors.size(); ++t) {
            const Tensor& tensor = graph_.tensors[t];
            const bool nowhere =
                !tensor.producer.valid() && !tensor.constant.valid() && !tensor.consumers.empty();
            if (nowhere && item_of_source_[t] == kNoItem) add_source(TensorId(t));
        }
    }

    void add_source(TensorId id) {
        // An ONNX input with an initializer is a weight that a caller may override; it is drawn as the weight
        // it is.
        if (id.index() >= graph_.tensors.size() || graph_.tensor(id).constant.valid()) return;
        if (item_of_source_[id.index()] != kNoItem || graph_.tensor(id).producer.valid()) return;
        item_of_source_[id.index()] = static_cast<uint32_t>(scene_.items.size());
        add_io(ItemKind::Input, id);
    }

    void add_io(ItemKind kind, TensorId id) {
        const Tensor& tensor = graph_.tensor(id);
        Item item;
        item.kind = kind;
        item.id = id.value;
        item.category = Category::Io;
        const std::string_view name = model_.text(tensor.name);
        item.title = scene_.strings.intern(name.empty() ? "(unnamed)" : name);
        item.height = kIoHeight;
        item.width = std::clamp(text_width(scene_.strings.view(item.title), kPillSize) + 2 * kPadding,
                                kLeastWidth, kMostWidth);
        scene_.items.push_back(item);
    }

    void add_nodes() {
        const CardWriter writer(model_, id_, meaning_, folding_);
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            if (folding_.shown_by[n].valid()) continue;
            item_of_node_[n] = static_cast<uint32_t>(scene_.items.size());
            scene_.items.push_back(card(NodeId(n), writer.write(NodeId(n))));
        }
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            const NodeId shown_by = folding_.shown_by[n];
            if (!shown_by.valid()) continue;
            const uint32_t item = item_of_node_[shown_by.index()];
            item_of_node_[n] = item;
            scene_.items[item].flags |= kFolded;
            scene_.folded.emplace_back(NodeId(n), item);
        }
    }

    Item card(NodeId id, const CardText& text) {
        const Node& node = graph_.node(id);
        const OpKind kind = meaning_.kind(id_, id);
        Item item;
        item.id = id.value;
        item.category = category_of(id);
        item.title = scene_.strings.intern(text.title);
        item.line1 = scene_.strings.intern(text.line1);
        item.line2 = scene_.strings.intern(text.line2);
        item.chip = scene_.strings.intern(text.chip);
        if (kind == OpKind::kQuantize || kind == OpKind::kDequantize) item.flags |= kSlim;
        if (node.is_custom) item.flags |= kCustom;
        if (folding_.constant_only[id.index()]) item.flags |= kConstantItem;
        if (opens(node)) item.flags |= kOpens;
        measure(item, text);
        return item;
    }

    /// An operator that no table knows may be a new one of the format's own: only the file makes it a custom
    /// one.
    [[nodiscard]] Category category_of(NodeId id) const {
        if (graph_.node(id).is_custom) return Category::Custom;
        const OperatorSchema* schema = meaning_.schema(id_, id);
        return schema == nullptr ? Category::Data : category(schema->category);
    }

    static void measure(Item& item, const CardText& text) {
        if ((item.flags & kSlim) != 0) {
            item.width = text_width(text.title, kPillSize) + kPadding;
            item.height = kPillHeight;
            return;
        }
        float title = text_width(text.title, kTitleSize);
        if (!text.chip.empty()) title += text_width(text.chip, kLineSize) + kPadding + 8;
        const float lines = std::max(text_width(text.line1, kLineSize), text_width(text.line2, kLineSize));
        item.width = std::clamp(std::max(title, lines) + 2 * kPadding, kLeastWidth, kMostWidth);
        const int count = (text.line1.empty() ? 0 : 1) + (text.line2.empty() ? 0 : 1);
        item.height = kTitleHeight + static_cast<float>(count) * kLineHeight + (count > 0 ? 4 : 0);
    }

    [[nodiscard]] bool opens(const Node& node) const {
        if (node.callee.valid()) return true;
        return std::ranges::any_of(model_.attributes_of(node), [](const Attribute& a) {
            return a.type == AttributeType::kGraph || a.type == AttributeType::kGraphs;
        });
    }

    void add_lines() {
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            if (folding_.shown_by[n].valid()) continue;
            const auto inputs = model_.inputs(graph_.nodes[n]);
            for (size_t slot = 0; slot < inputs.size(); ++slot) {
                const TensorId input = inputs[slot];
                if (!input.valid() || std::find(inputs.begin(), inputs.begin() + static_cast<ptrdiff_t>(slot),
                                                input) != inputs.begin() + static_cast<ptrdiff_t>(slot)) {
                    continue;
                }
                add_line(input, item_of_node_[n], about_shapes_[n]);
            }
        }
    }

    /// Values that graphs inside a node take from this one enter through that node.
    void add_captured_lines() {
        std::vector<std::pair<NodeId, TensorId>> taken;
        for (const Graph& graph : model_.graphs) {
            const NodeId holder = holder_of(graph);
            if (!holder.valid() || folding_.shown_by[holder.index()].valid()) continue;
            for (const Capture& capture : graph.captures) {
                if (capture.outer_graph == id_ && capture.outer.index() < graph_.tensors.size())
                    taken.emplace_back(holder, capture.outer);
            }
        }
        std::ranges::sort(taken, {},
                          [](const auto& pair) { return std::pair(pair.first.value, pair.second.value); });
        const auto repeated = std::ranges::unique(taken);
        taken.erase(repeated.begin(), repeated.end());
        for (const auto& [node, tensor] : taken) {
            const auto inputs = model_.inputs(graph_.node(node));
            if (std::ranges::find(inputs, tensor) == inputs.end())
                add_line(tensor, item_of_node_[node.index()], false);
        }
    }

    /// The node of this graph that holds a graph, directly or through others.
    [[nodiscard]] NodeId holder_of(const Graph& graph) const {
        const Graph* at = &graph;
        for (size_t depth = 0; depth < model_.graphs.size() && at->parent.valid(); ++depth) {
            if (at->parent == id_) return at->owner;
            at = &model_.graph(at->parent);
        }
        return {};
    }

    void add_line(TensorId id, uint32_t target, bool about_shapes) {
        const Tensor& tensor = graph_.tensor(id);
        uint32_t source = item_of_source_[id.index()];
        Line line;
        if (tensor.producer.valid()) {
            if (folding_.shown_by[tensor.producer.index()].valid()) return;
            source = item_of_node_[tensor.producer.index()];
            line.port = output_slot(tensor.producer, id);
            about_shapes |= about_shapes_[tensor.producer.index()];
        }
        if (source == kNoItem) return;
        line.source = source;
        line.target = target;
        line.tensor = id;
        line.dtype_class = runs_in_integers(tensor, target) ? DtypeClass::Integer : types_[id.index()];
        line.about_shapes = about_shapes;
        if (has_scale(tensor)) line.flags |= kQuantized;
        if (tensor.is_captured) line.flags |= kCaptured;
        if (known_.ranked(id_, id))
            line.label = scene_.strings.intern(known_.shape_text(id_, id, kLongestDimension));
        scene_.lines.push_back(line);
    }

    /// Between the nodes of a unit the file says float, and integers flow.
    [[nodiscard]] bool runs_in_integers(const Tensor& tensor, uint32_t target) const {
        const Item& taker = scene_.items[target];
        if (taker.kind == ItemKind::Node && in_unit_[taker.id]) return true;
        return tensor.producer.valid() && in_unit_[tensor.producer.index()];
    }

    /// Converters also write down what calibration observed of tensors that they left in float.
    [[nodiscard]] bool has_scale(const Tensor& tensor) const {
        if (!tensor.quantization.valid()) return false;
        const Quantization& quantization = model_.quantization(tensor.quantization);
        return quantization.scheme != QuantizationScheme::kPerTensor ||
               quantization.scale.kind != ParameterSource::Kind::kNone;
    }

    [[nodiscard]] uint32_t output_slot(NodeId node, TensorId tensor) const {
        const auto outputs = model_.outputs(graph_.node(node));
        return static_cast<uint32_t>(std::ranges::find(outputs, tensor) - outputs.begin());
    }

    void add_outputs() {
        for (const TensorId output : graph_.outputs) {
            if (output.index() >= graph_.tensors.size()) continue;
            const auto target = static_cast<uint32_t>(scene_.items.size());
            add_io(ItemKind::Output, output);
            add_line(output, target, false);
        }
    }

    void mark(std::span<const lint::Finding> findings) {
        for (const lint::Finding& finding : findings) {
            if (finding.graph != id_) continue;
            mark(finding.node, severity_of(finding));
            for (const NodeId node : finding.nodes) mark(node, severity_of(finding));
        }
    }

    void mark(NodeId node, view::Severity severity) {
        if (node.index() >= item_of_node_.size() || item_of_node_[node.index()] == kNoItem) return;
        Item& item = scene_.items[item_of_node_[node.index()]];
        item.severity = std::max(item.severity, severity);
    }

    const Model& model_;
    GraphId id_;
    const Graph& graph_;
    infer::KnownTypes known_;
    Meaning meaning_;
    Folding folding_;
    std::vector<DtypeClass> types_;   ///< By tensor.
    std::vector<bool> in_unit_;       ///< By node.
    std::vector<bool> about_shapes_;  ///< By node.
    std::vector<uint32_t> item_of_node_;
    std::vector<uint32_t> item_of_source_;  ///< By tensor: the pill that supplies it.
    Scene scene_;
};

}  // namespace

Scene compose(const Model& model, GraphId graph, const ViewOptions& options,
              std::span<const lint::Finding> findings) {
    return Composer(model, graph, options).compose(findings);
}

}  // namespace netloupe::view
