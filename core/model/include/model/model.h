#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "base/mapped_file.h"
#include "base/string_pool.h"
#include "model/data_type.h"

/// The one in-memory form that every format is read into. Flat: elements stand in vectors, refer to each
/// other by 32-bit ids, and keep their variable-length parts as ranges of pools in the Model. Ids of nodes
/// and tensors are local to their graph. A Model is filled by one reader, then never changed; it may be read
/// from many threads.
namespace netloupe {

using NodeId = Id<struct NodeTag>;
using TensorId = Id<struct TensorTag>;
using GraphId = Id<struct GraphTag>;
using ConstantId = Id<struct ConstantTag>;
using QuantizationId = Id<struct QuantizationTag>;
using FileId = Id<struct FileTag>;

/// One dimension: a fixed extent, a named symbol ("batch"), or unknown.
struct Dimension {
    static constexpr int64_t kDynamic = -1;

    int64_t value = kDynamic;  ///< >= 0 when fixed, else kDynamic.
    StringId symbol;           ///< Name or expression that the file gives to a dynamic dimension.

    [[nodiscard]] bool fixed() const { return value >= 0; }
};

/// The dimensions of a tensor in Model::dims; `known` is false when not even the rank is known.
struct Shape {
    Range dims;
    bool known = false;
};

/// Where an element stands in its file, so that findings can point at it.
struct Origin {
    uint64_t offset = Error::kNoOffset;  ///< Byte offset in Model::files[0], or kNoOffset.
    uint32_t line = 0;                   ///< 1-based line for text formats, or 0.
};

enum class ValueKind : uint8_t { kTensor, kSparseTensor, kSequence, kMap, kOptional, kOpaque, kUnknown };

/// A value that flows along edges: an activation, a graph input, or a constant.
struct Tensor {
    StringId name;
    StringId doc;
    DataType dtype =
        DataType::kUnknown;  ///< Element type; of the innermost tensor for sequences and optionals.
    ValueKind kind = ValueKind::kUnknown;
    bool is_variable = false;  ///< Keeps its value between runs (TFLite is_variable, resource state).
    bool is_captured = false;  ///< Stands for a value of an enclosing graph; see Graph::captures.
    bool declared = false;     ///< The file states its type (ONNX value_info, input, output, initializer).
    Shape shape;          ///< As the model means it: dynamic dimensions are dynamic (TFLite shape_signature).
    Shape default_shape;  ///< TFLite `shape` where it differs from its signature: the extents used when
                          ///< nobody resizes.
    StringId type_name;   ///< For what is not a tensor, its whole type: "sequence<float32>".
    ConstantId constant;  ///< Its stored values, when it has some.
    QuantizationId quantization;
    NodeId producer;  ///< Filled by connect(); none for graph inputs and constants.
    Range consumers;  ///< In Graph::uses; filled by connect().
    Range metadata;   ///< In Model::metadata.
    Origin origin;
};

/// One consumption of a tensor: input number `slot` of `node`.
struct Use {
    NodeId node;
    uint32_t slot = 0;
};

/// An operator application.
struct Node {
    StringId op;      ///< The file's own operator name: "Conv", "CONV_2D", a custom name.
    StringId domain;  ///< ONNX operator domain as written ("" is ai.onnx); empty elsewhere.
    StringId name;    ///< May be empty.
    StringId doc;
    int32_t version = 0;     ///< Operator version (ONNX: imported opset of its domain; TFLite: operator code
                             ///< version); 0 unknown.
    bool is_custom = false;  ///< Not an operator of the format's own set.
    Range inputs;            ///< In Model::operands; an absent optional input is an invalid id.
    Range outputs;           ///< In Model::operands.
    Range input_names;   ///< In Model::texts: what the file itself calls its inputs, one a name; empty when
                         ///< the operator's signature says it.
    Range output_names;  ///< Likewise of its outputs.
    Range attributes;    ///< In Model::attributes, file order.
    Range metadata;      ///< In Model::metadata.
    GraphId callee;      ///< The function this node calls, when the model defines it.
    Origin origin;
};

enum class AttributeType : uint8_t {
    kInt,        ///< integer
    kFloat,      ///< real
    kBool,       ///< integer 0 or 1
    kString,     ///< text
    kBytes,      ///< text, not UTF-8 or meant as bytes; `constant` when longer than limits::kInlineText
    kEnum,       ///< integer, and text is the enumerator's name
    kInts,       ///< list in Model::ints, or `constant` when longer than limits::kInlineList
    kFloats,     ///< list in Model::floats, or `constant`
    kStrings,    ///< list in Model::texts
    kTensor,     ///< constant
    kTensors,    ///< list in Model::ids (ConstantId values)
    kGraph,      ///< graph
    kGraphs,     ///< list in Model::ids (GraphId values)
    kType,       ///< text: a type written out
    kJson,       ///< text: structured options (flexbuffers) as JSON
    kReference,  ///< text: name of the enclosing function's attribute that supplies the value
};

struct Attribute {
    StringId name;
    AttributeType type = AttributeType::kInt;
    StringId text;
    ConstantId constant;
    GraphId graph;
    Range list;
    int64_t integer = 0;
    double real = 0;
};

struct KeyValue {
    StringId key;
    StringId value;
};

enum class GraphKind : uint8_t { kMain, kSubgraph, kFunction, kTraining };

/// A local tensor that stands for one of an enclosing graph.
struct Capture {
    TensorId local;
    GraphId outer_graph;
    TensorId outer;
};

struct Graph {
    StringId name;
    StringId doc;
    StringId domain;  ///< Of a function.
    GraphKind kind = GraphKind::kMain;
    GraphId parent;            ///< Enclosing graph; none for top-level graphs and functions.
    NodeId owner;              ///< Node of `parent` that holds this graph.
    StringId owner_attribute;  ///< Attribute of `owner` that holds it: "then_branch", "body",
                               ///< "cond_subgraph_index".
    std::vector<Node> nodes;
    std::vector<Tensor> tensors;
    std::vector<TensorId> inputs;  ///< As declared; ONNX inputs that are initializers too have a constant.
    std::vector<TensorId> outputs;
    std::vector<Capture> captures;
    std::vector<Use> uses;  ///< Tensor::consumers are ranges of this.
    Range attributes;       ///< Of a function: its attribute parameters, with defaults where it has them.
    Range metadata;
    Origin origin;

