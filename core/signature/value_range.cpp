#include "value_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "layout.h"
#include "leading_arithmetic.h"
#include "metadata.h"
#include "model/quantization.h"
#include "query/describe.h"

namespace netloupe::signature {

namespace {

struct Interval {
    double low = 0;
    double high = 0;
};

constexpr Interval kPixels{0, 255};
constexpr std::array kUsual{Interval{0, 1}, Interval{-1, 1}, kPixels};

std::string interval_text(const Interval& interval) {
    return fmt::format("[{}, {}]", short_text(interval.low), short_text(interval.high));
}

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance;
}

/// What an integer with that scale and zero point can express. Calibration rounds the ends of a usual range
/// by up to one step.
struct Expressible {
    Interval exact;
    Interval usual;
};

std::optional<Expressible> expressible(const Affine& affine, DataType storage) {
    const auto limits = integer_limits(storage);
    if (!limits) return std::nullopt;
    const auto real = [&](int64_t q) {
        return affine.scale * (static_cast<double>(q) - static_cast<double>(affine.zero_point));
    };
    Expressible range{{real(limits->min), real(limits->max)}, {}};
    range.usual = range.exact;
    const double step = 1.01 * affine.scale;
    for (const Interval& usual : kUsual) {
        if (near(range.exact.low, usual.low, step) && near(range.exact.high, usual.high, step))
            range.usual = usual;
    }
    return range;
}

std::string affine_text(const Affine& affine) {
    return fmt::format("scale {}, zero point {}", query::number_text(affine.scale),
                       short_text(static_cast<double>(affine.zero_point)));
}

/// The range that an integer expresses, told of `what`: "its" or "the output of QUANTIZE's".
Statement expressed(const Affine& affine, DataType storage, std::string_view suffix, NodeId node) {
    const auto range = expressible(affine, storage);
    if (!range) return {};
    std::string exact;
    if (interval_text(range->usual) != interval_text(range->exact))
        exact = fmt::format(", exactly {}", interval_text(range->exact));
    return {interval_text(range->usual),
            fmt::format("{} with {} expresses it{}{}", name(storage), affine_text(affine), exact, suffix),
            node};
}

class ValueFacts {
public:
    ValueFacts(const View& view, Port& port) : view_(view), port_(port) {}

    void fill() {
        describe_stored(view_.model, port_);
        const bool said = tflite_metadata() || onnx_metadata() || arithmetic() || stored_quantization() ||
                          quantized_behind() || table_rows() || statistics();
        if (said && !port_.quantization.said()) quantized_behind_line();
    }

private:
    /// NormalizationOptions: what the caller does to pixels or samples before they are fed.
    bool tflite_metadata() {
        const auto options = parsed(tensor_metadata(view_, port_.tensor, "NormalizationOptions"));
        Normalization asked{numbers(options, "mean"), numbers(options, "std")};
        const size_t channels = std::max(asked.mean.size(), asked.deviation.size());
        const auto fits = [&](const std::vector<double>& list) {
            return list.size() == 1 || list.size() == channels;
        };
        if (channels == 0 || !fits(asked.mean) || !fits(asked.deviation) ||
            std::ranges::any_of(asked.deviation, [](double d) { return d == 0; }))
            return false;
        const auto content = parsed(tensor_metadata(view_, port_.tensor, "content"));
        const bool image = content_of(content, "ImageProperties") != nullptr;
        const auto list = [](const std::vector<double>& values) {
            return values.size() == 1 ? short_text(values[0]) : list_text(values);
        };
        const std::string formula = fmt::format("(x − {}) ÷ {}", list(asked.mean), list(asked.deviation));
        if (image && channels == 1) {
            const Interval fed{(0 - asked.mean[0]) / asked.deviation[0],
                               (255 - asked.mean[0]) / asked.deviation[0]};
            port_.range = {fmt::format("{}: pixels [0, 255] as {}", interval_text(fed), formula),
                           "TFLite metadata: NormalizationOptions of an image", NodeId()};
        } else {
            port_.range = {fmt::format("{}{}", image ? "pixels [0, 255] as " : "", formula),
                           "TFLite metadata: NormalizationOptions", NodeId()};
        }
        port_.normalization = std::move(asked);
        return true;
    }

    /// The keys that ONNX's specification has for images.
    bool onnx_metadata() {
        if (view_.tflite() || port_.shape.size() != 4) return false;
        const std::string_view said = model_metadata(view_.model, "Image.NominalPixelRange");
        if (said.empty() || !is_the_image()) return false;
        constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kRanges{
            {{"NominalRange_0_255", "[0, 255]"},
             {"Normalized_0_1", "[0, 1]"},
             {"Normalized_1_1", "[−1, 1]"},
             {"NominalRange_16_235", "[16, 235]"}}};
        for (const auto& [key, text] : kRanges) {
            if (said == key) {
                port_.range = {std::string(text), fmt::format("metadata: Image.NominalPixelRange {}", said),
                               NodeId()};
                return true;
            }
        }
        return false;
    }

