#include "quantization.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/limits.h"
#include "model/values.h"

namespace netloupe::openvino {

namespace {

/// Numbers of bounds that are read when a model is opened.
constexpr uint64_t kMostBounds = 4ULL << 20;
/// How far zero may be from a level to be one.
constexpr double kOffLevel = 0.02;

/// Along which axis parameters of a shape run; what `scheme` they make.
struct Layout {
    QuantizationScheme scheme = QuantizationScheme::kPerTensor;
    int32_t axis = 0;
    int64_t block_size = 0;
};

/// How a parameter that broadcasts to the tensor divides it; nothing when in no way that has a name.
std::optional<Layout> layout_of(const Model& model, const Shape& tensor, const Shape& parameter) {
    const auto of = model.dims_of(tensor);
    const auto by = model.dims_of(parameter);
    if (!parameter.known || by.size() > of.size()) {
        return element_count(model, parameter) == 1 ? std::optional(Layout()) : std::nullopt;
    }
    const size_t skip = of.size() - by.size();
    int32_t varying = 0;
    int32_t folded = -1;
    Layout layout;
    for (size_t i = 0; i < by.size(); ++i) {
        if (by[i].value == 1 && of[skip + i].value != 1) folded = static_cast<int32_t>(skip + i);
        if (by[i].value == 1) continue;
        if (by[i].value != of[skip + i].value && of[skip + i].fixed()) return std::nullopt;
        layout.axis = static_cast<int32_t>(skip + i);
        ++varying;
    }
    if (varying == 0) return layout;
    layout.scheme = QuantizationScheme::kPerAxis;
    if (varying == 1) return layout;
    // Scales of groups: all axes have their own but one, along which each group lies.
    if (folded < 0 || !of[static_cast<size_t>(folded)].fixed()) return std::nullopt;
    return Layout{QuantizationScheme::kBlockwise, folded, of[static_cast<size_t>(folded)].value};
}

class Attacher {
public:
    Attacher(Model& model, Graph& graph) : model_(model), graph_(graph) {}

    void fake_quantize(const Node& node) {
        const auto inputs = model_.inputs(node);
        const auto outputs = model_.outputs(node);
        const int64_t levels = model_.int_attribute(node, "levels", 0);
        if (inputs.size() < 5 || outputs.empty() || levels < 2 || levels > 65536) return;
        const ConstantId low = constant_behind(inputs[3]);
        const ConstantId high = constant_behind(inputs[4]);
        if (!low.valid() || !high.valid()) return;
        const auto lows = bounds(low);
        const auto highs = bounds(high);
        if (lows.empty() || highs.empty()) return;
        Tensor& result = graph_.tensors[outputs[0].index()];
        const ConstantId longer = lows.size() >= highs.size() ? low : high;
        const auto layout = layout_of(model_, result.shape, model_.constant(longer).shape);
        if (!layout || layout->scheme == QuantizationScheme::kBlockwise) return;
        Levels(*this, lows, highs, levels).attach(result, *layout);
    }

    /// Const, Convert, perhaps Subtract, Multiply.
    void decompression(const Node& multiply) {
        const auto factors = model_.inputs(multiply);
        for (size_t i = 0; i < factors.size() && factors.size() == 2; ++i) {
            const ConstantId scale = constant_behind(factors[1 - i]);
            if (!scale.valid() || model_.constant(scale).state != ConstantState::kPresent) continue;
            TensorId value = factors[i];
            ConstantId zero_point;
            if (const Node* subtract = producer(value, "Subtract")) {
                const auto terms = model_.inputs(*subtract);
                if (terms.size() != 2) continue;
                zero_point = constant_behind(terms[1]);
                if (!zero_point.valid()) continue;
                value = terms[0];
            }
            const Node* convert = producer(value, "Convert");
            if (convert == nullptr || model_.inputs(*convert).empty()) continue;
            const TensorId stored = model_.inputs(*convert)[0];
            if (stored.valid()) set_stored(graph_.tensors[stored.index()], scale, zero_point);
        }
    }

private:
    /// The levels that FakeQuantize rounds to, as scales and zero points.
    class Levels {
    public:
        Levels(Attacher& attacher, const std::vector<double>& lows, const std::vector<double>& highs,
               int64_t levels)
            : attacher_(attacher) {
            const size_t count = std::max(lows.size(), highs.size());
            if (lows.size() != count && lows.size() != 1) return;
            if (highs.size() != count && highs.size() != 1) return;
            for (size_t i = 0; i < count; ++i) {
                const double low = lows[lows.size() == 1 ? 0 : i];
                const double scale =
                    (highs[highs.size() == 1 ? 0 : i] - low) / static_cast<double>(levels - 1);
                scales_.push_back(scale);
                const double zero = scale == 0 ? 0 : -low / scale;
                off_level_ |= !std::isfinite(zero) || std::abs(zero - std::round(zero)) > kOffLevel;
                zero_points_.push_back(std::isfinite(zero) && std::abs(zero) < 1e9 ? std::llround(zero) : 0);
            }
            width_ = levels <= 4 ? 2 : levels <= 16 ? 4 : levels <= 256 ? 8 : 16;
            // The levels lie around zero as those of a signed type do: −128 to 127, or −127 to 127.
            const int64_t middle = levels / 2;
            signed_ = std::ranges::all_of(zero_points_, [&](int64_t z) { return z == middle; });
            if (signed_) std::ranges::fill(zero_points_, 0);
        }

