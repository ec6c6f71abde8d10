#include <fmt/format.h>

#include <algorithm>

#include "code_plan.h"
#include "code_types.h"

namespace netloupe::signature {

namespace {

class CppCode {
public:
    explicit CppCode(const Plan& plan) : plan_(plan) {}

    std::string write() {
        line_("// Runs " + plan_.heading);
        for (const std::string& note : plan_.notes) line_("// " + note);
        for (const char* header : {"algorithm", "cmath", "cstdint", "iostream", "memory", "vector"})
            line_(fmt::format("#include <{}>", header));
        line_();
        if (plan_.tflite) {
            line_("#include \"tensorflow/lite/interpreter.h\"");
            line_("#include \"tensorflow/lite/kernels/register.h\"");
            line_("#include \"tensorflow/lite/model.h\"");
            if (plan_.entry->signature) line_("#include \"tensorflow/lite/signature_runner.h\"");
        } else {
            line_("#include \"onnxruntime_cxx_api.h\"");
        }
        line_();
        line_("int main() {");
        line_.in();
        for (const ExtentVariable& extent : plan_.extents)
            line_(fmt::format("const {} {} = {};  // {}", plan_.tflite ? "int" : "int64_t", extent.id,
                              extent.usual, extent.comment));
        if (plan_.tflite) {
            tflite();
        } else {
            onnx();
        }
        line_.out();
        line_("}");
        return line_.take();
    }

private:
    void tflite() {
        line_(fmt::format("const auto model = tflite::FlatBufferModel::BuildFromFile({});",
                          plan_.literal(plan_.file)));
        line_("if (!model) return 1;");
        line_("tflite::ops::builtin::BuiltinOpResolver resolver;");
        line_("std::unique_ptr<tflite::Interpreter> interpreter;");
        line_("if (tflite::InterpreterBuilder(*model, resolver)(&interpreter) != kTfLiteOk) return 1;");
        const bool named = plan_.entry->signature;
        if (named) {
            line_(fmt::format("tflite::SignatureRunner* runner = interpreter->GetSignatureRunner({});",
                              plan_.literal(plan_.entry->key)));
            line_("if (runner == nullptr) return 1;");
        }
        const std::string on = named ? "runner" : "interpreter";
        for (const Variable& input : plan_.inputs) {
            if (!input.dynamic) continue;
            line_(fmt::format("if ({}->ResizeInputTensor({}, {{{}}}) != kTfLiteOk) return 1;", on,
                              named ? plan_.literal(input.port->key)
                                    : fmt::format("interpreter->inputs()[{}]", input.port->place),
                              joined(input.dimensions)));
        }
        line_(fmt::format("if ({}->AllocateTensors() != kTfLiteOk) return 1;", on));
        line_();
        for (const Variable& input : plan_.inputs) feed_tflite(input, named);
        line_(fmt::format("if ({}->Invoke() != kTfLiteOk) return 1;", on));
        line_();
        for (const Variable& output : plan_.outputs) receive_tflite(output, named);
        line_("return 0;");
    }

    void feed_tflite(const Variable& input, bool named) {
        values(input);
        line_(fmt::format("auto* {}_tensor = static_cast<{}*>({}->data.data);", input.id,
                          cpp_type(input.port->dtype, true),
                          named ? fmt::format("runner->input_tensor({})", plan_.literal(input.port->key))
                                : fmt::format("interpreter->input_tensor({})", input.port->place)));
        each(input.id + ".size()", fmt::format("{}_tensor[i] = {};", input.id, stored(input)));
        line_();
    }

    void receive_tflite(const Variable& output, bool named) {
        const std::string_view type = cpp_type(output.port->dtype, true);
        line_(fmt::format("// {}: {}", output.id, output.comment));
        line_(fmt::format("const TfLiteTensor* {}_tensor = {};", output.id,
                          named ? fmt::format("runner->output_tensor({})", plan_.literal(output.port->key))
                                : fmt::format("interpreter->output_tensor({})", output.port->place)));
        line_(fmt::format("const auto* {0}_raw = static_cast<const {1}*>({0}_tensor->data.data);", output.id,
                          type));
        print(output, fmt::format("{}_tensor->bytes / sizeof({})", output.id, type));
    }

    void onnx() {
        line_("Ort::Env env(ORT_LOGGING_LEVEL_WARNING, \"run_model\");");
        line_(fmt::format("Ort::Session session(env, ORT_TSTR({}), Ort::SessionOptions{{nullptr}});",
                          plan_.literal(plan_.file)));
        line_("const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);");
        line_("std::vector<Ort::Value> inputs;");
        line_();
        for (const Variable& input : plan_.inputs) feed_onnx(input);
        names("input_names", plan_.inputs);
        names("output_names", plan_.outputs);
        line_(
            "const auto results = session.Run(Ort::RunOptions{nullptr}, input_names.data(), inputs.data(), "
            "inputs.size(),");
        line_("                                 output_names.data(), output_names.size());");
        line_();
        for (size_t i = 0; i < plan_.outputs.size(); ++i) receive_onnx(plan_.outputs[i], i);
        line_("return 0;");
    }

