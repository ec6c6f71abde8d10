#include "meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "metadata.h"

namespace netloupe::signature {

namespace {

/// Nodes between an output and the operator that says what it is.
constexpr int kSteps = 16;

/// Letters of a description that are shown.
constexpr size_t kDescription = 300;

void add(Port& port, std::string text, std::string reason, NodeId node = {}) {
    port.meaning.push_back({std::move(text), std::move(reason), node});
}

std::string shortened(std::string_view text) {
    if (text.size() <= kDescription) return to_utf8(text);
    return to_utf8(text.substr(0, text.rfind(' ', kDescription))) + " …";
}

void describe_texts(const View& view, Port& port) {
    if (const auto description = tensor_metadata(view, port.tensor, "description"); !description.empty())
        add(port, shortened(description), "TFLite metadata: description");
}

/// Moves or converts values and leaves their meaning.
bool keeps_meaning(OpKind kind) {
    switch (kind) {
        case OpKind::kIdentity:
        case OpKind::kCast:
        case OpKind::kQuantize:
        case OpKind::kDequantize:
        case OpKind::kReshape:
        case OpKind::kFlatten:
        case OpKind::kSqueeze:
        case OpKind::kUnsqueeze:
            return true;
        default:
            return false;
    }
}

/// Where an output's values come from: a node and which of its outputs it is.
struct Source {
    NodeId node;
    size_t slot = 0;
    bool reshaped = false;  ///< Dimensions behind the node are not those of the output.
};

std::optional<Source> source_of(const View& view, TensorId tensor) {
    bool reshaped = false;
    for (int step = 0; step < kSteps && tensor.valid(); ++step) {
        const NodeId node = view.tensor(tensor).producer;
        if (!node.valid()) return std::nullopt;
        const auto outputs = view.model.outputs(view.node(node));
        const auto slot = static_cast<size_t>(std::ranges::find(outputs, tensor) - outputs.begin());
        const OpKind kind = view.kind(node);
        if (!keeps_meaning(kind)) return Source{node, slot, reshaped};
        reshaped |= kind == OpKind::kReshape || kind == OpKind::kFlatten || kind == OpKind::kSqueeze ||
                    kind == OpKind::kUnsqueeze;
        tensor = view.input(node, 0);
    }
    return std::nullopt;
}

class OutputFacts {
public:
    OutputFacts(const View& view, Port& port) : view_(view), port_(port) {}

    void fill() {
        describe_texts(view_, port_);
        const auto source = source_of(view_, port_.tensor);
        const bool labelled = labels() || ultralytics();
        boxes();
        if (source) made_by(*source, labelled);
    }

private:
    /// Labels that TensorFlow Lite metadata attach to the output.
    bool labels() {
        if (const auto axis = labels_of(view_, port_.tensor, "TENSOR_AXIS_LABELS")) {
            // One label for each element of the last dimension, else the file contradicts itself.
            if (axis->count && port_.ranked && !port_.shape.empty() && port_.shape.back().fixed() &&
                port_.shape.back().value != static_cast<int64_t>(*axis->count)) {
                return false;
            }
            add(port_,
                axis->count ? fmt::format("scores of {} classes, named in {}", *axis->count, axis->file)
                            : fmt::format("scores of classes, named in {}", axis->file),
                "TFLite metadata: labels of the axis");
            return true;
        }
        if (const auto values = labels_of(view_, port_.tensor, "TENSOR_VALUE_LABELS")) {
            add(port_,
                values->count
                    ? fmt::format("numbers of classes: lines of {} ({} labels)", values->file, *values->count)
                    : fmt::format("numbers of classes: lines of {}", values->file),
                "TFLite metadata: labels of the values");
        }
        return false;
    }

    /// What the exporter of Ultralytics writes of its own models.
    bool ultralytics() {
        if (view_.tflite() || model_metadata(view_.model, "author") != "Ultralytics" || port_.place != 0)
            return false;
        const auto task = model_metadata(view_.model, "task");
        const auto names = named_classes(model_metadata(view_.model, "names"));
        if (!names || !port_.ranked) return false;
        const auto extent = [&](size_t axis) {
            return axis < port_.shape.size() ? port_.shape[axis].value : Dimension::kDynamic;
        };
        const auto classes = static_cast<int64_t>(*names);
        if (task == "classify" && port_.shape.size() == 2 && extent(1) == classes) {
            add(port_, fmt::format("scores of {} classes, named in the metadata", classes),
                "metadata: task classify, names");
            return true;
        }
        if (task == "detect" && port_.shape.size() == 3 && extent(1) == 4 + classes) {
            add(port_,
                fmt::format("a column for each box: centre x, centre y, width, height, then scores of {} "
                            "classes, named in the metadata",
                            classes),
                "metadata: author Ultralytics, task detect, names");
        }
        return false;
    }