    /// The keys speak of inputs that are denoted as images, or of the only input.
    [[nodiscard]] bool is_the_image() const {
        if (tensor_metadata(view_, port_.tensor, "denotation") == "IMAGE") return true;
        const auto& inputs = view_.graph().inputs;
        return std::ranges::count_if(inputs, [&](TensorId in) {
                   return in.valid() && !view_.tensor(in).constant.valid();
               }) == 1;
    }

    bool arithmetic() {
        if (!is_floating(port_.dtype) && port_.dtype != DataType::kUint8) return false;
        const auto leading = leading_arithmetic(view_, port_.tensor);
        if (!leading) return false;
        const bool same =
            std::ranges::all_of(
                leading->factor,
                [&](double f) { return near(f, leading->factor[0], 1e-3 * leading->factor[0]); }) &&
            std::ranges::all_of(leading->offset, [&](double o) { return near(o, leading->offset[0], 1e-3); });
        if (leading->batch_normalization || !along_channels(*leading)) return normalized(*leading);
        if (same && scaled(*leading)) return true;
        return imagenet(*leading) || normalized(*leading);
    }

    [[nodiscard]] bool along_channels(const LeadingArithmetic& leading) const {
        const auto axis = channel_axis(port_.layout);
        return leading.channels() == 1 || !axis || port_.shape.size() - 1 - *axis == leading.axis_from_last;
    }

    /// One factor and offset that take a usual range to a usual range.
    bool scaled(const LeadingArithmetic& leading) {
        constexpr double kTolerance = 0.01;
        const auto takes = [&](const Interval& from, const Interval& to) {
            return near(leading.factor[0] * from.low + leading.offset[0], to.low, kTolerance) &&
                   near(leading.factor[0] * from.high + leading.offset[0], to.high, kTolerance);
        };
        const Interval unit = kUsual[0];
        const Interval symmetric = kUsual[1];
        const auto tell = [&](const Interval& from, const Interval& to) {
            port_.range = {interval_text(from),
                           fmt::format("the graph itself takes {} to {}: {}", interval_text(from),
                                       interval_text(to), formula(leading)),
                           leading.node};
            return true;
        };
        if (takes(kPixels, unit)) return tell(kPixels, unit);
        if (takes(kPixels, symmetric)) return tell(kPixels, symmetric);
        // Doubling and subtracting 1 is common elsewhere; of an image it has one meaning.
        if (port_.layout.said() && takes(unit, symmetric)) return tell(unit, symmetric);
        return false;
    }

    /// The statistics of ImageNet that everybody normalizes images by, for pixels up to 1 or up to 255.
    bool imagenet(const LeadingArithmetic& leading) {
        constexpr std::array kMean{0.485, 0.456, 0.406};
        constexpr std::array kDeviation{0.229, 0.224, 0.225};
        if (leading.channels() != 3) return false;
        for (const double most : {1.0, 255.0}) {
            bool fits = true;
            for (size_t i = 0; i < 3; ++i) {
                const double mean = -leading.offset_of(i) / leading.factor_of(i);
                const double deviation = 1 / leading.factor_of(i);
                const auto is = [&](size_t j) {
                    return near(mean, kMean[j] * most, 0.003 * most) &&
                           near(deviation, kDeviation[j] * most, 0.003 * most);
                };
                fits &= is(i) || is(2 - i);
            }
            if (!fits) continue;
            port_.range = {interval_text({0, most}),
                           fmt::format("the graph itself normalizes by the mean and deviation of ImageNet's "
                                       "images for that range: {}",
                                       formula(leading)),
                           leading.node};
            return true;
        }
        return false;
    }

    /// No range, but worth to know: nobody should normalize a second time. Only of channels, because a factor
    /// alone may mean anything.
    bool normalized(const LeadingArithmetic& leading) {
        const auto axis = channel_axis(port_.layout);
        if (leading.channels() > 1 && axis && port_.shape.size() - 1 - *axis == leading.axis_from_last) {
            port_.meaning.push_back({fmt::format("normalized by the graph: {}", formula(leading)),
                                     fmt::format("{} begins it", view_.label(leading.node)), leading.node});
        }
        return false;
    }

    static std::string formula(const LeadingArithmetic& leading) {
        std::vector<double> mean;
        std::vector<double> deviation;
        for (size_t i = 0; i < leading.channels(); ++i) {
            mean.push_back(-leading.offset_of(i) / leading.factor_of(i));
            deviation.push_back(1 / leading.factor_of(i));
        }
        if (mean.size() > 1) return fmt::format("(x − {}) ÷ {}", list_text(mean), list_text(deviation));
        if (mean[0] == 0) return fmt::format("x ÷ {}", short_text(deviation[0]));
        return fmt::format("(x − {}) ÷ {}", short_text(mean[0]), short_text(deviation[0]));
    }

    bool stored_quantization() {
        if (!port_.affine) return false;
        port_.range = expressed(*port_.affine, port_.dtype, "", NodeId());
        return port_.range.said();
    }

    /// The first quantization behind a float input, when nothing else reads the input.
    [[nodiscard]] NodeId quantizer() const {
        if (!is_floating(port_.dtype)) return {};
        const auto readers = view_.readers(port_.tensor);
        const bool one =
            readers.size() == 1 && readers[0].slot == 0 && view_.kind(readers[0].node) == OpKind::kQuantize;
        return one ? readers[0].node : NodeId();
    }