    [[nodiscard]] const Node& node(NodeId id) const { return nodes[id.index()]; }
    [[nodiscard]] const Tensor& tensor(TensorId id) const { return tensors[id.index()]; }
    [[nodiscard]] std::span<const Use> consumers(const Tensor& tensor) const {
        return std::span(uses).subspan(tensor.consumers.begin, tensor.consumers.count);
    }
};

class ConstantDecoder;

enum class ConstantState : uint8_t {
    kPresent,  ///< Its bytes can be read.
    kAbsent,   ///< The file says nothing of its values (declared weight without data).
    kMissing,  ///< Its external file is absent, too short, or outside the model's folder; see Model::damages.
};

/// Stored values: a span of a file and how to read it. Nothing is decoded until values.h is asked.
struct Constant {
    StringId name;
    DataType dtype = DataType::kUnknown;
    ConstantState state = ConstantState::kPresent;
    bool sparse = false;
    Shape shape;  ///< Always known, all dimensions fixed.
    FileId file;
    uint64_t offset = 0;  ///< Of the span in its file.
    uint64_t length = 0;  ///< Bytes of the span.
    StringId location;    ///< External file as the model names it; empty when inside the model file.
    const ConstantDecoder* decoder =
        nullptr;  ///< Null: dense little-endian array, sub-byte types packed low bits first.
    uint64_t decoder_argument = 0;  ///< Whatever the decoder wants to remember.
};

enum class QuantizationScheme : uint8_t { kPerTensor, kPerAxis, kBlockwise, kCustom };

/// Where scales or zero points stand.
struct ParameterSource {
    enum class Kind : uint8_t {
        kNone,      ///< Not given: zero points are 0.
        kPool,      ///< `pool` of Model::floats (scales, min, max) or Model::ints (zero points).
        kConstant,  ///< The values of `constant`.
        kComputed,  ///< Output of a node: known only at run time.
    };
    Kind kind = Kind::kNone;
    Range pool;
    ConstantId constant;
};

/// real = scale * (q - zero_point). One type for all formats: TFLite tensor parameters, ONNX Q/DQ and
/// QOperator forms. See quantization.h for reading its numbers.
struct Quantization {
    QuantizationScheme scheme = QuantizationScheme::kPerTensor;
    int32_t axis = 0;  ///< Dimension that scales run along (per-axis, blockwise). Never negative where the
                       ///< rank is known.
    int64_t block_size = 0;                   ///< Elements a scale along `axis` (blockwise).
    DataType storage = DataType::kUnknown;    ///< Of q.
    DataType expressed = DataType::kFloat32;  ///< Of the real value.
    DataType zero_point_type =
        DataType::kUnknown;  ///< As stored (ONNX checks it against storage); kUnknown when not stored typed.
    ParameterSource scale;
    ParameterSource zero_point;
    ParameterSource min;  ///< Observed range, where the file keeps it (TFLite).
    ParameterSource max;
    StringId details;  ///< Custom schemes: what the file says, as text.
};

/// A bundle of named inputs and outputs over a graph (TFLite signature, SavedModel signature).
struct Signature {
    struct Binding {
        StringId name;
        TensorId tensor;
    };
    StringId key;
    GraphId graph;
    std::vector<Binding> inputs;
    std::vector<Binding> outputs;
};

/// A file packed behind or inside the model (labels in a TFLite metadata zip).
struct Attachment {
    StringId name;
    uint64_t bytes = 0;
    StringId text;  ///< Content when it is short text.
};

/// What a pickle would import, and call, when Python loads it.
struct PythonImport {
    StringId module;  ///< "os"
    StringId name;    ///< "system"
    StringId call;    ///< Its first call, written out: "os.system('ls')"; empty when it is only taken.
    StringId part;    ///< The file, of several, whose pickle it is.
    Origin origin;
};

/// A file of the archive that the model is: of interest are those that unpacking would not put where they
/// seem to be.
struct ArchiveEntry {
    StringId name;  ///< As written.
    uint64_t packed_bytes = 0;
    uint64_t bytes = 0;
    bool link = false;
    Origin origin;
};

struct OpsetImport {
    StringId domain;  ///< "ai.onnx" is written out.
    int64_t version = 0;
};

/// Something in the file that could not be read; the rest of the model is what could.
struct Damage {
    Error error;
    GraphId graph;
    NodeId node;
    TensorId tensor;
};

/// A file the model lives in: mapped, or owned bytes (converted from text, inflated).
struct SourceFile {
    std::string path;
    std::variant<std::vector<std::byte>, MappedFile> content;

