#include <fmt/format.h>

#include <algorithm>

#include "code_jvm.h"
#include "code_plan.h"
#include "code_types.h"

namespace netloupe::signature {

namespace {

class JavaCode : JvmCode {
public:
    explicit JavaCode(const Plan& plan)
        : JvmCode(plan, {.end = ";",
                         .integer = "final int",
                         .buffer = "ByteBuffer",
                         .ints = "new int[] {",
                         .ints_end = "}"}) {}

    std::string write() {
        imports();
        comments();
        line_("final class RunModel {");
        line_.in();
        line_(plan_.tflite ? "static void run(File model) {"
                           : "static void run(String path) throws OrtException {");
        line_.in();
        if (plan_.tflite) {
            tflite();
        } else {
            onnx();
        }
        line_.out();
        line_("}");
        line_.out();
        line_("}");
        return line_.take();
    }

private:
    void imports() {
        if (plan_.tflite) {
            line_("import java.io.File;");
        } else {
            for (const char* name :
                 {"OnnxJavaType", "OnnxTensor", "OrtEnvironment", "OrtException", "OrtSession"})
                line_(fmt::format("import ai.onnxruntime.{};", name));
            if (std::ranges::any_of(plan_.inputs,
                                    [](const Variable& v) { return v.port->dtype == DataType::kFloat16; }))
                line_("import ai.onnxruntime.platform.Fp16Conversions;");
        }
        line_("import java.nio.*;");
        line_("import java.util.Arrays;");
        line_("import java.util.HashMap;");
        line_("import java.util.Map;");
        if (plan_.tflite) line_("import org.tensorflow.lite.Interpreter;");
        line_();
    }

    void tflite() {
        line_("try (Interpreter interpreter = new Interpreter(model)) {");
        line_.in();
        extents();
        allocate();
        for (const Variable& input : plan_.inputs) feed(input);
        const bool named = plan_.entry->signature;
        line_(fmt::format("Map<{}, Object> outputs = new HashMap<>();", named ? "String" : "Integer"));
        for (const Variable& output : plan_.outputs) {
            if (output.dynamic) continue;
            make_buffer(output.id, times(output.count, jvm_type(output.port->dtype, true)->bytes));
            line_(fmt::format("outputs.put({}, {}Buffer);",
                              named ? plan_.literal(output.port->key) : fmt::format("{}", output.port->place),
                              output.id));
        }
        call_tflite(named);
        line_();
        for (const Variable& output : plan_.outputs) receive_tflite(output);
        line_.out();
        line_("}");
    }

    void call_tflite(bool named) {
        if (named) {
            line_("Map<String, Object> inputs = new HashMap<>();");
            for (const Variable& input : plan_.inputs)
                line_(fmt::format("inputs.put({}, {}Buffer);", plan_.literal(input.port->key), input.id));
            line_(fmt::format("interpreter.runSignature(inputs, outputs, {});",
                              plan_.literal(plan_.entry->key)));
            return;
        }
        std::string inputs;
        for (const Variable& input : plan_.inputs)
            inputs += fmt::format("{}{}Buffer", inputs.empty() ? "" : ", ", input.id);
        line_(fmt::format("interpreter.runForMultipleInputsOutputs(new Object[] {{{}}}, outputs);", inputs));
    }

    void receive_tflite(const Variable& output) {
        const JvmType type = *jvm_type(output.port->dtype, true);
        open_buffer(output);
        collect(output, type, over(output.id + "Buffer.remaining()", type.bytes),
                fmt::format("{}Buffer.get{}()", output.id, type.suffix));
    }

    void onnx() {
        line_("OrtEnvironment environment = OrtEnvironment.getEnvironment();");
        line_("try (OrtSession session = environment.createSession(path)) {");
        line_.in();
        extents();
        line_("Map<String, OnnxTensor> inputs = new HashMap<>();");
        line_();
        for (const Variable& input : plan_.inputs) {
            feed(input);
            line_(
                fmt::format("inputs.put({}, OnnxTensor.createTensor(environment, {}, new long[] {{{}}}{}));",
                            plan_.literal(input.port->name), jvm_onnx_view(input.id, input.port->dtype),
                            joined(input.dimensions), jvm_onnx_type(input.port->dtype)));
            line_();
        }
        line_("try (OrtSession.Result results = session.run(inputs)) {");
        line_.in();
        for (const Variable& output : plan_.outputs) receive_onnx(output);
        line_.out();
        line_("} finally {");
        line_.in();
        line_("inputs.values().forEach(OnnxTensor::close);");
        line_.out();
        line_("}");
        line_.out();
        line_("}");
    }

