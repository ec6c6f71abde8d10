// onnx_seeds FOLDER: writes small ONNX files of every form as seeds for onnx_fuzz.

#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "build_onnx.h"

namespace {

using namespace netloupe::onnx_test;
using schema::AttributeProto;
using schema::TensorProto;

/// One of everything that the reader knows.
schema::ModelProto rich_model() {
    auto model = new_model();
    model.set_producer_name("seed");
    auto& graph = *model.mutable_graph();
    auto& x = set_value(*graph.add_input(), "x", TensorProto::FLOAT, {1, 2});
    x.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_param("batch");
    auto& sequence = *graph.add_input();
    sequence.set_name("s");
    sequence.mutable_type()
        ->mutable_sequence_type()
        ->mutable_elem_type()
        ->mutable_tensor_type()
        ->set_elem_type(1);
    set_value(*graph.add_output(), "y", TensorProto::FLOAT, {1, 2});
    add_floats(graph, "scale", {}, {0.5F});
    set_tensor(*graph.add_initializer(), "zero", TensorProto::INT8, {}).add_int32_data(3);
    set_tensor(*graph.add_initializer(), "texts", TensorProto::STRING, {1}).add_string_data("a");
    auto& external = set_tensor(*graph.add_initializer(), "w", TensorProto::FLOAT, {4});
    external.set_data_location(TensorProto::EXTERNAL);
    auto& location = *external.add_external_data();
    location.set_key("location");
    location.set_value("w.bin");
    auto& sparse = *graph.add_sparse_initializer();
    sparse.add_dims(4);
    set_tensor(*sparse.mutable_values(), "sp", TensorProto::FLOAT, {1}).set_raw_data(raw<float>({1}));
    set_tensor(*sparse.mutable_indices(), "", TensorProto::INT64, {1}).add_int64_data(2);
    add_node(graph, "QuantizeLinear", {"x", "scale", "zero"}, {"q"});
    add_node(graph, "DequantizeLinear", {"q", "scale", "zero"}, {"d"});
    auto& branch = add_node(graph, "If", {"c"}, {"y"});
    add_node(*add_attribute(branch, "then_branch", AttributeProto::GRAPH).mutable_g(), "Relu", {"d"}, {"e"});
    auto& many = add_node(graph, "F", {"d"}, {"f"});
    many.set_domain("local");
    add_attribute(many, "ints", AttributeProto::INTS).add_ints(-1);
    add_attribute(many, "floats", AttributeProto::FLOATS).add_floats(1);
    add_attribute(many, "strings", AttributeProto::STRINGS).add_strings("t");
    add_attribute(many, "type", AttributeProto::TYPE_PROTO).mutable_tp()->mutable_map_type()->set_key_type(7);
    auto& function = *model.add_functions();
    function.set_domain("local");
    function.set_name("F");
    add_node(*function.mutable_node(), "Relu", {"a"}, {"b"});
    model.add_training_info()->mutable_algorithm()->set_name("t");
    return model;
}

constexpr std::string_view kSyntax =
    "<ir_version: 8, opset_import: [\"\" : 17]>\n"
    "g (float[N] x, seq(float[2]) s) => (float y) <int4[2] w = {1, -2}> {\n"
    "  [n] y = local.F:o <a = 1, b = [0.5], c = h () => () { z = Relu (x) }> (x, \"\")\n"
    "}\n"
    "<domain: \"local\", opset_import: [\"\" : 17]> F <p, q: float = 1.0> (a) => (b) { b = Relu (a) }\n";

void write(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: onnx_seeds FOLDER\n";
        return 1;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const auto model = rich_model();
    std::string text;
    google::protobuf::TextFormat::PrintToString(model, &text);
    std::string json;
    const auto printed = google::protobuf::util::MessageToJsonString(model, &json);
    if (!printed.ok()) return 1;
    write(folder / "model.onnx", model.SerializeAsString());
    write(folder / "model.onnxtxt", text);
    write(folder / "model.json", json);
    write(folder / "syntax.onnxtxt", kSyntax);
    write(folder / "tensor.pb", model.graph().initializer(1).SerializeAsString());
    schema::SequenceProto sequence;
    sequence.set_elem_type(1);
    *sequence.add_tensor_values() = model.graph().initializer(0);
    write(folder / "sequence.pb", sequence.SerializeAsString());
    return 0;
}
