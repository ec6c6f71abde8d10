#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ops/op_kind.h"

namespace netloupe {

/// Whose operator names are meant.
enum class Dialect : uint8_t {
    kOnnx,  ///< Domains "" (or "ai.onnx"), "ai.onnx.ml", "com.microsoft", ...; names as in NodeProto.op_type.
    kTflite,  ///< Domain "": builtin operators by enumerator ("CONV_2D"); domain "custom": well-known custom
              ///< codes.
    // The others are their formats' own names, in the domain that the reader gives the node.
    kTorch,  ///< TorchScript, torch.export and ExecuTorch: "aten::conv2d".
    kTensorflow,
    kKeras,
    kCoreml,
    kOpenvino,
    kCaffe,
    kDarknet,
    kNcnn,
    kMnn,
    kPaddle,
    kMlir,
    kGgml,
    kNone,  ///< Formats without operators.
};

enum class Presence : uint8_t {
    kRequired,
    kOptional,
    kVariadic,       ///< The last parameter; stands for this and all further operands, at least one.
    kVariadicEmpty,  ///< ... at least none.
};

/// What an operand is to its operator.
enum class OperandRole : uint8_t {
    kData,    ///< What flows through: counts as a data input or output for quantization rules.
    kWeight,  ///< Filter, matrix, table. Mostly constant, but a MatMul may multiply two activations.
    kBias,
    kScale,  ///< Quantization scale.
    kZeroPoint,
    kParameter,  ///< Steers the operator: shapes, axes, indices, bounds, lengths, masks.
    kState,      ///< Recurrent or cached state.
};

/// A formal input or output.
struct OperandSchema {
    std::string_view name;
    Presence presence = Presence::kRequired;
    OperandRole role = OperandRole::kData;
};

enum class AttributeKind : uint8_t {
    kInt,
    kFloat,
    kString,
    kTensor,
    kGraph,
    kSparseTensor,
    kType,
    kInts,
    kFloats,
    kStrings,
    kTensors,
    kGraphs,
};

/// A formal attribute.
struct AttributeSchema {
    std::string_view name;
    AttributeKind kind = AttributeKind::kInt;
    bool required = false;
    bool has_default = false;
    /// Written as in the specification: 1, 0.01, NOTSET, [1,1]. Empty with has_default is the empty string or
    /// list.
    std::string_view default_text;

    /// The default of a kInt, of a kFloat; none without default or for another kind.
    [[nodiscard]] std::optional<int64_t> default_int() const;
    [[nodiscard]] std::optional<double> default_float() const;
};

/// One version of one operator. Lives as long as the process.
struct OperatorSchema {
    std::string_view name;
    std::string_view domain;
    OpKind kind = OpKind::kUnknown;
    OpCategory category = OpCategory::kCustom;
    OpTraits traits = OpTraits::kNone;  ///< Of the kind, and what this dialect's operator adds.
    int32_t since_version = 1;          ///< First version of its domain with this signature.
    int32_t deprecated_since = 0;       ///< Version that withdrew the operator; 0: never.
    std::span<const OperandSchema> inputs;
    std::span<const OperandSchema> outputs;
    std::span<const AttributeSchema> attributes;  ///< Empty for TensorFlow Lite: its options tables say them.
    std::string_view summary;                     ///< One sentence.

    /// The formal parameter that operand number `index` belongs to; further operands of a variadic list
    /// belong to its last parameter. Null for an operand that the signature has no place for.
    [[nodiscard]] const OperandSchema* input(size_t index) const;
    [[nodiscard]] const OperandSchema* output(size_t index) const;
    [[nodiscard]] const AttributeSchema* attribute(std::string_view attribute_name) const;
    /// Index of the first input of that role.
    [[nodiscard]] std::optional<uint32_t> input_of(OperandRole role) const;
    [[nodiscard]] bool deprecated_at(int32_t version) const {
        return deprecated_since != 0 && version >= deprecated_since;
    }
};

/// Asks for the newest signature.
inline constexpr int32_t kNewestVersion = 0;

/// The signature valid at `version` of its domain (ONNX: the opset that the model imports, TFLite: the
/// operator version). Null for an operator that no table knows or that is newer than `version`. Constant
/// time, thread-safe; the tables are built at the first call (under a millisecond).
const OperatorSchema* find_operator(Dialect dialect, std::string_view domain, std::string_view op,
                                    int32_t version = kNewestVersion);

/// Whether operators of this domain are in the tables at all: an unknown operator in a known domain is an
/// error of the model, in another domain it is somebody's custom operator.
bool knows_domain(Dialect dialect, std::string_view domain);

/// All signatures of the dialect; those of one operator stand together, oldest version first.
std::vector<const OperatorSchema*> all_operators(Dialect dialect);

}  // namespace netloupe