    void boxes() {
        const auto content = parsed(tensor_metadata(view_, port_.tensor, "content"));
        const auto* box = content_of(content, "BoundingBoxProperties");
        if (box == nullptr) return;
        const auto type = text_of(*box, "type");
        std::array<std::string_view, 4> parts;
        if (type == "BOUNDARIES") {
            parts = {"left", "top", "right", "bottom"};
        } else if (type == "UPPER_LEFT") {
            parts = {"left", "top", "width", "height"};
        } else if (type == "CENTER") {
            parts = {"centre x", "centre y", "width", "height"};
        } else {
            return add(port_, "boxes", "TFLite metadata: BoundingBoxProperties");
        }
        const auto order = numbers(*box, "index");
        std::string listed;
        for (size_t i = 0; i < parts.size(); ++i) {
            const size_t part = order.size() == parts.size() && order[i] >= 0 && order[i] < 4
                                    ? static_cast<size_t>(order[i])
                                    : i;
            listed += fmt::format("{}{}", i == 0 ? "" : ", ", parts[part]);
        }
        const bool pixels = text_of(*box, "coordinate_type") == "PIXEL";
        add(port_,
            fmt::format("boxes: {}, {}", listed, pixels ? "in pixels" : "as parts of the image's size"),
            "TFLite metadata: BoundingBoxProperties");
    }

    void made_by(const Source& source, bool labelled) {
        const std::string label = view_.label(source.node);
        const std::string by = label + " makes it";
        switch (view_.kind(source.node)) {
            case OpKind::kSoftmax:
                return softmax(source, "probabilities", by);
            case OpKind::kLogSoftmax:
                return softmax(source, "logarithms of probabilities", by);
            case OpKind::kSigmoid:
                return add(port_, "each value between 0 and 1 on its own", by, source.node);
            case OpKind::kTanh:
                return add(port_, "each value between −1 and 1", by, source.node);
            case OpKind::kArgMax:
                return add(port_, "index of the greatest element", by, source.node);
            case OpKind::kArgMin:
                return add(port_, "index of the smallest element", by, source.node);
            case OpKind::kTopK:
                return add(
                    port_,
                    source.slot == 0 ? "the greatest values, in order" : "indices of the greatest values", by,
                    source.node);
            case OpKind::kL2Normalization:
                return add(port_, "vectors of length 1", by, source.node);
            case OpKind::kDetectionPostProcess:
                return detection(source);
            case OpKind::kNonMaxSuppression:
                return suppression(source);
            case OpKind::kClassicalModel:
                return classifier(source);
            case OpKind::kMap:
                return zip_map(source);
            default:
                return by_name(source, labelled);
        }
    }

    void softmax(const Source& source, std::string_view what, const std::string& by) {
        const TensorId in = view_.input(source.node, 0);
        const auto rank = in.valid() ? view_.rank(in) : std::nullopt;
        std::string over;
        if (rank && *rank > 0) {
            const Node& node = view_.node(source.node);
            // Before version 13 ONNX takes all dimensions from axis (1) on as one.
            const bool flattens = !view_.tflite() && node.version < 13;
            const int64_t written = view_.model.int_attribute(node, "axis", flattens ? 1 : -1);
            const auto axis =
                static_cast<size_t>(written < 0 ? written + static_cast<int64_t>(*rank) : written);
            const auto extent = view_.extent(in, axis);
            if (extent && (!flattens || axis + 1 == *rank)) over = fmt::format(" over {}", *extent);
        }
        add(port_,
            fmt::format("{}{}: {}", what, over, what == "probabilities" ? "they sum to 1" : "none above 0"),
            by, source.node);
    }

    void detection(const Source& source) {
        constexpr std::array kWhat{"boxes: top, left, bottom, right, as parts of the image's size",
                                   "numbers of classes, from 0", "scores", "how many boxes count"};
        if (source.slot < kWhat.size())
            add(port_, kWhat[source.slot],
                fmt::format("output {} of {}", source.slot + 1, view_.label(source.node)), source.node);
    }

