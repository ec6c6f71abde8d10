#include "leading_arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace netloupe::signature {

namespace {

constexpr int kSteps = 8;
constexpr size_t kChannels = 4096;

/// Numbers along one dimension, or a single one.
struct Operand {
    std::vector<double> values;
    size_t axis_from_last = 0;
};

std::optional<Operand> operand(const View& view, TensorId tensor) {
    if (!tensor.valid()) return std::nullopt;
    auto values = view.constant(tensor, kChannels);
    const auto rank = view.rank(tensor);
    if (!values || !rank) return std::nullopt;
    Operand read{std::move(*values), 0};
    if (read.values.size() == 1) return read;
    for (size_t axis = 0; axis < *rank; ++axis) {
        const auto extent = view.extent(tensor, axis);
        if (extent == 1) continue;
        if (extent != static_cast<int64_t>(read.values.size())) return std::nullopt;
        read.axis_from_last = *rank - 1 - axis;
    }
    return read;
}

class Chain {
public:
    explicit Chain(const View& view) : view_(view) {}

    std::optional<LeadingArithmetic> follow(TensorId input) {
        TensorId at = input;
        for (int step = 0; step < kSteps && at.valid(); ++step) {
            const auto readers = view_.readers(at);
            if (readers.size() != 1 || !take(readers[0])) break;
            at = has_fused_activation(readers[0].node) ? TensorId() : view_.output(readers[0].node);
        }
        const auto positive = [](double factor) { return std::isfinite(factor) && factor > 0; };
        const auto finite = [](double offset) { return std::isfinite(offset); };
        if (!so_far_.node.valid() || !std::ranges::all_of(so_far_.factor, positive) ||
            !std::ranges::all_of(so_far_.offset, finite))
            return std::nullopt;
        return std::move(so_far_);
    }

private:
    bool take(const Use& use) {
        switch (view_.kind(use.node)) {
            case OpKind::kCast:
            case OpKind::kIdentity:
                return true;
            case OpKind::kAdd:
                return combine(use, [](double& a, double& b, double c) { (void)a, b += c; });
            case OpKind::kSub:
                if (use.slot == 1)
                    return combine(use, [](double& a, double& b, double c) { a = -a, b = c - b; });
                return combine(use, [](double& a, double& b, double c) { (void)a, b -= c; });
            case OpKind::kMul:
                return combine(use, [](double& a, double& b, double c) { a *= c, b *= c; });
            case OpKind::kDiv:
                return use.slot == 0 && combine(use, [](double& a, double& b, double c) { a /= c, b /= c; });
            case OpKind::kBatchNormalization:
                return use.slot == 0 && batch_normalization(use.node);
            default:
                return false;
        }
    }

    template <typename Step>
    bool combine(const Use& use, Step step) {
        const auto other = operand(view_, view_.input(use.node, 1 - use.slot));
        return use.slot < 2 && other && apply(use.node, *other, step);
    }

    template <typename Step>
    bool apply(NodeId node, const Operand& other, Step step) {
        const size_t channels = so_far_.channels();
        const size_t wanted = other.values.size();
        if (wanted > 1 && channels > 1 &&
            (wanted != channels || other.axis_from_last != so_far_.axis_from_last))
            return false;
        const size_t all = std::max(wanted, channels);
        if (wanted > 1) so_far_.axis_from_last = other.axis_from_last;
        so_far_.factor.resize(all, so_far_.factor[0]);
        so_far_.offset.resize(all, so_far_.offset[0]);
        for (size_t i = 0; i < all; ++i)
            step(so_far_.factor[i], so_far_.offset[i], other.values[wanted == 1 ? 0 : i]);
        if (!so_far_.node.valid()) so_far_.node = node;
        return true;
    }

    bool batch_normalization(NodeId node) {
        const auto rank = view_.rank(view_.input(node, 0));
        const Attribute* epsilon = view_.model.find_attribute(view_.node(node), "epsilon");
        const double tiny = epsilon == nullptr ? 1e-5 : epsilon->real;
        std::array<std::vector<double>, 4> numbers;
        for (size_t i = 0; i < numbers.size(); ++i) {
            const TensorId in = view_.input(node, i + 1);
            const auto values = in.valid() ? view_.constant(in, kChannels) : std::nullopt;
            if (!values || !rank || *rank < 2 || (i != 0 && values->size() != numbers[0].size()))
                return false;
            numbers[i] = *values;
        }
        const auto& [scale, bias, mean, variance] = numbers;
        Operand factor{scale, *rank - 2};
        Operand offset{bias, *rank - 2};
        for (size_t i = 0; i < scale.size(); ++i) {
            factor.values[i] = scale[i] / std::sqrt(variance[i] + tiny);
            offset.values[i] = bias[i] - mean[i] * factor.values[i];
        }
        so_far_.batch_normalization = true;
        return apply(node, factor, [](double& a, double& b, double c) { a *= c, b *= c; }) &&
               apply(node, offset, [](double& a, double& b, double c) { (void)a, b += c; });
    }

    [[nodiscard]] bool has_fused_activation(NodeId node) const {
        const Attribute* fused = view_.model.find_attribute(view_.node(node), "fused_activation_function");
        return fused != nullptr && view_.text(fused->text) != "NONE";
    }

    const View& view_;
    LeadingArithmetic so_far_{{1}, {0}, 0, false, NodeId()};
};

}  // namespace

std::optional<LeadingArithmetic> leading_arithmetic(const View& view, TensorId input) {
    return Chain(view).follow(input);
}

}  // namespace netloupe::signature
