#include <google/protobuf/stubs/logging.h>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "line_map.h"
#include "syntax_scanner.h"
#include "syntax_tensor.h"
#include "text_forms.h"

namespace netloupe::onnx {

namespace {

using schema::AttributeProto;

/// Reads ONNX's text syntax into messages, as ONNX's own parser and printer define it. Every part returns
/// false after an error, which the scanner keeps.
class SyntaxParser {
public:
    explicit SyntaxParser(std::string_view text) : scanner_(text) {}

    Result<ConvertedText> convert() {
        bool good = !scanner_.sees("<") || read_header();
        good = good && read_graph(*model_.mutable_graph());
        while (good && scanner_.peek() != 0) good = read_function(*model_.add_functions());
        if (!good && model_.graph().node_size() == 0) return std::unexpected(*scanner_.error());
        auto converted = finish_conversion(model_, lines_);
        if (converted) converted->damage = scanner_.error();
        return converted;
    }

private:
    void note_line(const google::protobuf::Message& message) { lines_[&message] = scanner_.line(); }

    /// Elements between `open` and `close`, with commas between them.
    template <typename Read>
    bool list(std::string_view open, std::string_view close, Read&& read) {
        if (!scanner_.expect(open)) return false;
        if (scanner_.take(close)) return true;
        do {
            if (!read()) return false;
        } while (scanner_.take(","));
        return scanner_.expect(close);
    }

    // <ir_version: 8, opset_import: ["" : 17], producer_name: "...">
    bool read_header() {
        return list("<", ">", [&] {
            const std::string key = scanner_.identifier();
            if (!scanner_.expect(":")) return false;
            if (key == "ir_version") return read_int([&](int64_t v) { model_.set_ir_version(v); });
            if (key == "model_version") return read_int([&](int64_t v) { model_.set_model_version(v); });
            if (key == "producer_name") return scanner_.quoted(*model_.mutable_producer_name());
            if (key == "producer_version") return scanner_.quoted(*model_.mutable_producer_version());
            if (key == "domain") return scanner_.quoted(*model_.mutable_domain());
            if (key == "doc_string") return scanner_.quoted(*model_.mutable_doc_string());
            if (key == "opset_import") return read_opsets(*model_.mutable_opset_import());
            if (key == "metadata_props") return read_entries(scanner_, *model_.mutable_metadata_props());
            return scanner_.fail("a property of a model is expected instead of \"" + key + "\"");
        });
    }

    bool read_opsets(google::protobuf::RepeatedPtrField<schema::OperatorSetIdProto>& imports) {
        return list("[", "]", [&] {
            auto& import = *imports.Add();
            return scanner_.quoted(*import.mutable_domain()) && scanner_.expect(":") &&
                   read_int([&](int64_t version) { import.set_version(version); });
        });
    }

    template <typename Set>
    bool read_int(Set&& set) {
        const auto literal = scanner_.number();
        if (!literal || !literal->is_integer) return scanner_.fail("an integer is expected");
        set(static_cast<int64_t>(std::strtoll(literal->text.c_str(), nullptr, 10)));
        return true;
    }

    bool read_graph(schema::GraphProto& graph) {
        if (depth_ >= limits::kNesting) return scanner_.fail("graphs are nested too deep");
        ++depth_;
        note_line(graph);
        graph.set_name(scanner_.name());
        const bool good = list("(", ")", [&] { return read_value(*graph.add_input(), &graph); }) &&
                          scanner_.expect("=>") &&
                          list("(", ")", [&] { return read_value(*graph.add_output(), nullptr); }) &&
                          (!scanner_.sees("<") || list("<", ">", [&] { return read_inner_value(graph); })) &&
                          read_nodes(*graph.mutable_node());
        --depth_;
        return good;
    }

    // float[N] x, in inputs also float[2] x = {1, 2}
    bool read_value(schema::ValueInfoProto& value, schema::GraphProto* initializers) {
        note_line(value);
        if (!read_optional_type(value)) return false;
        value.set_name(scanner_.name());
        if (initializers == nullptr || !scanner_.take("=")) return true;
        return read_initializer(value, *initializers->add_initializer());
    }

    /// Between a graph's outputs and its nodes stand types of inner values and initializers.
    bool read_inner_value(schema::GraphProto& graph) {
        schema::ValueInfoProto value;
        const uint32_t line = scanner_.line();
        if (!read_optional_type(value)) return false;
        value.set_name(scanner_.name());
        if (!scanner_.take("=")) {
            graph.add_value_info()->Swap(&value);
            return true;
        }
        auto& tensor = *graph.add_initializer();
        lines_[&tensor] = line;
        return read_initializer(value, tensor);
    }

