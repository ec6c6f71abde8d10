#include "bench_models.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/formats/gguf/gguf_builder.h"
#include "core/formats/safetensors/build_safetensors.h"
#include "schemas/tflite_generated.h"

namespace netloupe::bench {

namespace {

namespace wire = netloupe::wire::tflite;

/// Writes protobuf messages: enough of them for ONNX models without attributes.
class Message {
public:
    Message& number(uint32_t field, uint64_t value) {
        varint(field << 3);
        varint(value);
        return *this;
    }
    Message& bytes(uint32_t field, std::string_view value) { return start(field, value.size()).raw(value); }
    /// A field's head, whose `length` bytes follow.
    Message& start(uint32_t field, uint64_t length) {
        varint(field << 3 | 2);
        varint(length);
        return *this;
    }
    [[nodiscard]] const std::string& text() const { return bytes_; }

private:
    Message& raw(std::string_view value) {
        bytes_ += value;
        return *this;
    }
    void varint(uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
        bytes_ += static_cast<char>(value);
    }

    std::string bytes_;
};

constexpr uint64_t kFloat = 1;

std::string value_info(std::string_view name) {
    const Message dimension = Message().number(1, 256);
    const Message shape = Message().bytes(1, dimension.text()).bytes(1, dimension.text());
    const Message tensor = Message().number(1, kFloat).bytes(2, shape.text());
    return Message().bytes(1, name).bytes(2, Message().bytes(1, tensor.text()).text()).text();
}

/// A value of the graph: what a box gives at a port, or the input.
struct Value {
    uint32_t box;
    uint32_t port;
};

struct Operands {
    std::vector<std::vector<Value>> inputs;  ///< Of each box; empty for one that reads the graph's input.
    std::vector<uint32_t> outputs;           ///< How many each box gives.
};

Operands operands_of(const layout::Graph& graph) {
    Operands operands{std::vector<std::vector<Value>>(graph.boxes.size()),
                      std::vector<uint32_t>(graph.boxes.size(), 1)};
    for (const layout::Edge& edge : graph.edges) {
        operands.inputs[edge.to].push_back({edge.from, edge.port});
        operands.outputs[edge.from] = std::max(operands.outputs[edge.from], edge.port + 1);
    }
    return operands;
}

std::string name_of(uint32_t box) {
    return fmt::format("/model/layers.{}/block/node_{}", box / 70, box);
}
std::string name_of(Value value) {
    return fmt::format("{}_output_{}", name_of(value.box), value.port);
}

Message nodes_of(const layout::Graph& graph) {
    const Operands operands = operands_of(graph);
    Message message;
    for (uint32_t box = 0; box < graph.boxes.size(); ++box) {
        Message node;
        const std::vector<Value>& inputs = operands.inputs[box];
        if (inputs.empty()) node.bytes(1, "x");
        for (const Value input : inputs) node.bytes(1, name_of(input));
        for (uint32_t port = 0; port < operands.outputs[box]; ++port) node.bytes(2, name_of({box, port}));
        node.bytes(3, name_of(box));
        node.bytes(4, inputs.size() < 2 ? "Relu" : inputs.size() == 2 ? "Add" : "Sum");
        message.bytes(1, node.text());
    }
    const auto last = static_cast<uint32_t>(graph.boxes.size() - 1);
    message.bytes(2, "generated").bytes(11, value_info("x")).bytes(12, value_info(name_of({last, 0})));
    return message;
}

/// A TFLite subgraph of the boxes in the making; tensor 0 is the input.
class TfliteGraph {
public:
    explicit TfliteGraph(const layout::Graph& graph) : operands_(operands_of(graph)) {
        tensors_.push_back(tensor("x", 0));
        for (uint32_t box = 0; box < graph.boxes.size(); ++box) {
            first_.push_back(static_cast<int32_t>(tensors_.size()));
            for (uint32_t port = 0; port < operands_.outputs[box]; ++port)
                tensors_.push_back(tensor(name_of({box, port}), 0));
        }
        for (uint32_t box = 0; box < graph.boxes.size(); ++box) add_operator(box);
    }

    /// The whole model; with a weight of `hole` bytes, it stands at `offset` of the file.
    flatbuffers::DetachedBuffer finish(uint64_t hole, uint64_t offset) {
        std::vector<flatbuffers::Offset<wire::Buffer>> buffers{wire::CreateBuffer(builder_)};
        if (hole > 0) {
            tensors_.push_back(tensor("weight", 1));
            buffers.push_back(wire::CreateBuffer(builder_, 0, offset, hole));
        }
        const int32_t input = 0;
        const auto graph =
            wire::CreateSubGraph(builder_, builder_.CreateVector(tensors_), builder_.CreateVector(&input, 1),
                                 builder_.CreateVector(&first_.back(), 1), builder_.CreateVector(operators_));
        const std::array codes{code(wire::BuiltinOperator::RELU), code(wire::BuiltinOperator::ADD),
                               code(wire::BuiltinOperator::ADD_N)};
        const auto model =
            wire::CreateModel(builder_, 3, builder_.CreateVector(codes.data(), codes.size()),
                              builder_.CreateVector(&graph, 1), 0, builder_.CreateVector(buffers));
        builder_.Finish(model, "TFL3");
        return builder_.Release();
    }

private:
    flatbuffers::Offset<wire::Tensor> tensor(const std::string& name, uint32_t buffer) {
        return wire::CreateTensor(builder_, builder_.CreateVector<int32_t>({256, 256}),
                                  wire::TensorType::FLOAT32, buffer, builder_.CreateString(name));
    }