    void names(std::string_view list, const std::vector<Variable>& variables) {
        std::string all;
        for (const Variable& variable : variables)
            all += (all.empty() ? "" : ", ") + plan_.literal(variable.port->name);
        line_(fmt::format("const std::vector<const char*> {}{{{}}};", list, all));
    }

    void feed_onnx(const Variable& input) {
        values(input);
        const std::string_view type = cpp_type(input.port->dtype, false);
        const bool converts = input.quantizes || input.normalizes;
        // A std::vector<bool> has no array of bools.
        const bool flags = input.port->dtype == DataType::kBool;
        const bool half = input.port->dtype == DataType::kFloat16 || input.port->dtype == DataType::kBFloat16;
        std::string data = input.id;
        if (flags) {
            data = input.id + "_fed";
            line_(fmt::format("auto {0} = std::make_unique<bool[]>({1}.size());", data, input.id));
        } else if (converts || half) {
            data = input.id + "_fed";
            line_(fmt::format("std::vector<{}> {}({}.size());", type, data, input.id));
        }
        if (data != input.id) each(input.id + ".size()", fmt::format("{}[i] = {};", data, stored(input)));
        line_(fmt::format("const std::vector<int64_t> {}_shape{{{}}};", input.id, joined(input.dimensions)));
        line_(fmt::format(
            "inputs.push_back(Ort::Value::CreateTensor<{0}>(memory, {1}, {2}.size(), {2}_shape.data(), "
            "{2}_shape.size()));",
            type, data + (flags ? ".get()" : ".data()"), input.id));
        line_();
    }

    void receive_onnx(const Variable& output, size_t number) {
        const std::string_view type = cpp_type(output.port->dtype, false);
        line_(fmt::format("// {}: {}", output.id, output.comment));
        line_(fmt::format("const auto* {}_raw = results[{}].GetTensorData<{}>();", output.id, number, type));
        print(output, fmt::format("results[{}].GetTensorTypeAndShapeInfo().GetElementCount()", number));
    }

    void each(std::string_view size, std::string_view statement) {
        line_(fmt::format("for (size_t i = 0; i < {}; ++i) {{", size));
        line_.in();
        line_(statement);
        line_.out();
        line_("}");
    }

    /// The array that the caller fills.
    void values(const Variable& input) {
        const DataType dtype = input.port->dtype;
        const bool real = input.quantizes || input.normalizes || dtype == DataType::kFloat16 ||
                          dtype == DataType::kBFloat16;
        line_(fmt::format("// {}: {}", input.id, input.comment));
        line_(fmt::format("std::vector<{}> {}({});  // put your values here{}",
                          real ? "float" : cpp_type(dtype, plan_.tflite), input.id, input.count,
                          input.known ? "" : "; the file does not say the shape"));
        if (by_channel(input)) {
            const Normalization& asked = *input.port->normalization;
            line_(fmt::format("const float {}_mean[] = {{{}}};", input.id,
                              channel_list(asked.mean, channels_of(input), "f")));
            line_(fmt::format("const float {}_deviation[] = {{{}}};", input.id,
                              channel_list(asked.deviation, channels_of(input), "f")));
        }
    }

    [[nodiscard]] std::string stored(const Variable& input) const {
        const Port& port = *input.port;
        std::string element = normalized_element(input, "f", input.id + "_mean", input.id + "_deviation");
        const std::string_view type = cpp_type(port.dtype, plan_.tflite);
        if (input.quantizes) {
            const IntegerText limits = limits_text(port.dtype);
            return fmt::format("static_cast<{}>(std::clamp(std::round({} / {}f){}, {}.0f, {}.0f))", type,
                               quantized_operand(input, element), real_literal(port.affine->scale),
                               plus(port.affine->zero_point), limits.min, limits.max);
        }
        if (port.dtype == DataType::kFloat16 || port.dtype == DataType::kBFloat16)
            return fmt::format("{}({})", type, element);
        return element;
    }

    void print(const Variable& output, const std::string& size) {
        const Port& port = *output.port;
        std::string element = fmt::format("{}_raw[i]", output.id);
        if (port.dtype == DataType::kInt8 || port.dtype == DataType::kUint8) element = "+" + element;
        if (port.dtype == DataType::kFloat16 || port.dtype == DataType::kBFloat16) element += ".ToFloat()";
        if (output.quantizes)
            element = fmt::format("({}_raw[i]{}) * {}f", output.id, plus(-port.affine->zero_point),
                                  real_literal(port.affine->scale));
        each(size, fmt::format("std::cout << {} << ' ';", element));
        line_("std::cout << '\\n';");
    }

    const Plan& plan_;
    Lines line_{2};
};

}  // namespace

std::string cpp_code(const Plan& plan) {
    return CppCode(plan).write();
}

}  // namespace netloupe::signature