    bool read_initializer(const schema::ValueInfoProto& value, schema::TensorProto& tensor) {
        if (!value.type().has_tensor_type()) return scanner_.fail("an initializer needs a tensor type");
        tensor.set_name(value.name());
        set_tensor_type(value.type().tensor_type(), tensor);
        return read_tensor_values(scanner_, tensor);
    }

    static void set_tensor_type(const schema::TypeProto::Tensor& type, schema::TensorProto& tensor) {
        tensor.set_data_type(type.elem_type());
        for (const auto& dim : type.shape().dim()) tensor.add_dims(dim.dim_value());
    }

    /// A type stands before nearly every value; inputs of functions have none.
    bool read_optional_type(schema::ValueInfoProto& value) {
        const size_t begin = scanner_.position();
        const std::string word = scanner_.identifier();
        scanner_.rewind(begin);
        return !is_type(word) || read_type(*value.mutable_type());
    }

    static bool is_type(const std::string& word) {
        return type_code(word) != 0 || word == "seq" || word == "map" || word == "optional" ||
               word == "sparse_tensor";
    }

    bool read_type(schema::TypeProto& type) {
        if (depth_ >= limits::kNesting) return scanner_.fail("types are nested too deep");
        ++depth_;
        const std::string word = scanner_.identifier();
        bool good = false;
        if (word == "seq") {
            good = scanner_.expect("(") && read_type(*type.mutable_sequence_type()->mutable_elem_type()) &&
                   scanner_.expect(")");
        } else if (word == "optional") {
            good = scanner_.expect("(") && read_type(*type.mutable_optional_type()->mutable_elem_type()) &&
                   scanner_.expect(")");
        } else if (word == "map") {
            good = read_map_type(*type.mutable_map_type());
        } else if (word == "sparse_tensor") {
            auto& tensor = *type.mutable_sparse_tensor_type();
            good = scanner_.expect("(") && read_tensor_type(scanner_.identifier(), tensor) &&
                   scanner_.expect(")");
        } else {
            good = read_tensor_type(word, *type.mutable_tensor_type());
        }
        --depth_;
        return good;
    }

    bool read_map_type(schema::TypeProto::Map& map) {
        if (!scanner_.expect("(")) return false;
        map.set_key_type(type_code(scanner_.identifier()));
        return scanner_.expect(",") && read_type(*map.mutable_value_type()) && scanner_.expect(")");
    }

    /// `float` is a scalar, `float[]` has unknown rank.
    template <typename TensorType>
    bool read_tensor_type(const std::string& word, TensorType& type) {
        const int32_t code = type_code(word);
        if (code == 0) return scanner_.fail("a type is expected");
        type.set_elem_type(code);
        if (!scanner_.sees("[")) {
            type.mutable_shape();
            return true;
        }
        return list("[", "]", [&] {
            auto& dim = *type.mutable_shape()->add_dim();
            if (scanner_.take("?")) return true;
            if (const auto literal = scanner_.number()) {
                dim.set_dim_value(std::strtoll(literal->text.c_str(), nullptr, 10));
                return true;
            }
            dim.set_dim_param(scanner_.name());
            return !dim.dim_param().empty() || scanner_.fail("a dimension is expected");
        });
    }

    bool read_nodes(google::protobuf::RepeatedPtrField<schema::NodeProto>& nodes) {
        if (!scanner_.expect("{")) return false;
        while (!scanner_.failed() && !scanner_.sees("}")) {
            if (!read_node(*nodes.Add())) {
                nodes.RemoveLast();
                return false;
            }
        }
        return scanner_.expect("}");
    }

    // [label] y, z = domain.Op:overload <attributes> (a, "", b)
    bool read_node(schema::NodeProto& node) {
        note_line(node);
        if (scanner_.take("[")) {
            node.set_name(scanner_.name());
            if (!scanner_.expect("]")) return false;
        }
        if (!scanner_.sees("=")) {
            do {
                node.add_output(scanner_.name());
            } while (scanner_.take(","));
        }
        if (!scanner_.expect("=") || !read_operator(node)) return false;
        if (scanner_.sees("<") && !read_attributes(*node.mutable_attribute())) return false;
        if (!list("(", ")", [&] {
                node.add_input(scanner_.name());
                return true;
            })) {
            return false;
        }
        return !scanner_.sees("<") || read_attributes(*node.mutable_attribute());
    }

