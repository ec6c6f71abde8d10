// Recurrent layers of all formats.

#include <array>

#include "formulas.h"

namespace netloupe::cost {

namespace {

/// Steps × batch: the rows that all matrices are multiplied with. Every direction has its own weights.
Quantity rows(const Operation& op) {
    return op.elements_per(0, -1);
}

/// Work of `rows` rows with all weights of two dimensions and more; vectors of peepholes count as one
/// multiplication a row and element, biases as one operation.
Work all_weights(const Operation& op, Quantity each_row, int gate_operations, Quantity units) {
    Arithmetic& math = op.math();
    Quantity weights(int64_t{0});
    Quantity biases(int64_t{0});
    for (size_t slot = 1; slot < op.inputs(); ++slot) {
        if (!op.has(slot)) continue;
        if (op.role(slot) == OperandRole::kWeight) weights = math.add(weights, op.elements(slot));
        if (op.role(slot) == OperandRole::kBias) biases = math.add(biases, op.elements(slot));
    }
    const Quantity gates = math.mul(units, gate_operations);
    return {math.mul(each_row, weights), math.mul(each_row, math.add(biases, gates))};
}

/// Hidden units of all directions: R is directions, gates × units, units.
Quantity onnx_units(const Operation& op) {
    return op.math().mul(op.extent(2, 0), op.extent(2, 2));
}

// Operations on each unit of a step beside the matrices.
constexpr int kRnnGates = 1;    // tanh
constexpr int kLstmGates = 18;  // three sigmoids, two tanh, and what joins them
constexpr int kGruGates = 14;   // two sigmoids, a tanh, and what joins them

Work rnn(const Operation& op) {
    return all_weights(op, rows(op), kRnnGates, onnx_units(op));
}
Work lstm(const Operation& op) {
    return all_weights(op, rows(op), kLstmGates, onnx_units(op));
}
Work gru(const Operation& op) {
    return all_weights(op, rows(op), kGruGates, onnx_units(op));
}

/// R is directions, units, gates × units.
Work dynamic_lstm(const Operation& op) {
    return all_weights(op, rows(op), kLstmGates, op.math().mul(op.extent(2, 0), op.extent(2, 1)));
}

/// Hidden units of the layers of TensorFlow Lite, by the rows of their input weights.
Work tflite_rnn(const Operation& op) {
    return all_weights(op, rows(op), kRnnGates, op.extent(1, 0));
}
Work tflite_rnn_both(const Operation& op) {
    return all_weights(op, rows(op), kRnnGates, op.math().add(op.extent(1, 0), op.extent(5, 0)));
}
Work tflite_lstm(const Operation& op) {
    return all_weights(op, rows(op), kLstmGates, op.extent(2, 0));
}
Work tflite_lstm_both(const Operation& op) {
    return all_weights(op, rows(op), kLstmGates, op.math().add(op.extent(2, 0), op.extent(19, 0)));
}

/// Features of each filter, then its memory over time.
Work svdf(const Operation& op) {
    Arithmetic& math = op.math();
    const Quantity filters = math.add(op.elements(1), op.elements(2));
    return op.with_bias(math.mul(op.extent(0, 0), filters));
}

constexpr std::string_view kWords =
    "MACs: steps × batch × elements of all weights, peepholes and projections counted";

constexpr auto kKinds = std::to_array<KindFormula>({
    {OpKind::kRnn, rnn,
     "MACs: steps × batch × elements of all weights; a FLOP for each unit and element of the biases"},
    {OpKind::kLstm, lstm,
     "MACs: steps × batch × elements of all weights, peepholes and projections counted; 18 FLOPs a unit and "
     "one an element of the biases"},
    {OpKind::kGru, gru,
     "MACs: steps × batch × elements of all weights; 14 FLOPs a unit and one an element of the biases"},
    {OpKind::kSvdf, svdf, "MACs: batch × (elements of the feature weights + those of the time weights)"},
});

constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kOnnx, "com.microsoft", "DynamicQuantizeLSTM", dynamic_lstm, kWords},
    {Dialect::kOnnx, "com.microsoft", "AttnLSTM", nullptr, "unknown"},
    {Dialect::kOnnx, "", "GRUUnit", nullptr, "unknown"},
    {Dialect::kTflite, "", "RNN", tflite_rnn, kWords},
    {Dialect::kTflite, "", "UNIDIRECTIONAL_SEQUENCE_RNN", tflite_rnn, kWords},
    {Dialect::kTflite, "", "BIDIRECTIONAL_SEQUENCE_RNN", tflite_rnn_both, kWords},
    {Dialect::kTflite, "", "LSTM", tflite_lstm, kWords},
    {Dialect::kTflite, "", "UNIDIRECTIONAL_SEQUENCE_LSTM", tflite_lstm, kWords},
    {Dialect::kTflite, "", "BIDIRECTIONAL_SEQUENCE_LSTM", tflite_lstm_both, kWords},
});

}  // namespace

std::span<const KindFormula> recurrent_formulas() {
    return kKinds;
}
std::span<const NameFormula> recurrent_exceptions() {
    return kExceptions;
}

}  // namespace netloupe::cost
