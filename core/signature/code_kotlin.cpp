#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "code_jvm.h"
#include "code_plan.h"
#include "code_types.h"

namespace netloupe::signature {

namespace {

class KotlinCode : JvmCode {
public:
    explicit KotlinCode(const Plan& plan)
        : JvmCode(plan,
                  {.end = "", .integer = "val", .buffer = "val", .ints = "intArrayOf(", .ints_end = ")"}) {}

    std::string write() {
        imports();
        comments();
        line_(plan_.tflite ? "fun runModel(model: File) {" : "fun runModel(path: String) {");
        line_.in();
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
    void imports() {
        const bool half = std::ranges::any_of(
            plan_.inputs, [](const Variable& v) { return v.port->dtype == DataType::kFloat16; });
        const bool typed = std::ranges::any_of(plan_.inputs, [&](const Variable& v) {
            const auto type = jvm_type(v.port->dtype, plan_.tflite);
            return type && !type->onnx_type.empty();
        });
        const bool buffers = std::ranges::any_of(
            plan_.inputs, [](const Variable& v) { return v.port->dtype != DataType::kString; });
        if (!plan_.tflite) {
            if (typed) line_("import ai.onnxruntime.OnnxJavaType");
            line_("import ai.onnxruntime.OnnxTensor");
            line_("import ai.onnxruntime.OrtEnvironment");
            if (half) line_("import ai.onnxruntime.platform.Fp16Conversions");
        }
        if (plan_.tflite) line_("import java.io.File");
        if (buffers || plan_.tflite) {
            line_("import java.nio.ByteBuffer");
            line_("import java.nio.ByteOrder");
        }
        if (std::ranges::any_of(plan_.inputs, &Variable::quantizes)) line_("import kotlin.math.roundToInt");
        if (plan_.tflite) line_("import org.tensorflow.lite.Interpreter");
        line_();
    }

    void tflite() {
        line_("Interpreter(model).use { interpreter ->");
        line_.in();
        extents();
        allocate();
        for (const Variable& input : plan_.inputs) feed(input);
        for (const Variable& output : plan_.outputs) {
            if (output.dynamic) continue;
            make_buffer(output.id, times(output.count, jvm_type(output.port->dtype, true)->bytes));
        }
        call_tflite();
        line_();
        for (const Variable& output : plan_.outputs) receive_tflite(output);
        line_.out();
        line_("}");
    }

    void call_tflite() {
        std::string outputs;
        const bool named = plan_.entry->signature;
        for (const Variable& output : plan_.outputs) {
            if (output.dynamic) continue;
            outputs += fmt::format(
                "{}{} to {}Buffer", outputs.empty() ? "" : ", ",
                named ? plan_.literal(output.port->key) : fmt::format("{}", output.port->place), output.id);
        }
        const std::string received = fmt::format("mapOf<{}, Any>({})", named ? "String" : "Int", outputs);
        std::string inputs;
        for (const Variable& input : plan_.inputs) {
            inputs += inputs.empty() ? "" : ", ";
            if (named) inputs += plan_.literal(input.port->key) + " to ";
            inputs += input.id + "Buffer";
        }
        if (named) {
            line_(fmt::format("interpreter.runSignature(mapOf<String, Any>({}), {}, {})", inputs, received,
                              plan_.literal(plan_.entry->key)));
        } else {
            line_(fmt::format("interpreter.runForMultipleInputsOutputs(arrayOf<Any>({}), {})", inputs,
                              received));
        }
    }

    void receive_tflite(const Variable& output) {
        const JvmType type = *jvm_type(output.port->dtype, true);
        open_buffer(output);
        collect(output, type, over(output.id + "Buffer.remaining()", type.bytes),
                fmt::format("{}Buffer.get{}()", output.id, type.suffix));
    }

    void onnx() {
        line_("val environment = OrtEnvironment.getEnvironment()");
        line_("environment.createSession(path).use { session ->");
        line_.in();
        extents();
        for (const Variable& input : plan_.inputs) {
            feed(input);
            std::string shape;
            for (const std::string& dimension : input.dimensions)
                shape += fmt::format("{}{}", shape.empty() ? "" : ", ",
                                     std::isdigit(static_cast<unsigned char>(dimension[0])) != 0
                                         ? dimension
                                         : dimension + ".toLong()");
            line_(fmt::format("val {}Tensor = OnnxTensor.createTensor(environment, {}, longArrayOf({}){})",
                              input.id, jvm_onnx_view(input.id, input.port->dtype), shape,
                              jvm_onnx_type(input.port->dtype)));
            line_();
        }
        std::string fed;
        for (const Variable& input : plan_.inputs)
            fed += fmt::format("{}{} to {}Tensor", fed.empty() ? "" : ", ", plan_.literal(input.port->name),
                               input.id);
        line_(fmt::format("session.run(mapOf<String, OnnxTensor>({})).use {{ results ->", fed));
        line_.in();
        for (const Variable& output : plan_.outputs) receive_onnx(output);
        line_.out();
        line_("}");
        for (const Variable& input : plan_.inputs) line_(fmt::format("{}Tensor.close()", input.id));
        line_.out();
        line_("}");
    }

    void receive_onnx(const Variable& output) {
        const std::string value = fmt::format("results.get({}).get()", plan_.literal(output.port->name));
        line_(fmt::format("// {}: {}", output.id, output.comment));
        const auto type = jvm_type(output.port->dtype, false);
        if (!type || !output.port->type.empty()) {
            line_(fmt::format("val {} = {}.value", output.id, value));
            line_(fmt::format("println({})", output.id));
            return;
        }
        line_(fmt::format("val {}Buffer = ({} as OnnxTensor).{}", output.id, value, view_of(*type)));
        collect(output, *type, output.id + "Buffer.remaining()", output.id + "Buffer.get()");
    }

    static std::string view_of(const JvmType& type) {
        if (type.suffix.empty()) return "byteBuffer";
        std::string view(type.suffix);
        view[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(view[0])));
        return view + "Buffer";
    }