    [[nodiscard]] std::optional<Affine> affine_behind(NodeId node) const {
        const TensorId out = node.valid() ? view_.output(node) : TensorId();
        return out.valid() ? affine_of(view_.model, view_.tensor(out)) : std::nullopt;
    }

    void quantized_behind_line() {
        const NodeId node = quantizer();
        const auto affine = affine_behind(node);
        if (!affine) return;
        port_.quantization = {
            fmt::format("to {} with {}", name(view_.tensor(view_.output(node)).dtype), affine_text(*affine)),
            fmt::format("{} reads it", view_.label(node)), node};
    }

    bool quantized_behind() {
        const NodeId node = quantizer();
        const auto affine = affine_behind(node);
        if (!affine) return false;
        quantized_behind_line();
        port_.range = expressed(*affine, view_.tensor(view_.output(node)).dtype,
                                fmt::format(", which {} makes of it", view_.label(node)), node);
        return port_.range.said();
    }

    /// Indices of rows of a stored table.
    bool table_rows() {
        if (!is_integer(port_.dtype)) return false;
        TensorId at = port_.tensor;
        for (int step = 0; step < 4 && at.valid(); ++step) {
            const auto readers = view_.readers(at);
            for (const Use& use : readers) {
                if (tell_table(use)) return true;
            }
            const bool on = readers.size() == 1 && (view_.kind(readers[0].node) == OpKind::kCast ||
                                                    view_.kind(readers[0].node) == OpKind::kReshape ||
                                                    view_.kind(readers[0].node) == OpKind::kFlatten ||
                                                    view_.kind(readers[0].node) == OpKind::kIdentity);
            at = on && readers[0].slot == 0 ? view_.output(readers[0].node) : TensorId();
        }
        return false;
    }

    bool tell_table(const Use& use) {
        const OpKind kind = view_.kind(use.node);
        const bool gather = kind == OpKind::kGather && use.slot == 1 &&
                            view_.model.int_attribute(view_.node(use.node), "axis", 0) == 0;
        const bool lookup = kind == OpKind::kEmbeddingLookup && use.slot == 0;
        if (!gather && !lookup) return false;
        const TensorId table = view_.input(use.node, lookup ? 1 : 0);
        if (!table.valid() || !is_stored(table) || view_.rank(table).value_or(0) < 2) return false;
        const auto rows = view_.extent(table, 0);
        if (!rows || *rows < 1) return false;
        port_.range = {fmt::format("[0, {}]", *rows - 1),
                       fmt::format("{} takes rows of a table of {} by it", view_.label(use.node), *rows),
                       use.node};
        return true;
    }

    /// A constant, or a dequantized or cast one.
    [[nodiscard]] bool is_stored(TensorId tensor) const {
        if (view_.tensor(tensor).constant.valid()) return true;
        const NodeId maker = view_.tensor(tensor).producer;
        if (!maker.valid()) return false;
        const OpKind kind = view_.kind(maker);
        const TensorId from = view_.input(maker, 0);
        return (kind == OpKind::kDequantize || kind == OpKind::kCast || kind == OpKind::kIdentity) &&
               from.valid() && view_.tensor(from).constant.valid();
    }

    /// The smallest and largest value that TensorFlow Lite metadata note.
    bool statistics() {
        const auto stats = parsed(tensor_metadata(view_, port_.tensor, "stats"));
        const auto lows = numbers(stats, "min");
        const auto highs = numbers(stats, "max");
        if (lows.empty() || highs.empty()) return false;
        port_.range = {interval_text({std::ranges::min(lows), std::ranges::max(highs)}),
                       "TFLite metadata: stats", NodeId()};
        return true;
    }

    const View& view_;
    Port& port_;
};

}  // namespace

std::optional<Affine> affine_of(const Model& model, const Tensor& tensor) {
    if (!tensor.quantization.valid() || !is_integer(tensor.dtype)) return std::nullopt;
    const auto parameters = quant_parameters(model, model.quantization(tensor.quantization));
    if (!parameters || parameters->computed || parameters->scales.size() != 1) return std::nullopt;
    const float scale = parameters->scales[0];
    const int64_t zero_point = parameters->zero_point(0);
    if (!std::isfinite(scale) || scale <= 0 || zero_point < INT32_MIN || zero_point > INT32_MAX)
        return std::nullopt;
    return Affine{static_cast<double>(scale), zero_point};
}

void describe_stored(const Model& model, Port& port) {
    const Tensor& tensor = model.graph(port.graph).tensor(port.tensor);
    port.affine = affine_of(model, tensor);
    if (!tensor.quantization.valid() || !is_integer(port.dtype)) return;
    const auto line = query::quantization_text(model, model.quantization(tensor.quantization));
    if (!line.empty()) port.quantization = {line, "stored with it", NodeId()};
}

void describe_values(const View& view, Port& port) {
    ValueFacts(view, port).fill();
}

}  // namespace netloupe::signature
