#include "layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <unordered_set>

#include "base/utf8.h"

namespace netloupe::signature {

namespace {

/// Nodes that are looked at on the way from an input, or back from an output.
constexpr size_t kSteps = 64;

using Axes = std::vector<size_t>;

Axes identity(size_t rank) {
    Axes axes(rank);
    std::iota(axes.begin(), axes.end(), size_t{0});
    return axes;
}

/// The letters of the dimensions of images (or of series, of volumes) of that rank.
std::string_view letters(size_t rank, bool channels_last) {
    switch (rank) {
        case 3:
            return channels_last ? "NWC" : "NCW";
        case 4:
            return channels_last ? "NHWC" : "NCHW";
        case 5:
            return channels_last ? "NDHWC" : "NCDHW";
        default:
            return {};
    }
}

bool is_spatial(OpKind kind) {
    switch (kind) {
        case OpKind::kConv:
        case OpKind::kDepthwiseConv:
        case OpKind::kConvTranspose:
        case OpKind::kDeformConv:
        case OpKind::kMaxPool:
        case OpKind::kAveragePool:
        case OpKind::kLpPool:
        case OpKind::kGlobalMaxPool:
        case OpKind::kGlobalAveragePool:
        case OpKind::kGlobalLpPool:
        case OpKind::kDepthToSpace:
        case OpKind::kSpaceToDepth:
            return true;
        default:
            return false;
    }
}

/// Keeps what each dimension means.
bool keeps_axes(const View& view, NodeId node) {
    switch (view.kind(node)) {
        case OpKind::kIdentity:
        case OpKind::kQuantize:
        case OpKind::kDequantize:
        case OpKind::kDynamicQuantize:
        case OpKind::kFakeQuantize:
        case OpKind::kPad:
        case OpKind::kMirrorPad:
        case OpKind::kSlice:
        case OpKind::kStridedSlice:
        case OpKind::kConcat:
        case OpKind::kSplit:
        case OpKind::kBatchNormalization:
        case OpKind::kInstanceNormalization:
        case OpKind::kLocalResponseNormalization:
        case OpKind::kDropout:
        case OpKind::kSoftmax:
        case OpKind::kResize:
        case OpKind::kResizeLinear:
        case OpKind::kResizeNearest:
            return true;
        default:
            return has(view.meaning.traits(view.id, node), OpTraits::kElementwise);
    }
}

bool channels_last(const View& view, NodeId id) {
    const Node& node = view.node(id);
    return view.tflite() || view.text(node.op).starts_with("Nhwc") ||
           view.text(node.domain).ends_with("nhwc") ||
           view.model.int_attribute(node, "channels_last", 0) != 0;
}

/// What the node says of the dimensions of tensors of that rank that it reads or makes.
std::string_view letters_of(const View& view, NodeId node, size_t rank) {
    const OpKind kind = view.kind(node);
    const bool resize = view.tflite() && (kind == OpKind::kResizeLinear || kind == OpKind::kResizeNearest);
    // Blocked channels are a layout of their own.
    if ((!is_spatial(kind) && !resize) || view.text(view.node(node).domain).ends_with("nchwc")) return {};
    return letters(rank, channels_last(view, node));
}

std::string permuted_text(const Axes& axes) {
    return fmt::format("({})", fmt::join(axes, ", "));
}

/// The way from an input to all operators that say what its dimensions are.
class ForwardSearch {
public:
    explicit ForwardSearch(const View& view) : view_(view) {}

    Statement from(TensorId input) {
        const auto rank = view_.rank(input);
        if (!rank || letters(*rank, false).empty()) return {};
        queue_.push_back({input, identity(*rank)});
        while (!queue_.empty() && steps_ < kSteps) {
            const Place place = std::move(queue_.front());
            queue_.pop_front();
            if (!seen_.insert(place.tensor.value).second) continue;
            for (const Use& use : view_.readers(place.tensor)) visit(place, use);
        }
        return contradicted_ ? Statement() : std::move(found_);
    }

private:
    struct Place {
        TensorId tensor;
        Axes axes;  ///< Which dimension of the input each of the tensor's is.
    };

    void visit(const Place& place, const Use& use) {
        if (++steps_ > kSteps || view_.meaning.input_role(view_.id, use.node, use.slot) != OperandRole::kData)
            return;
        if (const auto said = letters_of(view_, use.node, place.axes.size()); !said.empty()) {
            return hear(said, place.axes, use.node);
        }
        const TensorId out = view_.output(use.node);
        if (!out.valid()) return;
        if (view_.kind(use.node) == OpKind::kTranspose) {
            const auto order = view_.permutation(use.node);
            if (!order || order->size() != place.axes.size()) return;
            Axes axes;
            for (const size_t from : *order) axes.push_back(place.axes[from]);
            queue_.push_back({out, std::move(axes)});
        } else if (keeps_axes(view_, use.node) && view_.rank(out) == place.axes.size()) {
            for (const TensorId each : view_.model.outputs(view_.node(use.node))) {
                if (each.valid()) queue_.push_back({each, place.axes});
            }
        }
    }