    void receive_onnx(const Variable& output) {
        const std::string value = fmt::format("results.get({}).get()", plan_.literal(output.port->name));
        line_(fmt::format("// {}: {}", output.id, output.comment));
        const auto type = jvm_type(output.port->dtype, false);
        if (!type || !output.port->type.empty()) {
            line_(fmt::format("Object {} = {}.getValue();", output.id, value));
            line_(fmt::format("System.out.println({});", output.id));
            return;
        }
        const std::string_view kind = type->suffix.empty() ? "Byte" : type->suffix;
        line_(fmt::format("{}Buffer {}Buffer = ((OnnxTensor) {}).get{}Buffer();", kind, output.id, value,
                          kind));
        collect(output, *type, output.id + "Buffer.remaining()", output.id + "Buffer.get()");
    }

    void feed(const Variable& input) {
        line_(fmt::format("// {}: {}", input.id, input.comment));
        const std::string note = input.known ? "" : "; the file does not say the shape";
        if (input.port->dtype == DataType::kString) {
            line_(fmt::format("String[] {} = new String[{}]; // put your values here{}", input.id,
                              input.count, note));
            line_(fmt::format("Arrays.fill({}, \"\");", input.id));
            return;
        }
        const JvmType type = *jvm_type(input.port->dtype, plan_.tflite);
        const std::string_view held = input.quantizes || input.normalizes ? "float" : type.java;
        line_(fmt::format("{0}[] {1} = new {0}[{2}]; // put your values here{3}", held, input.id, input.count,
                          note));
        if (by_channel(input)) {
            const Normalization& asked = *input.port->normalization;
            line_(fmt::format("float[] {}Mean = {{{}}};", input.id,
                              channel_list(asked.mean, channels_of(input), "f")));
            line_(fmt::format("float[] {}Deviation = {{{}}};", input.id,
                              channel_list(asked.deviation, channels_of(input), "f")));
        }
        make_buffer(input.id, times(input.id + ".length", type.bytes));
        line_(fmt::format("for (int i = 0; i < {}.length; i++) {{", input.id));
        line_.in();
        const std::string element = normalized_element(input, "f", input.id + "Mean", input.id + "Deviation");
        line_(fmt::format("{}Buffer.put{}({});", input.id, type.suffix, stored(input, element)));
        line_.out();
        line_("}");
        line_(fmt::format("{}Buffer.rewind();", input.id));
        if (plan_.tflite) line_();
    }

    static std::string stored(const Variable& input, const std::string& element) {
        const Port& port = *input.port;
        if (input.quantizes) {
            const IntegerText limits = limits_text(port.dtype);
            return fmt::format("({}) Math.max({}, Math.min({}, Math.round({} / {}f){}))",
                               port.dtype == DataType::kInt16 ? "short" : "byte", limits.min, limits.max,
                               quantized_operand(input, element), real_literal(port.affine->scale),
                               plus(port.affine->zero_point));
        }
        if (port.dtype == DataType::kUint8) return "(byte) " + element;
        if (port.dtype == DataType::kBool) return fmt::format("(byte) ({} ? 1 : 0)", element);
        return element;
    }

    void collect(const Variable& output, const JvmType& type, const std::string& size,
                 const std::string& next) {
        const Port& port = *output.port;
        std::string element = next;
        if (port.dtype == DataType::kUint8) element = fmt::format("({} & 0xFF)", next);
        if (port.dtype == DataType::kBool) element = fmt::format("{} != 0", next);
        if (output.quantizes)
            element = fmt::format("({}{}) * {}f", element, plus(-port.affine->zero_point),
                                  real_literal(port.affine->scale));
        line_(fmt::format("{0}[] {1} = new {0}[{2}];", output.quantizes ? "float" : type.java, output.id,
                          size));
        line_(fmt::format("for (int i = 0; i < {}.length; i++) {{", output.id));
        line_.in();
        line_(fmt::format("{}[i] = {};", output.id, element));
        line_.out();
        line_("}");
        line_(fmt::format("System.out.println(Arrays.toString({}));", output.id));
    }
};

}  // namespace

std::string java_code(const Plan& plan) {
    return JavaCode(plan).write();
}

}  // namespace netloupe::signature
