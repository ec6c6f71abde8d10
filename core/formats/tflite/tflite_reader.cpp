#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "associated_files.h"
#include "base/limits.h"
#include "compression_reader.h"
#include "formats/tflite.h"
#include "metadata_reader.h"
#include "operator_reader.h"
#include "read_context.h"
#include "signature_reader.h"
#include "subgraph_links.h"
#include "tensor_reader.h"

namespace netloupe {

namespace tflite {

namespace {

using wire::SubGraph;
using WireModel = wire::Model;

constexpr std::string_view kModelType = "netloupe.wire.tflite.Model";
constexpr uint32_t kNewestVersion = 3;

constexpr uint64_t kIdentifierOffset = 4;
constexpr std::string_view kIdentifier = "TFL3";
/// Samsung's Circle is the same schema with operators and types of its own.
constexpr std::string_view kCircleIdentifier = "CIR0";

bool has_identifier(Bytes bytes, std::string_view identifier) {
    const auto found = slice(bytes, kIdentifierOffset, identifier.size());
    return found && as_text(*found) == identifier;
}

/// Elements that a count is believed for before they are there.
constexpr uint32_t kReserve = 1U << 16;

/// Where a graph's parts stand in its table: schema version 0 has them in the root.
struct GraphFields {
    uint16_t tensors = SubGraph::VT_TENSORS;
    uint16_t inputs = SubGraph::VT_INPUTS;
    uint16_t outputs = SubGraph::VT_OUTPUTS;
    uint16_t operators = SubGraph::VT_OPERATORS;
    uint16_t name = SubGraph::VT_NAME;
};
constexpr GraphFields kVersion0 = {wire::ModelV0::VT_TENSORS, wire::ModelV0::VT_INPUTS,
                                   wire::ModelV0::VT_OUTPUTS, wire::ModelV0::VT_OPERATORS, 0};

/// Version 0 has no version: what stands in its place is the offset of the tensors, which is never so small.
bool is_version_0(const FlatTable& root) {
    return root.number<uint32_t>(WireModel::VT_VERSION) > kNewestVersion &&
           root.has(wire::ModelV0::VT_OPERATORS) && root.has(wire::ModelV0::VT_OPERATOR_CODES);
}

/// A flatbuffer without the identifier may still be a model: its root is then recognised by its fields.
bool looks_like_model(Bytes head) {
    FlatSource source(head);
    const auto root = flat_root(source, kModelType);
    if (!root) return false;
    const bool version_0 = is_version_0(*root);
    if (!version_0 && root->number<uint32_t>(WireModel::VT_VERSION) > kNewestVersion) return false;
    const auto graphs =
        static_cast<uint16_t>(version_0 ? +wire::ModelV0::VT_OPERATORS : +WireModel::VT_SUBGRAPHS);
    return root->has(graphs) && root->has(WireModel::VT_OPERATOR_CODES);
}

/// Four letters where the identifier of a flatbuffer stands; without one there are numbers, mostly small.
bool names_another_format(std::string_view identifier) {
    const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0; };
    return std::ranges::all_of(identifier, is_letter) && !identifier.starts_with("TFL");
}

class Reader {
public:
    Reader(Model& model, const CancelToken& cancel) : context_(model, cancel) {}

