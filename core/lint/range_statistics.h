#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "facts.h"
#include "graph_facts.h"

namespace netloupe::lint {

/// The representable ranges of a graph's quantized activations (8- and 16-bit; R = scale * (qmax - qmin), as
/// octaves L = log2 R, so that types may be mixed), and the ranges around each. Values that differ only by
/// pass-through operators, quantize and dequantize are one value. Linear in the graph.
class RangeStatistics {
public:
    RangeStatistics(const GraphFacts& graph, Facts& facts);

    struct Activation {
        TensorId tensor;
        double octaves = 0;  ///< L, finite.
        uint32_t value = 0;  ///< Tensors of the same value have the same number.
    };
    [[nodiscard]] std::span<const Activation> activations() const { return activations_; }

    /// Of L. Of an even number of ranges the lower of the two in the middle, so that of two ranges one is not
    /// the other's excuse.
    [[nodiscard]] double median() const { return median_; }
    /// 1.4826 times the median distance of L from the median, at least 1: networks whose activations all end
    /// in ReLU6 have distance 0.
    [[nodiscard]] double sigma() const { return sigma_; }
    /// L of the inputs of the value's producer and of the outputs of its consumers.
    [[nodiscard]] std::span<const double> neighbours(uint32_t value) const {
        return std::span(neighbours_).subspan(first_[value], first_[value + 1] - first_[value]);
    }
    /// The value is the result of an operator whose range says nothing of its input's: Softmax, Sigmoid,
    /// Tanh, a reduction, a recurrent state, ...
    [[nodiscard]] bool is_bounded(uint32_t value) const { return bounded_[value] != 0; }
    /// The value leaves the network: nothing reads it but what picks the best (ArgMax, TopK, box selection)
    /// and operators of somebody's own that decode it. Logits are no results: Softmax reads them.
    [[nodiscard]] bool is_result(uint32_t value) const { return has_use_inside_[value] == 0; }

private:
    void join_values();
    void measure(Facts& facts);
    void find_uses();
    void find_neighbours();
    /// L below which an operand says nothing of the node's result: what is added to a wider operand may be as
    /// narrow as it likes. Minus infinity when every operand tells.
    [[nodiscard]] double least_telling(NodeId node) const;
    template <typename Visit>
    void each_neighbour_pair(Visit visit) const;
    /// L of the value that a node reads or writes; NaN when nothing of it is quantized.
    [[nodiscard]] double octaves_of(TensorId tensor, bool read) const;
    uint32_t root(uint32_t tensor);

    const GraphFacts& graph_;
    std::vector<uint32_t> value_of_;  ///< Of each tensor; while joining, its parent in a union-find forest.
    std::vector<double> octaves_;     ///< L of each tensor, NaN for what is no quantized activation.
    std::vector<double> octaves_of_value_;
    std::vector<uint8_t> bounded_;
    std::vector<uint8_t> has_use_inside_;  ///< By value.
    std::vector<Activation> activations_;
    std::vector<uint32_t> first_;
    std::vector<double> neighbours_;
    double median_ = 0;
    double sigma_ = 1;
};

/// The middle one; of an even number the lower of the two. `values` must not be empty.
double lower_median(std::vector<double> values);

}  // namespace netloupe::lint