    /// The array that the caller fills, and its bytes as the model wants them.
    void feed(const Variable& input) {
        line_(fmt::format("// {}: {}", input.id, input.comment));
        const std::string note = input.known ? "" : "; the file does not say the shape";
        if (input.port->dtype == DataType::kString) {
            line_(fmt::format("val {} = Array({}) {{ \"\" }} // put your values here{}", input.id,
                              input.count, note));
            return;
        }
        const JvmType type = *jvm_type(input.port->dtype, plan_.tflite);
        const bool real = input.quantizes || input.normalizes;
        line_(fmt::format("val {} = {}({}) // put your values here{}", input.id,
                          real ? "FloatArray" : type.kotlin_array, input.count, note));
        if (by_channel(input)) {
            const Normalization& asked = *input.port->normalization;
            line_(fmt::format("val {}Mean = floatArrayOf({})", input.id,
                              channel_list(asked.mean, channels_of(input), "f")));
            line_(fmt::format("val {}Deviation = floatArrayOf({})", input.id,
                              channel_list(asked.deviation, channels_of(input), "f")));
        }
        make_buffer(input.id, times(input.id + ".size", type.bytes));
        const std::string element = normalized_element(input, "f", input.id + "Mean", input.id + "Deviation");
        line_(fmt::format("for (i in {}.indices) {{", input.id));
        line_.in();
        line_(fmt::format("{}Buffer.put{}({})", input.id, type.suffix, stored(input, element)));
        line_.out();
        line_("}");
        line_(fmt::format("{}Buffer.rewind()", input.id));
        if (plan_.tflite) line_();
    }

    static std::string stored(const Variable& input, const std::string& element) {
        const Port& port = *input.port;
        if (input.quantizes) {
            const IntegerText limits = limits_text(port.dtype);
            return fmt::format("(({} / {}f).roundToInt(){}).coerceIn({}, {}).to{}()",
                               quantized_operand(input, element), real_literal(port.affine->scale),
                               plus(port.affine->zero_point), limits.min, limits.max,
                               port.dtype == DataType::kInt16 ? "Short" : "Byte");
        }
        if (port.dtype == DataType::kUint8) return element + ".toByte()";
        if (port.dtype == DataType::kBool) return fmt::format("(if ({}) 1 else 0).toByte()", element);
        return element;
    }

    void collect(const Variable& output, const JvmType& type, const std::string& size,
                 const std::string& next) {
        const Port& port = *output.port;
        std::string element = next;
        if (port.dtype == DataType::kUint8) element = fmt::format("({}.toInt() and 0xFF)", next);
        if (port.dtype == DataType::kBool) element = fmt::format("{} != 0.toByte()", next);
        if (output.quantizes)
            element = fmt::format("({}{}) * {}f", element, plus(-port.affine->zero_point),
                                  real_literal(port.affine->scale));
        line_(fmt::format("val {} = {}({}) {{ {} }}", output.id,
                          output.quantizes ? "FloatArray" : type.kotlin_array, size, element));
        line_(fmt::format("println({}.contentToString())", output.id));
    }
};

}  // namespace

std::string kotlin_code(const Plan& plan) {
    return KotlinCode(plan).write();
}

}  // namespace netloupe::signature
