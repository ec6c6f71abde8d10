#include <fmt/format.h>

#include <algorithm>

#include "code_plan.h"
#include "code_types.h"

namespace netloupe::signature {

namespace {

std::string list_literal(const std::vector<double>& numbers) {
    if (numbers.size() == 1) return real_literal(numbers[0]);
    std::string list;
    for (const double number : numbers) list += (list.empty() ? "" : ", ") + real_literal(number);
    return fmt::format("np.array([{}], np.float32)", list);
}

class PythonCode {
public:
    explicit PythonCode(const Plan& plan) : plan_(plan) {}

    std::string write() {
        line_("# Runs " + plan_.heading);
        for (const std::string& note : plan_.notes) line_("# " + note);
        line_(fmt::format("# pip install numpy {}", plan_.tflite ? "ai-edge-litert" : "onnxruntime"));
        line_("import numpy as np");
        line_(plan_.tflite ? "from ai_edge_litert.interpreter import Interpreter"
                           : "import onnxruntime as ort");
        line_();
        for (const ExtentVariable& extent : plan_.extents)
            line_(fmt::format("{} = {}  # {}", extent.id, extent.usual, extent.comment));
        if (!plan_.extents.empty()) line_();
        if (!plan_.tflite) {
            onnx();
        } else if (plan_.entry->signature) {
            signature();
        } else {
            interpreter();
        }
        for (const Variable& output : plan_.outputs) line_(fmt::format("print({})", output.id));
        return line_.take();
    }

private:
    void onnx() {
        line_(fmt::format("session = ort.InferenceSession({}, providers=[\"CPUExecutionProvider\"])",
                          plan_.literal(plan_.file)));
        line_();
        for (const Variable& input : plan_.inputs) feed(input);
        std::string fed;
        for (const Variable& input : plan_.inputs)
            fed +=
                fmt::format("{}{}: {}", fed.empty() ? "" : ", ", plan_.literal(input.port->name), input.id);
        std::string names;
        for (const Variable& output : plan_.outputs)
            names += (names.empty() ? "" : ", ") + plan_.literal(output.port->name);
        line_(fmt::format("results = session.run([{}], {{{}}})", names, fed));
        line_();
        for (size_t i = 0; i < plan_.outputs.size(); ++i)
            receive(plan_.outputs[i], fmt::format("results[{}]", i));
    }

    void signature() {
        open();
        line_(fmt::format("runner = interpreter.get_signature_runner({})", plan_.literal(plan_.entry->key)));
        line_();
        for (const Variable& input : plan_.inputs) feed(input);
        std::string fed;
        for (const Variable& input : plan_.inputs)
            fed += fmt::format("{}{}: {}", fed.empty() ? "" : ", ", plan_.literal(input.port->key), input.id);
        line_(plan_.inputs.empty() ? "results = runner()" : fmt::format("results = runner(**{{{}}})", fed));
        line_();
        for (const Variable& output : plan_.outputs)
            receive(output, fmt::format("results[{}]", plan_.literal(output.port->key)));
    }

    void interpreter() {
        open();
        line_("inputs = interpreter.get_input_details()");
        line_("outputs = interpreter.get_output_details()");
        for (const Variable& input : plan_.inputs) {
            if (input.dynamic)
                line_(fmt::format("interpreter.resize_tensor_input(inputs[{}][\"index\"], [{}])",
                                  input.port->place, joined(input.dimensions)));
        }
        line_("interpreter.allocate_tensors()");
        line_();
        for (const Variable& input : plan_.inputs) {
            feed(input);
            line_(fmt::format("interpreter.set_tensor(inputs[{}][\"index\"], {})", input.port->place,
                              input.id));
            line_();
        }
        line_("interpreter.invoke()");
        line_();
        for (const Variable& output : plan_.outputs)
            receive(output,
                    fmt::format("interpreter.get_tensor(outputs[{}][\"index\"])", output.port->place));
    }

    void open() { line_(fmt::format("interpreter = Interpreter(model_path={})", plan_.literal(plan_.file))); }

    void feed(const Variable& input) {
        const Port& port = *input.port;
        line_(fmt::format("# {}: {}", input.id, input.comment));
        if (!port.type.empty()) {
            line_(fmt::format("{} = []  # put your values here", input.id));
        } else {
            const bool text = port.dtype == DataType::kString;
            const bool real = input.quantizes || input.normalizes;
            line_(fmt::format("{} = np.{}([{}], {}{})  # put your values here{}", input.id,
                              text ? "full" : "zeros", joined(input.dimensions), text ? "\"\", " : "",
                              real ? "np.float32" : numpy_type(port.dtype),
                              input.known ? "" : "; the file does not say the shape"));
        }
        if (input.normalizes)
            line_(fmt::format("{0} = (({0} - {1}) / {2}).astype(np.float32)", input.id,
                              list_literal(port.normalization->mean),
                              list_literal(port.normalization->deviation)));
        if (input.quantizes) {
            const IntegerText limits = limits_text(port.dtype);
            line_(fmt::format("{0} = np.clip(np.round({0} / {1}){2}, {3}, {4}).astype({5})", input.id,
                              real_literal(port.affine->scale), plus(port.affine->zero_point), limits.min,
                              limits.max, numpy_type(port.dtype)));
        }
        if (!plan_.tflite || plan_.entry->signature) line_();
    }

    void receive(const Variable& output, const std::string& from) {
        const Port& port = *output.port;
        line_(fmt::format("# {}: {}", output.id, output.comment));
        line_(fmt::format("{} = {}", output.id, from));
        if (output.quantizes)
            line_(fmt::format("{0} = ({0}.astype(np.float32){1}) * {2}", output.id,
                              plus(-port.affine->zero_point), real_literal(port.affine->scale)));
    }

    const Plan& plan_;
    Lines line_{4};
};

}  // namespace

std::string python_code(const Plan& plan) {
    return PythonCode(plan).write();
}

}  // namespace netloupe::signature