    void hear(std::string_view said, const Axes& axes, NodeId node) {
        std::string layout(said.size(), '?');
        for (size_t i = 0; i < axes.size(); ++i) layout[axes[i]] = said[i];
        if (found_.said()) {
            contradicted_ |= found_.text != layout;
            return;
        }
        const bool straight = layout == said;
        found_ = {layout,
                  straight ? fmt::format("{} reads it so", view_.label(node))
                           : fmt::format("transposed {} to {}, which {} reads", permuted_text(axes), said,
                                         view_.label(node)),
                  node};
    }

    const View& view_;
    std::deque<Place> queue_;
    std::unordered_set<uint32_t> seen_;
    size_t steps_ = 0;
    Statement found_;
    bool contradicted_ = false;
};

constexpr size_t kNoAxis = SIZE_MAX;

struct BackwardPlace {
    TensorId tensor;
    Axes axes;  ///< Which dimension of the output each of the tensor's is.
};

Statement made_so(const View& view, const BackwardPlace& at, std::string_view said, NodeId node) {
    std::string layout(said.size(), '?');
    for (size_t i = 0; i < at.axes.size(); ++i) layout[at.axes[i]] = said[i];
    const bool straight = layout == said;
    return {layout,
            straight ? fmt::format("{} makes it so", view.label(node))
                     : fmt::format("{} makes {}, which is transposed", view.label(node), said),
            node};
}

/// The first data input whose elements the node moves or changes in place; none when dimensions change.
TensorId same_axes_input(const View& view, NodeId node, size_t rank) {
    for (size_t slot = 0; slot < view.model.inputs(view.node(node)).size(); ++slot) {
        const TensorId in = view.input(node, slot);
        if (!in.valid() || view.tensor(in).constant.valid() || view.rank(in) != rank) continue;
        if (view.meaning.input_role(view.id, node, static_cast<uint32_t>(slot)) == OperandRole::kData)
            return in;
    }
    return {};
}

/// The tensor that the last operator on the way back was made of; nothing where its dimensions are others.
std::optional<BackwardPlace> before(const View& view, const BackwardPlace& at, NodeId node) {
    if (view.kind(node) == OpKind::kTranspose) {
        const auto order = view.permutation(node);
        if (!order || order->size() != at.axes.size()) return std::nullopt;
        Axes axes(order->size(), kNoAxis);
        for (size_t i = 0; i < order->size(); ++i) axes[(*order)[i]] = at.axes[i];
        return BackwardPlace{view.input(node, 0), std::move(axes)};
    }
    if (!keeps_axes(view, node)) return std::nullopt;
    return BackwardPlace{same_axes_input(view, node, at.axes.size()), at.axes};
}

/// The names of dimensions that ONNX's denotations stand for.
char letter_of(std::string_view denotation) {
    if (denotation == "DATA_BATCH") return 'N';
    if (denotation == "DATA_CHANNEL") return 'C';
    return denotation == "DATA_FEATURE" ? 'F' : '?';
}

/// ONNX's denotations of dimensions: batch, channel and features, which are heights and widths of images.
Statement denoted(const View& view, TensorId tensor) {
    const auto rank = view.rank(tensor);
    if (!rank || letters(*rank, false).empty()) return {};
    std::string said(*rank, '?');
    for (const KeyValue& entry : view.model.metadata_of(view.tensor(tensor).metadata)) {
        for (size_t i = 0; i < *rank; ++i) {
            if (view.text(entry.key) == fmt::format("denotation[{}]", i))
                said[i] = letter_of(view.text(entry.value));
        }
    }
    for (const bool last : {false, true}) {
        std::string pattern(letters(*rank, last));
        for (char& letter : pattern) letter = letter == 'N' || letter == 'C' ? letter : 'F';
        if (said == pattern)
            return {std::string(letters(*rank, last)), "its dimensions are denoted so", NodeId()};
    }
    return {};
}

Statement dimension_names(const View& view, TensorId tensor) {
    for (const KeyValue& entry : view.model.metadata_of(view.tensor(tensor).metadata)) {
        if (view.tflite() && view.text(entry.key) == "dimension_names")
            return {to_utf8(view.text(entry.value)), "TFLite metadata: dimension names", NodeId()};
    }
    return denoted(view, tensor);
}

}  // namespace

Statement layout_of_input(const View& view, TensorId tensor) {
    Statement walked = ForwardSearch(view).from(tensor);
    return walked.said() ? walked : dimension_names(view, tensor);
}

Statement layout_of_output(const View& view, TensorId tensor) {
    const auto rank = view.rank(tensor);
    if (rank && !letters(*rank, false).empty()) {
        BackwardPlace at{tensor, identity(*rank)};
        for (size_t step = 0; step < kSteps && at.tensor.valid(); ++step) {
            const NodeId node = view.tensor(at.tensor).producer;
            if (!node.valid()) break;
            if (const auto said = letters_of(view, node, at.axes.size()); !said.empty())
                return made_so(view, at, said, node);
            auto next = before(view, at, node);
            if (!next) break;
            at = std::move(*next);
        }
    }
    return dimension_names(view, tensor);
}

std::optional<size_t> channel_axis(const Statement& layout) {
    const size_t axis = layout.text.find('C');
    if (axis == std::string::npos || layout.text.size() > 5) return std::nullopt;
    return axis;
}

}  // namespace netloupe::signature