    bool read_operator(schema::NodeProto& node) {
        std::string op = scanner_.identifier();
        std::string domain;
        while (scanner_.take(".")) {
            domain += (domain.empty() ? "" : ".") + op;
            op = scanner_.identifier();
        }
        if (op.empty()) return scanner_.fail("an operator is expected");
        node.set_op_type(op);
        if (!domain.empty()) node.set_domain(domain);
        if (scanner_.take(":")) node.set_overload(scanner_.identifier());
        return true;
    }

    bool read_attributes(google::protobuf::RepeatedPtrField<AttributeProto>& attributes) {
        return list("<", ">", [&] { return read_attribute(*attributes.Add()); });
    }

    // axis = 1, axis: int = 1, axis: int = @outer
    bool read_attribute(AttributeProto& attribute) {
        attribute.set_name(scanner_.identifier());
        if (attribute.name().empty()) return scanner_.fail("an attribute is expected");
        auto type = AttributeProto::UNDEFINED;
        if (scanner_.take(":") && !read_attribute_type(type)) return false;
        return scanner_.expect("=") && read_attribute_value(attribute, type);
    }

    bool read_attribute_type(AttributeProto::AttributeType& type) {
        std::string word = scanner_.identifier();
        for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return AttributeProto::AttributeType_Parse(word, &type) ||
               scanner_.fail("a type of attributes is expected");
    }

    bool read_attribute_value(AttributeProto& attribute, AttributeProto::AttributeType type) {
        attribute.set_type(type);
        if (scanner_.take("@")) {
            attribute.set_ref_attr_name(scanner_.identifier());
            return true;
        }
        if (scanner_.sees("[")) {
            return list("[", "]", [&] { return read_single(attribute, true); }) &&
                   set_list_type(attribute, type);
        }
        return read_single(attribute, false);
    }

    /// An empty list has the type that is written, else integers.
    static bool set_list_type(AttributeProto& attribute, AttributeProto::AttributeType type) {
        if (attribute.floats_size() > 0 && attribute.ints_size() > 0) widen(attribute);
        if (attribute.floats_size() > 0) {
            attribute.set_type(AttributeProto::FLOATS);
        } else if (attribute.strings_size() > 0) {
            attribute.set_type(AttributeProto::STRINGS);
        } else if (attribute.tensors_size() > 0) {
            attribute.set_type(AttributeProto::TENSORS);
        } else if (attribute.graphs_size() > 0) {
            attribute.set_type(AttributeProto::GRAPHS);
        } else if (attribute.type_protos_size() > 0) {
            attribute.set_type(AttributeProto::TYPE_PROTOS);
        } else if (attribute.ints_size() > 0 || type == AttributeProto::UNDEFINED) {
            attribute.set_type(AttributeProto::INTS);
        }
        return true;
    }

    /// `[1, 2.5]` is a list of floats: the integers that stood before the first float become floats.
    static void widen(AttributeProto& attribute) {
        std::vector<float> all(attribute.ints().begin(), attribute.ints().end());
        all.insert(all.end(), attribute.floats().begin(), attribute.floats().end());
        attribute.clear_ints();
        attribute.mutable_floats()->Assign(all.begin(), all.end());
    }

    bool read_single(AttributeProto& attribute, bool in_list) {
        if (scanner_.peek() == '"') {
            if (!in_list) attribute.set_type(AttributeProto::STRING);
            return scanner_.quoted(in_list ? *attribute.add_strings() : *attribute.mutable_s());
        }
        if (const auto literal = scanner_.number()) {
            add_number(attribute, *literal, in_list);
            return true;
        }
        const size_t begin = scanner_.position();
        const std::string word = scanner_.identifier();
        scanner_.rewind(begin);
        if (is_type(word)) return read_typed_value(attribute, in_list);
        if (!word.empty()) return read_graph_value(attribute, in_list);
        return scanner_.fail("a value is expected");
    }

    static void add_number(AttributeProto& attribute, const Literal& literal, bool in_list) {
        const bool is_float = !literal.is_integer || attribute.type() == AttributeProto::FLOAT ||
                              attribute.type() == AttributeProto::FLOATS || attribute.floats_size() > 0;
        if (is_float) {
            const float value = std::strtof(literal.text.c_str(), nullptr);
            if (in_list) return attribute.add_floats(value);
            attribute.set_f(value);
            attribute.set_type(AttributeProto::FLOAT);
        } else {
            const int64_t value = std::strtoll(literal.text.c_str(), nullptr, 10);
            if (in_list) return attribute.add_ints(value);
            attribute.set_i(value);
            attribute.set_type(AttributeProto::INT);
        }
    }

