#pragma once

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/tflite_generated.h"

/// Builds TensorFlow Lite models with flatc's builders.
namespace netloupe::tflite_test {

namespace wire = netloupe::wire::tflite;
using Builder = flatbuffers::FlatBufferBuilder;
template <typename T>
using Offset = flatbuffers::Offset<T>;

template <typename T>
std::vector<uint8_t> bytes_of(std::initializer_list<T> values) {
    std::vector<uint8_t> out(values.size() * sizeof(T));
    std::memcpy(out.data(), std::data(values), out.size());
    return out;
}

/// What a tensor of a test model is; the rest has the format's defaults.
struct TensorSpec {
    std::string_view name{};
    std::vector<int32_t> shape{};
    wire::TensorType type = wire::TensorType::FLOAT32;
    uint32_t buffer = 0;
    Offset<wire::QuantizationParameters> quantization{};
    Offset<wire::SparsityParameters> sparsity{};
    std::vector<int32_t> signature{};
    bool is_variable = false;
    bool has_rank = false;
    uint32_t external_buffer = 0;
};

/// A model in the making. Parts are added in any order; finish() puts them together.
class TestModel {
public:
    Builder b;
    uint32_t version = 3;
    bool with_identifier = true;

    /// The number of a new buffer.
    uint32_t add_buffer(const std::vector<uint8_t>& data) {
        buffers_.push_back(wire::CreateBuffer(b, b.CreateVector(data)));
        return static_cast<uint32_t>(buffers_.size() - 1);
    }
    uint32_t add_buffer_outside(uint64_t offset, uint64_t size) {
        buffers_.push_back(wire::CreateBuffer(b, 0, offset, size));
        return static_cast<uint32_t>(buffers_.size() - 1);
    }
    /// Starts the next subgraph; there is one from the beginning.
    void next_subgraph() { graphs_.emplace_back(); }
    void name_subgraph(std::string_view name) { graphs_.back().name = name; }
    int32_t add_tensor(const TensorSpec& spec) {
        const auto shape = b.CreateVector(spec.shape);
        const auto name = b.CreateString(spec.name);
        const auto signature = spec.signature.empty() ? 0 : b.CreateVector(spec.signature);
        graphs_.back().tensors.push_back(
            wire::CreateTensor(b, shape, spec.type, spec.buffer, name, spec.quantization, spec.is_variable,
                               spec.sparsity, signature, spec.has_rank, 0, spec.external_buffer));
        return static_cast<int32_t>(graphs_.back().tensors.size() - 1);
    }
    /// The number of a new operator code.
    uint32_t add_code(wire::BuiltinOperator code, int32_t version_of_code = 1) {
        const auto number = static_cast<int32_t>(code);
        codes_.push_back(wire::CreateOperatorCode(b, static_cast<int8_t>(std::min(number, 127)), 0,
                                                  version_of_code, code));
        return static_cast<uint32_t>(codes_.size() - 1);
    }
    uint32_t add_custom_code(std::string_view name) {
        codes_.push_back(
            wire::CreateOperatorCode(b, 32, b.CreateString(name), 1, wire::BuiltinOperator::CUSTOM));
        return static_cast<uint32_t>(codes_.size() - 1);
    }
    uint32_t add_code_table(Offset<wire::OperatorCode> code) {
        codes_.push_back(code);
        return static_cast<uint32_t>(codes_.size() - 1);
    }
    void add_operator(uint32_t code, const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs,
                      wire::BuiltinOptions type = wire::BuiltinOptions::NONE, Offset<void> options = 0) {
        add_operator_table(
            wire::CreateOperator(b, code, b.CreateVector(inputs), b.CreateVector(outputs), type, options));
    }
    void add_operator2(uint32_t code, wire::BuiltinOptions2 type, Offset<void> options) {
        wire::OperatorBuilder builder(b);
        builder.add_opcode_index(code);
        builder.add_builtin_options_2_type(type);
        builder.add_builtin_options_2(options);
        add_operator_table(builder.Finish());
    }
    void add_custom_operator(uint32_t code, const std::vector<uint8_t>& options) {
        const auto data = b.CreateVector(options);
        wire::OperatorBuilder builder(b);
        builder.add_opcode_index(code);
        builder.add_custom_options(data);
        add_operator_table(builder.Finish());
    }
    void add_operator_table(Offset<wire::Operator> op) { graphs_.back().operators.push_back(op); }
    void set_ends(const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs) {
        graphs_.back().inputs = inputs;
        graphs_.back().outputs = outputs;
    }
    void add_metadata(std::string_view name, const std::vector<uint8_t>& data) {
        const uint32_t buffer = add_buffer(data);
        metadata_.push_back(wire::CreateMetadata(b, b.CreateString(name), buffer));
    }
    void add_signature(Offset<wire::SignatureDef> signature) { signatures_.push_back(signature); }
    void add_external(std::string_view file, uint32_t id, uint64_t offset, uint64_t length) {
        groups_.push_back(wire::CreateExternalBufferGroup(b, b.CreateString(file)));
        external_.push_back(
            wire::CreateExternalBuffer(b, id, static_cast<uint32_t>(groups_.size() - 1), offset, length));
    }