    Result<void> read() {
        const auto root = flat_root(context_.source, kModelType);
        if (!root) return fail(ErrorCode::kCorrupt, "The flatbuffer's root table is damaged.", 0);
        context_.root = *root;
        is_version_0(*root) ? read_version_0() : read_model();
        if (context_.cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        Model& model = context_.model;
        if (!model.graphs.empty()) return {};
        if (!model.damages.empty()) return std::unexpected(model.damages.front().error);
        return fail(ErrorCode::kCorrupt, "The model has no subgraphs.", root->offset());
    }

private:
    void read_version_0() {
        context_.inline_data = true;
        context_.old_operators = true;
        set_format(0);
        OperatorReader operators(context_, 1, wire::ModelV0::VT_OPERATOR_CODES);
        read_graph(context_.root, kVersion0, operators);
        finish(operators);
    }

    void read_model() {
        const FlatTable& root = context_.root;
        const auto version = root.number<uint32_t>(WireModel::VT_VERSION);
        context_.inline_data = version < kNewestVersion && !root.has(WireModel::VT_BUFFERS);
        context_.old_operators = context_.inline_data && version < 2;
        set_format(version);
        context_.buffers = root.tables<wire::Buffer>(WireModel::VT_BUFFERS);
        context_.model.description = root.text(WireModel::VT_DESCRIPTION);
        read_external_buffers();
        read_compression(context_);
        const auto subgraphs = root.tables<SubGraph>(WireModel::VT_SUBGRAPHS);
        context_.settle([] { return std::string(); }, kModelType, {});

        const uint32_t count = std::min(subgraphs.size(), limits::kGraphs);
        OperatorReader operators(context_, count, WireModel::VT_OPERATOR_CODES);
        for (uint32_t i = 0; i < count && !context_.hopeless(); ++i) {
            read_graph(subgraphs[i], GraphFields(), operators);
        }
        finish(operators);
        context_.external_files.report(context_.model);
        read_signatures(context_);
        read_metadata(context_);
        read_associated_files(context_);
    }

    void read_external_buffers() {
        using wire::ExternalBuffer;
        const auto groups =
            context_.root.tables<wire::ExternalBufferGroup>(WireModel::VT_EXTERNAL_BUFFER_GROUPS);
        const auto buffers = context_.root.tables<ExternalBuffer>(WireModel::VT_EXTERNAL_BUFFERS);
        for (uint32_t i = 0; i < buffers.size() && !context_.hopeless(); ++i) {
            const FlatTable table = buffers[i];
            const FlatTable group = groups[table.number<uint32_t>(ExternalBuffer::VT_GROUP)];
            context_.external_buffers[table.number<uint32_t>(ExternalBuffer::VT_ID)] = {
                context_.intern(group.text(wire::ExternalBufferGroup::VT_NAME)),
                table.number<uint64_t>(ExternalBuffer::VT_OFFSET),
                table.number<uint64_t>(ExternalBuffer::VT_LENGTH)};
        }
    }

    void set_format(uint32_t version) {
        const bool circle = has_identifier(context_.source.bytes(), kCircleIdentifier);
        context_.model.format = Format::kTflite;
        context_.model.format_name = circle ? "Circle" : kTfliteReader.name;
        context_.model.format_version = fmt::format("v{}", version);
    }

    void read_graph(const FlatTable& table, const GraphFields& fields, OperatorReader& operators) {
        const GraphId id(context_.model.graphs.size());
        Graph& graph = context_.model.graphs.emplace_back();
        if (fields.name != 0) graph.name = context_.intern(table.text(fields.name));
        graph.origin.offset = table.offset();
        const auto tensors = table.tables<wire::Tensor>(fields.tensors);
        const auto nodes = table.tables<wire::Operator>(fields.operators);
        settle(id);
        graph.tensors.reserve(std::min(tensors.size(), kReserve));
        graph.nodes.reserve(std::min(nodes.size(), kReserve));
        read_tensors(context_, id, tensors);
        graph.inputs = read_ends(table, fields.inputs, graph);
        graph.outputs = read_ends(table, fields.outputs, graph);
        settle(id);
        operators.read(id, nodes);
    }

    void settle(GraphId graph) {
        context_.settle([&] { return fmt::format("subgraphs[{}]", graph.index()); },
                        SubGraph::GetFullyQualifiedName(), {graph, NodeId(), TensorId()});
    }

    std::vector<TensorId> read_ends(const FlatTable& table, uint16_t field, const Graph& graph) {
        std::vector<TensorId> out;
        const auto numbers = table.numbers<int32_t>(field);
        for (uint32_t i = 0; i < numbers.size(); ++i) {
            if (numbers[i] >= 0 && static_cast<size_t>(numbers[i]) < graph.tensors.size()) {
                out.emplace_back(static_cast<uint32_t>(numbers[i]));
            } else if (numbers[i] != -1) {
                table.reject(field, "names a tensor that does not exist", i);
            }
        }
        return out;
    }

    /// Operators may name graphs that were not read any more, because reading stopped.
    void forget_unread_graphs() {
        Model& model = context_.model;
        const auto unread = [&](uint32_t graph) { return graph >= model.graphs.size(); };
        for (Attribute& attribute : model.attributes) {
            if (attribute.type == AttributeType::kGraph && unread(attribute.graph.value)) {
                attribute.type = AttributeType::kInt;
                attribute.graph = GraphId();
            }
            if (attribute.type != AttributeType::kGraphs) continue;
            const auto graphs = Model::slice_of(model.ids, attribute.list);
            if (std::ranges::none_of(graphs, unread)) continue;
            attribute.type = AttributeType::kInts;
            attribute.list = {static_cast<uint32_t>(model.ints.size()), attribute.list.count};
            model.ints.insert(model.ints.end(), graphs.begin(), graphs.end());
        }
    }

    void finish(const OperatorReader& operators) {
        forget_unread_graphs();
        link_subgraphs(context_, operators.subgraph_uses());
        for (Graph& graph : context_.model.graphs) connect(context_.model, graph);
    }

    ReadContext context_;
};

FormatReader::Match sniff(const Glance& file) {
    const auto identifier = slice(file.head, kIdentifierOffset, kIdentifier.size());
    if (!identifier) return FormatReader::Match::kNo;
    if (has_identifier(file.head, kIdentifier) || has_identifier(file.head, kCircleIdentifier)) {
        return FormatReader::Match::kSure;
    }
    if (names_another_format(as_text(*identifier))) return FormatReader::Match::kNo;
    return looks_like_model(file.head) ? FormatReader::Match::kMaybe : FormatReader::Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    return Reader(model, cancel).read();
}

constexpr std::array<std::string_view, 4> kOwn = {".tflite", ".lite", ".tfl", ".circle"};
constexpr std::array<std::string_view, 1> kShared = {".bin"};

}  // namespace

}  // namespace tflite

constexpr FormatReader kTfliteReader = {
    .name = "TensorFlow Lite",
    .endings = {.own = tflite::kOwn, .shared = tflite::kShared},
    .sniff = tflite::sniff,
    .read = tflite::read,
};

}  // namespace netloupe