    void add_operator(uint32_t box) {
        std::vector<int32_t> inputs;
        for (const Value input : operands_.inputs[box])
            inputs.push_back(first_[input.box] + static_cast<int32_t>(input.port));
        if (inputs.empty()) inputs.push_back(0);
        std::vector<int32_t> outputs(operands_.outputs[box]);
        std::iota(outputs.begin(), outputs.end(), first_[box]);
        const uint32_t code = inputs.size() == 1 ? 0 : inputs.size() == 2 ? 1 : 2;
        operators_.push_back(wire::CreateOperator(builder_, code, builder_.CreateVector(inputs),
                                                  builder_.CreateVector(outputs)));
    }

    flatbuffers::Offset<wire::OperatorCode> code(wire::BuiltinOperator number) {
        return wire::CreateOperatorCode(builder_, static_cast<int8_t>(number), 0, 1, number);
    }

    flatbuffers::FlatBufferBuilder builder_;
    Operands operands_;
    std::vector<int32_t> first_;  ///< Of each box, its first output's tensor.
    std::vector<flatbuffers::Offset<wire::Tensor>> tensors_;
    std::vector<flatbuffers::Offset<wire::Operator>> operators_;
};

}  // namespace

std::string write_onnx(const testing::TemporaryFolder& folder, const layout::Graph& graph, uint64_t hole) {
    Message body = nodes_of(graph);
    if (hole > 0) {
        Message weight = Message().number(1, hole / 4).number(2, kFloat).bytes(8, "weight");
        weight.start(9, hole);
        body.start(5, weight.text().size() + hole);
        std::string joined = body.text() + weight.text();
        Message model = Message().number(1, 8).bytes(8, Message().number(2, 17).text());
        model.start(7, joined.size() + hole);
        const std::string path = folder.write("model.onnx", model.text() + joined);
        std::filesystem::resize_file(path, std::filesystem::file_size(path) + hole);
        return path;
    }
    const Message model =
        Message().number(1, 8).bytes(8, Message().number(2, 17).text()).bytes(7, body.text());
    return folder.write("model.onnx", model.text());
}

std::string write_tflite(const testing::TemporaryFolder& folder, const layout::Graph& graph, uint64_t hole) {
    // Offsets have a fixed width, so that a first try tells how long the flatbuffer is.
    const uint64_t end = TfliteGraph(graph).finish(hole, 1).size();
    const auto bytes = TfliteGraph(graph).finish(hole, end);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string path = folder.write("model.tflite", std::string(text));
    std::filesystem::resize_file(path, end + hole);
    return path;
}

std::string write_gguf(const testing::TemporaryFolder& folder) {
    constexpr uint64_t kWidth = 8192;
    constexpr uint64_t kFeed = 22528;
    constexpr uint64_t kBlocks = 72;
    constexpr uint32_t kQ4K = 12;
    const auto bytes = [](uint64_t elements) { return elements / 256 * 144; };
    gguf_test::GgufBuilder builder;
    builder.text("general.architecture", "llama")
        .number("llama.block_count", kBlocks)
        .number("general.file_type", 15);
    std::vector<std::string> tokens;
    for (size_t i = 0; i < 128'256; ++i) tokens.push_back("token" + std::to_string(i));
    builder.text("tokenizer.ggml.model", "gpt2")
        .texts("tokenizer.ggml.tokens", tokens)
        .texts("tokenizer.ggml.merges", tokens);
    builder.hole("token_embd.weight", {kWidth, tokens.size()}, kQ4K, bytes(kWidth * tokens.size()));
    for (uint64_t block = 0; block < kBlocks; ++block) {
        const std::string prefix = "blk." + std::to_string(block) + ".";
        for (const char* norm : {"attn_norm.weight", "ffn_norm.weight"})
            builder.hole(prefix + norm, {kWidth}, 0, kWidth * 4);
        for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_output"})
            builder.hole(prefix + name + ".weight", {kWidth, kWidth}, kQ4K, bytes(kWidth * kWidth));
        for (const char* name : {"ffn_gate", "ffn_up", "ffn_down"})
            builder.hole(prefix + name + ".weight", {kWidth, kFeed}, kQ4K, bytes(kWidth * kFeed));
    }
    builder.hole("output_norm.weight", {kWidth}, 0, kWidth * 4);
    std::string path = folder.write("sparse.gguf", builder.build());
    std::filesystem::resize_file(path, builder.file_bytes());
    return path;
}

std::string write_safetensors(const testing::TemporaryFolder& folder) {
    constexpr uint64_t kWidth = 6144;
    constexpr uint64_t kBytes = kWidth * kWidth * 2;
    std::string header = "{";
    uint64_t offset = 0;
    for (int layer = 0; layer < 32; ++layer) {
        for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
            header += fmt::format(
                R"({}"model.layers.{}.self_attn.{}.weight":{{"dtype":"F16","shape":[{},{}],"data_offsets":[{},{}]}})",
                offset == 0 ? "" : ",", layer, name, kWidth, kWidth, offset, offset + kBytes);
            offset += kBytes;
        }
    }
    const std::string file = safetensors_test::file(header + "}", 0);
    std::string path = folder.write("sparse.safetensors", file);
    std::filesystem::resize_file(path, file.size() + offset);
    return path;
}

}  // namespace netloupe::bench