    std::vector<std::byte> finish() {
        std::vector<Offset<wire::SubGraph>> subgraphs;
        for (const SubGraph& graph : graphs_) {
            subgraphs.push_back(wire::CreateSubGraph(
                b, b.CreateVector(graph.tensors), b.CreateVector(graph.inputs), b.CreateVector(graph.outputs),
                b.CreateVector(graph.operators), b.CreateString(graph.name)));
        }
        const auto model = wire::CreateModel(b, version, b.CreateVector(codes_), b.CreateVector(subgraphs),
                                             b.CreateString("made by a test"), b.CreateVector(buffers_), 0,
                                             b.CreateVector(metadata_), b.CreateVector(signatures_),
                                             b.CreateVector(groups_), b.CreateVector(external_));
        b.Finish(model, with_identifier ? "TFL3" : nullptr);
        const auto* data = reinterpret_cast<const std::byte*>(b.GetBufferPointer());
        return {data, data + b.GetSize()};
    }

private:
    struct SubGraph {
        std::vector<Offset<wire::Tensor>> tensors;
        std::vector<Offset<wire::Operator>> operators;
        std::vector<int32_t> inputs;
        std::vector<int32_t> outputs;
        std::string name;
    };

    std::vector<SubGraph> graphs_{1};
    std::vector<Offset<wire::Buffer>> buffers_{wire::CreateBuffer(b)};
    std::vector<Offset<wire::OperatorCode>> codes_;
    std::vector<Offset<wire::Metadata>> metadata_;
    std::vector<Offset<wire::SignatureDef>> signatures_;
    std::vector<Offset<wire::ExternalBufferGroup>> groups_;
    std::vector<Offset<wire::ExternalBuffer>> external_;
};

/// A model with one of everything that breaks easily.
inline std::vector<std::byte> small_model() {
    TestModel m;
    const auto sparsity_order = m.b.CreateVector(std::vector<int32_t>{0});
    const auto level = wire::CreateDimensionMetadata(m.b, wire::DimensionType::DENSE, 2);
    const auto sparsity = wire::CreateSparsityParameters(m.b, sparsity_order, 0, m.b.CreateVector(&level, 1));
    const auto scale = m.b.CreateVector(std::vector<float>{0.5F});
    const auto quantization = wire::CreateQuantizationParameters(m.b, 0, 0, scale);
    m.add_tensor({.name = "x", .shape = {1, 2}, .quantization = quantization, .signature = {-1, 2}});
    m.add_tensor({.name = "w",
                  .shape = {2},
                  .type = wire::TensorType::INT8,
                  .buffer = m.add_buffer({1, 2}),
                  .sparsity = sparsity});
    const auto options = wire::CreateFullyConnectedOptions(m.b).Union();
    m.add_operator(m.add_code(wire::BuiltinOperator::FULLY_CONNECTED), {0, 1}, {0},
                   wire::BuiltinOptions::FullyConnectedOptions, options);
    m.add_custom_operator(m.add_custom_code("Custom"), {7, 4, 1});
    m.set_ends({0}, {0});
    m.add_metadata("note", {'h', 'i'});
    return m.finish();
}

}  // namespace netloupe::tflite_test