    [[nodiscard]] Bytes bytes() const;
};

enum class Format : uint8_t {
    kOnnx,
    kOrt,
    kTflite,  ///< And Circle, which has its operators.
    kSafetensors,
    kNumpy,
    kGguf,
    kGgml,  ///< What ggml's programs wrote before GGUF.
    kPytorch,
    kTorchScript,
    kTorchExport,
    kExecutorch,
    kTensorflow,
    kTensorflowJs,
    kKeras,
    kCoreml,
    kOpenvino,
    kCaffe,
    kDarknet,
    kNcnn,
    kMnn,
    kPaddle,
    kMlir,
    kJax,
    kRknn,
    kPickle,  ///< Objects of Python that are no model of a format of their own: scikit-learn, joblib.
};

struct Model {
    Format format = Format::kOnnx;
    std::string format_name;     ///< "ONNX", "ORT", "TensorFlow Lite".
    std::string format_version;  ///< "v8", "v3".
    std::string producer;        ///< Name and version as one text, "pytorch 2.1.0".
    std::string domain;
    std::string version;  ///< The model's own version.
    std::string runtime;  ///< Minimum runtime, where the file says it.
    std::string description;
    std::vector<OpsetImport> imports;
    Range model_metadata;  ///< In `metadata`.
    std::vector<Signature> signatures;
    std::vector<Attachment> attachments;
    std::vector<PythonImport> python_imports;
    std::vector<ArchiveEntry> archive_entries;  ///< Filled by open_model() for every zip archive.
    std::vector<Damage> damages;
    std::vector<SourceFile> files;  ///< files[0] is the one that was opened.

