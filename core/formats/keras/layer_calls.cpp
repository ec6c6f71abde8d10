#include "layer_calls.h"

#include <fmt/format.h>

namespace netloupe::keras {

namespace {

using json::array;
using json::element;
using json::member;

constexpr std::string_view kConstantLayer = "_CONSTANT_VALUE";

/// ["conv", 0, 0], which may have arguments behind it.
bool is_reference(const Json& value) {
    return element(value, 0).is_string() && element(value, 1).is_number_integer() &&
           element(value, 2).is_number();
}

/// {"class_name": "__keras_tensor__", "config": {"keras_history": ["conv", 0, 0], ...}}
bool is_keras_tensor(const Json& value) {
    return json::text(member(value, "class_name")) == "__keras_tensor__";
}

Reference reference_of(const Json& value, const Json* type) {
    return {std::string(json::text(element(value, 0))), json::integer(element(value, 1), 0),
            json::integer(element(value, 2), 0), type};
}

class CallReader {
public:
    explicit CallReader(Call& call) : call_(call) {}

    /// A tensor, or a structure of tensors; JSON nests no deeper than limits::kNesting.
    // NOLINTNEXTLINE(misc-no-recursion)
    void read(const Json& value) {
        if (is_keras_tensor(value)) {
            const Json& config = member(value, "config");
            call_.inputs.push_back(reference_of(member(config, "keras_history"), &config));
        } else if (is_reference(value)) {
            if (json::text(element(value, 0)) != kConstantLayer)
                call_.inputs.push_back(reference_of(value, nullptr));
            read_arguments(element(value, 3));
        } else if (value.is_structured()) {
            for (const Json& one : value) read(one);
        }
    }

    /// Arguments by name: tensors are inputs, the others are values.
    // NOLINTNEXTLINE(misc-no-recursion)
    void read_arguments(const Json& arguments) {
        if (!arguments.is_object()) return;
        for (const auto& [name, value] : arguments.items()) read_argument(name, value);
    }

    // NOLINTNEXTLINE(misc-no-recursion)
    void read_argument(const std::string& name, const Json& value) {
        const size_t before = call_.inputs.size();
        if (is_reference(value) && json::text(element(value, 0)) == kConstantLayer) {
            call_.arguments.emplace_back(name, &element(value, 2));
            return;
        }
        read(value);
        if (call_.inputs.size() == before && !value.is_null()) call_.arguments.emplace_back(name, &value);
    }

private:
    Call& call_;
};

Call read_call(const Json& node) {
    Call call;
    CallReader reader(call);
    const Json& args = member(node, "args");
    if (!args.is_array()) {
        reader.read(node);
        return call;
    }
    for (size_t i = 0; i < args.size(); ++i) reader.read_argument(fmt::format("args[{}]", i), args[i]);
    reader.read_arguments(member(node, "kwargs"));
    return call;
}

}  // namespace

std::vector<Call> read_calls(const Json& inbound_nodes) {
    std::vector<Call> calls;
    for (const Json& node : array(inbound_nodes)) calls.push_back(read_call(node));
    return calls;
}

std::vector<Reference> read_references(const Json& value) {
    Call call;
    CallReader(call).read(value);
    return std::move(call.inputs);
}

}  // namespace netloupe::keras