        void attach(Tensor& result, const Layout& layout) {
            if (scales_.empty() || result.quantization.valid()) return;
            Model& model = attacher_.model_;
            Quantization quantization;
            quantization.scheme = layout.scheme;
            quantization.axis = layout.axis;
            quantization.storage = storage();
            quantization.expressed = result.dtype;
            quantization.scale = {
                ParameterSource::Kind::kPool, append(model.floats, std::span<const double>(scales_)), {}};
            if (off_level_) {
                quantization.scheme = QuantizationScheme::kCustom;
                quantization.details = model.strings.intern("zero is none of the levels");
            } else {
                quantization.zero_point = {ParameterSource::Kind::kPool,
                                           append(model.ints, std::span<const int64_t>(zero_points_)),
                                           {}};
            }
            model.quantizations.push_back(quantization);
            result.quantization = QuantizationId(model.quantizations.size() - 1);
        }

    private:
        [[nodiscard]] DataType storage() const {
            switch (width_) {
                case 2:
                    return signed_ ? DataType::kInt2 : DataType::kUint2;
                case 4:
                    return signed_ ? DataType::kInt4 : DataType::kUint4;
                case 8:
                    return signed_ ? DataType::kInt8 : DataType::kUint8;
                default:
                    return signed_ ? DataType::kInt16 : DataType::kUint16;
            }
        }

        Attacher& attacher_;
        std::vector<double> scales_;
        std::vector<int64_t> zero_points_;
        int width_ = 8;
        bool signed_ = false;
        bool off_level_ = false;
    };

    [[nodiscard]] const Node* producer(TensorId id, std::string_view op) const {
        if (!id.valid() || !graph_.tensor(id).producer.valid()) return nullptr;
        const Node& node = graph_.node(graph_.tensor(id).producer);
        return model_.text(node.op) == op ? &node : nullptr;
    }

    /// The constant that a tensor is, whatever type it is converted to.
    [[nodiscard]] ConstantId constant_behind(TensorId id) const {
        if (const Node* convert = producer(id, "Convert")) {
            const auto inputs = model_.inputs(*convert);
            id = inputs.empty() ? TensorId() : inputs[0];
        }
        return id.valid() ? graph_.tensor(id).constant : ConstantId();
    }

    std::vector<double> bounds(ConstantId id) {
        const Constant& constant = model_.constant(id);
        const auto count = element_count(model_, constant.shape);
        if (!count || *count > left_ || constant.state != ConstantState::kPresent) return {};
        left_ -= *count;
        const auto values = read_values(model_, constant, 0, *count);
        if (!values || size(*values) != *count) return {};
        return to_doubles(*values);
    }

    void set_stored(Tensor& stored, ConstantId scale, ConstantId zero_point) {
        if (!stored.constant.valid() || stored.quantization.valid()) return;
        if (!is_integer(stored.dtype)) return;
        const auto layout = layout_of(model_, stored.shape, model_.constant(scale).shape);
        if (!layout) return;
        Quantization quantization;
        quantization.scheme = layout->scheme;
        quantization.axis = layout->axis;
        quantization.block_size = layout->block_size;
        quantization.storage = stored.dtype;
        quantization.expressed = model_.constant(scale).dtype;
        quantization.scale.kind = ParameterSource::Kind::kConstant;
        quantization.scale.constant = scale;
        if (zero_point.valid()) {
            quantization.zero_point.kind = ParameterSource::Kind::kConstant;
            quantization.zero_point.constant = zero_point;
            quantization.zero_point_type = model_.constant(zero_point).dtype;
        }
        model_.quantizations.push_back(quantization);
        stored.quantization = QuantizationId(model_.quantizations.size() - 1);
    }

    Model& model_;
    Graph& graph_;
    uint64_t left_ = kMostBounds;
};

}  // namespace

void attach_quantization(Model& model) {
    const StringId fake = model.strings.find("FakeQuantize");
    const StringId multiply = model.strings.find("Multiply");
    for (Graph& graph : model.graphs) {
        Attacher attacher(model, graph);
        for (const Node& node : graph.nodes) {
            if (fake.valid() && node.op == fake) attacher.fake_quantize(node);
            if (multiply.valid() && node.op == multiply) attacher.decompression(node);
        }
    }
}

}  // namespace netloupe::openvino
