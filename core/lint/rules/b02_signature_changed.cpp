#include <fmt/core.h>

#include <algorithm>

#include "context.h"

namespace netloupe::lint {

namespace {

std::string dimension_text(const Model& model, const Dimension& dim) {
    if (dim.fixed()) return std::to_string(dim.value);
    const std::string_view symbol = dim.symbol.valid() ? model.text(dim.symbol) : std::string_view();
    return symbol.empty() ? "?" : std::string(symbol);
}

std::string dimension_text(const ExpectedDimension& dim) {
    if (dim.kind == ExpectedDimension::Kind::kFixed) return std::to_string(dim.value);
    return dim.kind == ExpectedDimension::Kind::kAny ? "any" : dim.name.empty() ? "?" : dim.name;
}

template <typename Texts>
std::string joined(size_t count, Texts text) {
    std::string all;
    for (size_t i = 0; i < count; ++i) all += (i == 0 ? "" : "×") + text(i);
    return count == 0 ? "a scalar" : all;
}

bool fits(const Model& model, const Dimension& dim, const ExpectedDimension& expected) {
    if (expected.kind == ExpectedDimension::Kind::kAny) return true;
    if (expected.kind == ExpectedDimension::Kind::kFixed) return dim.fixed() && dim.value == expected.value;
    if (dim.fixed()) return false;
    const std::string_view symbol = dim.symbol.valid() ? model.text(dim.symbol) : std::string_view();
    return expected.name.empty() || symbol.empty() || symbol == expected.name;
}

/// One side of the signature and what is expected of it.
class Side {
public:
    Side(Context& context, std::string_view word, const std::vector<TensorId>& ports)
        : context_(context), model_(context.model()), word_(word) {
        for (const TensorId port : ports) {
            // Older ONNX files list initializers among their inputs.
            if (!graph().tensor(port).constant.valid()) ports_.push_back(port);
        }
    }

    void compare(const std::vector<ExpectedPort>& expected) {
        bool named_so = true;
        for (const ExpectedPort& one : expected) {
            if (has_name(one.name)) continue;
            report({}, fmt::format("The {} \"{}\" that is expected is not there.", word_, one.name));
            named_so = false;
        }
        for (const TensorId port : ports_) {
            if (std::ranges::any_of(expected, [&](const ExpectedPort& one) { return is(port, one.name); }))
                continue;
            report(port, fmt::format("The {} \"{}\" is not expected.", word_, name_of(port)));
            named_so = false;
        }
        // A name that is expected twice is one port.
        if (!named_so || expected.size() != ports_.size()) return;
        for (size_t i = 0; i < expected.size(); ++i) compare_port(ports_[i], expected[i], i);
    }

private:
    [[nodiscard]] const Graph& graph() const { return model_.graphs[0]; }
    [[nodiscard]] std::string_view name_of(TensorId port) const {
        return model_.text(graph().tensor(port).name);
    }

    /// By the tensor's name, or by what a signature of the main graph calls it.
    [[nodiscard]] bool is(TensorId port, const std::string& name) const {
        if (name_of(port) == name) return true;
        const auto bound = [&](const Signature::Binding& binding) {
            return binding.tensor == port && model_.text(binding.name) == name;
        };
        return std::ranges::any_of(model_.signatures, [&](const Signature& signature) {
            return signature.graph.index() == 0 && (std::ranges::any_of(signature.inputs, bound) ||
                                                    std::ranges::any_of(signature.outputs, bound));
        });
    }
    [[nodiscard]] bool has_name(const std::string& name) const {
        return std::ranges::any_of(ports_, [&](TensorId port) { return is(port, name); });
    }

    void compare_port(TensorId port, const ExpectedPort& expected, size_t place) {
        if (!is(port, expected.name))
            return report(port, fmt::format("Number {} of the {}s is \"{}\", where \"{}\" is expected.",
                                            place + 1, word_, name_of(port), expected.name));
        const Tensor& tensor = graph().tensor(port);
        if (expected.dtype && tensor.dtype != *expected.dtype)
            report(port, fmt::format("The {} \"{}\" is {}, where {} is expected.", word_, expected.name,
                                     netloupe::name(tensor.dtype), netloupe::name(*expected.dtype)));
        if (!expected.shape) return;
        if (!tensor.shape.known)
            return report(port, fmt::format("The {} \"{}\" has no declared shape, where {} is expected.",
                                            word_, expected.name, expected_text(*expected.shape)));
        const auto dims = model_.dims_of(tensor.shape);
        const auto same = [&](const Dimension& dim, const ExpectedDimension& one) {
            return fits(model_, dim, one);
        };
        if (std::ranges::equal(dims, *expected.shape, same)) return;
        report(port,
               fmt::format("The {} \"{}\" has the shape {}, where {} is expected.", word_, expected.name,
                           joined(dims.size(), [&](size_t i) { return dimension_text(model_, dims[i]); }),
                           expected_text(*expected.shape)));
    }

    static std::string expected_text(const std::vector<ExpectedDimension>& shape) {
        return joined(shape.size(), [&](size_t i) { return dimension_text(shape[i]); });
    }

    void report(TensorId tensor, std::string message) {
        context_.report({
            .severity = context_.severity(),
            .message = std::move(message),
            .fix = "Convert the model with the agreed signature, or change the one in the configuration.",
            .graph = tensor.valid() ? GraphId(size_t{0}) : GraphId(),
            .tensor = tensor,
        });
    }

    Context& context_;
    const Model& model_;
    std::string_view word_;
    std::vector<TensorId> ports_;
};

void check(Context& context) {
    const ExpectedSignature& expected = context.options().signature;
    const Graph& main = context.model().graphs[0];
    if (expected.inputs) Side(context, "input", main.inputs).compare(*expected.inputs);
    if (expected.outputs) Side(context, "output", main.outputs).compare(*expected.outputs);
}

}  // namespace

extern const Rule b02_signature_changed;
const Rule b02_signature_changed{
    .id = "B02",
    .name = "signature-changed",
    .summary = "Inputs or outputs are not those that the configuration expects.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Compares names, order, element types and declared shapes of the model's inputs and outputs "
                "with the signature that the configuration expects. A name may be that of the tensor or the "
                "one that a signature of a TensorFlow Lite file gives it.",
            .why = "The application that feeds the model is compiled against its signature: another order of "
                   "outputs, or int8 instead of float32, reads as garbage and crashes nobody's build.",
            .not_a_problem = "Without a signature in the configuration the rule is silent. A dimension that "
                             "is expected as "
                             "null may be any, and a type or shape that is not given may be too.",
            .fix =
                "Convert the model with the agreed signature, or agree on the new one in the configuration.",
            .example =
                "`\"signature\": {\"inputs\": [{\"name\": \"image\", \"shape\": [1, 224, 224, 3], \"dtype\": "
                "\"uint8\"}]}` and an input of float32.",
            .source = "The configuration of the model, `.netloupe.json`.",
        },
    .check = check,
};

}  // namespace netloupe::lint