    bool read_graph_value(AttributeProto& attribute, bool in_list) {
        if (!in_list) attribute.set_type(AttributeProto::GRAPH);
        return read_graph(in_list ? *attribute.add_graphs() : *attribute.mutable_g());
    }

    /// A type alone, or a tensor: float[2] {1, 2}, int64 name {3}.
    bool read_typed_value(AttributeProto& attribute, bool in_list) {
        schema::TypeProto type;
        if (!read_type(type)) return false;
        const std::string name = scanner_.sees("{") ? std::string() : scanner_.name();
        const bool has_values = scanner_.take("=") || scanner_.sees("{");
        if (!has_values) {
            if (!in_list) attribute.set_type(AttributeProto::TYPE_PROTO);
            (in_list ? attribute.add_type_protos() : attribute.mutable_tp())->Swap(&type);
            return true;
        }
        if (!in_list) attribute.set_type(AttributeProto::TENSOR);
        auto& tensor = in_list ? *attribute.add_tensors() : *attribute.mutable_t();
        tensor.set_name(name);
        set_tensor_type(type.tensor_type(), tensor);
        return read_tensor_values(scanner_, tensor);
    }

    // <domain: "local", opset_import: ["" : 17]> f <alpha, beta: float = 1.0> (x) => (y) { ... }
    bool read_function(schema::FunctionProto& function) {
        note_line(function);
        return (!scanner_.sees("<") || read_function_header(function)) && read_function_signature(function) &&
               read_nodes(*function.mutable_node());
    }

    bool read_function_header(schema::FunctionProto& function) {
        return list("<", ">", [&] {
            const std::string key = scanner_.identifier();
            if (!scanner_.expect(":")) return false;
            if (key == "domain") return scanner_.quoted(*function.mutable_domain());
            if (key == "overload") return scanner_.quoted(*function.mutable_overload());
            if (key == "doc_string") return scanner_.quoted(*function.mutable_doc_string());
            if (key == "opset_import") return read_opsets(*function.mutable_opset_import());
            if (key == "metadata_props") return read_entries(scanner_, *function.mutable_metadata_props());
            return scanner_.fail("a property of a function is expected instead of \"" + key + "\"");
        });
    }

    bool read_function_signature(schema::FunctionProto& function) {
        function.set_name(scanner_.name());
        if (function.name().empty()) return scanner_.fail("a function is expected");
        if (scanner_.sees("<") && !list("<", ">", [&] { return read_parameter(function); })) return false;
        const auto value = [&](std::string& name) {
            schema::ValueInfoProto info;
            if (!read_optional_type(info)) return false;
            name = scanner_.name();
            info.set_name(name);
            if (info.has_type()) function.add_value_info()->Swap(&info);
            return true;
        };
        return list("(", ")", [&] { return value(*function.add_input()); }) && scanner_.expect("=>") &&
               list("(", ")", [&] { return value(*function.add_output()); }) &&
               (!scanner_.sees("<") || list("<", ">", [&] {
                   std::string name;
                   return value(name);
               }));
    }

    bool read_parameter(schema::FunctionProto& function) {
        const std::string name = scanner_.identifier();
        if (name.empty()) return scanner_.fail("an attribute is expected");
        auto type = AttributeProto::UNDEFINED;
        if (scanner_.take(":") && !read_attribute_type(type)) return false;
        if (!scanner_.take("=")) {
            function.add_attribute(name);
            return true;
        }
        auto& parameter = *function.add_attribute_proto();
        parameter.set_name(name);
        return read_attribute_value(parameter, type);
    }

    SyntaxScanner scanner_;
    schema::ModelProto model_;
    LineMap lines_;
    uint32_t depth_ = 0;
};

}  // namespace

Result<ConvertedText> convert_onnx_syntax(Bytes text) {
    const google::protobuf::LogSilencer silence;  // Names that are not UTF-8 are no news here.
    std::string_view all = as_text(text);
    if (all.size() > limits::kTextModelBytes) {
        return fail(ErrorCode::kLimit, "The text model is too large; save it in binary form.");
    }
    if (all.starts_with("\xef\xbb\xbf")) all.remove_prefix(3);
    return SyntaxParser(all).convert();
}

}  // namespace netloupe::onnx