    std::vector<Graph>
        graphs;  ///< graphs[0] is the main graph. Never empty in a Model that open_model() returns.
    std::vector<Constant> constants;
    std::vector<Quantization> quantizations;

    StringPool strings;
    std::vector<Dimension> dims;
    std::vector<TensorId> operands;
    std::vector<Attribute> attributes;
    std::vector<KeyValue> metadata;
    std::vector<int64_t> ints;
    std::vector<double> floats;
    std::vector<StringId> texts;
    std::vector<uint32_t> ids;

    [[nodiscard]] std::string_view text(StringId id) const { return strings.view(id); }
    [[nodiscard]] const Graph& graph(GraphId id) const { return graphs[id.index()]; }
    [[nodiscard]] const Constant& constant(ConstantId id) const { return constants[id.index()]; }
    [[nodiscard]] const Quantization& quantization(QuantizationId id) const {
        return quantizations[id.index()];
    }
    [[nodiscard]] std::span<const TensorId> inputs(const Node& node) const {
        return slice_of(operands, node.inputs);
    }
    [[nodiscard]] std::span<const TensorId> outputs(const Node& node) const {
        return slice_of(operands, node.outputs);
    }
    [[nodiscard]] std::span<const Attribute> attributes_of(const Node& node) const {
        return slice_of(attributes, node.attributes);
    }
    [[nodiscard]] std::span<const Dimension> dims_of(const Shape& shape) const {
        return slice_of(dims, shape.dims);
    }
    [[nodiscard]] std::span<const KeyValue> metadata_of(Range range) const {
        return slice_of(metadata, range);
    }
    /// The node's attribute of that name, or null.
    [[nodiscard]] const Attribute* find_attribute(const Node& node, std::string_view name) const;
    /// The attribute's integer (kInt, kBool, kEnum), or the fallback when it is absent or of another type.
    [[nodiscard]] int64_t int_attribute(const Node& node, std::string_view name, int64_t fallback) const;

    template <typename T>
    [[nodiscard]] static std::span<const T> slice_of(const std::vector<T>& pool, Range range) {
        return std::span(pool).subspan(range.begin, range.count);
    }
};

/// Appends values to a pool and returns where they stand.
template <typename T>
Range append(std::vector<T>& pool, std::span<const T> values) {
    const Range range{static_cast<uint32_t>(pool.size()), static_cast<uint32_t>(values.size())};
    pool.insert(pool.end(), values.begin(), values.end());
    return range;
}

/// Elements of a fixed shape; nothing when a dimension is dynamic, the rank unknown, or the product
/// overflows.
std::optional<uint64_t> element_count(const Model& model, const Shape& shape);

/// "1×3×224×224", "batch×128", "scalar", "?" for an unknown rank.
std::string shape_text(const Model& model, const Shape& shape);

/// Fills Tensor::producer, Tensor::consumers and Graph::uses from the operands of nodes, in linear time.
/// Readers call it last for every graph. A second producer of a tensor is left to the rules: the first one
/// stays. Operands out of range become invalid ids.
void connect(Model& model, Graph& graph);

}  // namespace netloupe