    void suppression(const Source& source) {
        const std::string reason = fmt::format("output {} of {}", source.slot + 1, view_.label(source.node));
        if (!view_.tflite())
            return add(port_, "chosen boxes: rows of batch, class and box index", reason, source.node);
        constexpr std::array kVersion4{"indices of the chosen boxes", "how many boxes are chosen"};
        constexpr std::array kVersion5{"indices of the chosen boxes", "their scores",
                                       "how many boxes are chosen"};
        const bool five = view_.text(view_.node(source.node).op).ends_with("V5");
        if (five && source.slot < kVersion5.size()) add(port_, kVersion5[source.slot], reason, source.node);
        if (!five && source.slot < kVersion4.size()) add(port_, kVersion4[source.slot], reason, source.node);
    }

    [[nodiscard]] size_t class_labels(const Node& node) const {
        for (const std::string_view name :
             {"classlabels_strings", "classlabels_int64s", "classlabels_ints"}) {
            const Attribute* labels = view_.model.find_attribute(node, name);
            if (labels != nullptr && labels->list.count > 0) return labels->list.count;
        }
        return 0;
    }

    void classifier(const Source& source) {
        const Node& node = view_.node(source.node);
        if (!view_.text(node.op).ends_with("Classifier")) return;
        const size_t classes = class_labels(node);
        const std::string of = classes == 0 ? "classes" : fmt::format("{} classes", classes);
        const std::string reason = fmt::format("output {} of {}", source.slot + 1, view_.label(source.node));
        if (source.slot == 0) add(port_, fmt::format("label of the class, of {}", of), reason, source.node);
        if (source.slot == 1) add(port_, fmt::format("scores of {}", of), reason, source.node);
    }

    void zip_map(const Source& source) {
        if (view_.text(view_.node(source.node).op) != "ZipMap") return;
        const size_t classes = class_labels(view_.node(source.node));
        add(port_,
            classes == 0 ? std::string("score of each class, by its label")
                         : fmt::format("score of each of {} classes, by its label", classes),
            view_.label(source.node) + " makes it", source.node);
    }

    void by_name(const Source& source, bool labelled) {
        const Node& node = view_.node(source.node);
        if (view_.text(node.op) == "EfficientNMS_TRT") {
            constexpr std::array kWhat{"how many boxes count", "boxes", "scores", "numbers of classes"};
            if (source.slot < kWhat.size())
                add(port_, kWhat[source.slot],
                    fmt::format("output {} of {}", source.slot + 1, view_.label(source.node)), source.node);
            return;
        }
        const Attribute* fused = view_.model.find_attribute(node, "fused_activation_function");
        const bool plain = fused == nullptr || view_.text(fused->text) == "NONE";
        if (labelled && plain && has(view_.meaning.traits(view_.id, source.node), OpTraits::kCompute))
            add(port_, "raw scores (logits), not probabilities",
                fmt::format("{} makes it, without Softmax or Sigmoid behind", view_.label(source.node)),
                source.node);
    }

    const View& view_;
    Port& port_;
};

}  // namespace

void describe_input(const View& view, Port& port) {
    describe_texts(view, port);
    const auto content = parsed(tensor_metadata(view, port.tensor, "content"));
    if (const auto* image = content_of(content, "ImageProperties")) {
        const auto colours = text_of(*image, "color_space");
        if (colours == "RGB") add(port, "an image, red, green, blue", "TFLite metadata: color_space RGB");
        if (colours == "GRAYSCALE") add(port, "an image in grey", "TFLite metadata: color_space GRAYSCALE");
    }
    if (content_of(content, "AudioProperties") != nullptr)
        add(port, "audio samples", "TFLite metadata: AudioProperties");
    const auto format = model_metadata(view.model, "Image.BitmapPixelFormat");
    if (!view.tflite() && !format.empty() && port.shape.size() == 4 &&
        tensor_metadata(view, port.tensor, "denotation") == "IMAGE")
        add(port, fmt::format("an image as {}", to_utf8(format)), "metadata: Image.BitmapPixelFormat");
}

void describe_output(const View& view, Port& port) {
    OutputFacts(view, port).fill();
}

}  // namespace netloupe::signature
