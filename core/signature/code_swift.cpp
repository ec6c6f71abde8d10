#include <fmt/format.h>

#include <algorithm>

#include "code_plan.h"
#include "code_types.h"

namespace netloupe::signature {

namespace {

/// ORTTensorElementDataType's case.
std::string_view ort_case(DataType type) {
    switch (type) {
        case DataType::kInt8:
            return "int8";
        case DataType::kUint8:
            return "uInt8";
        case DataType::kInt32:
            return "int32";
        case DataType::kUint32:
            return "uInt32";
        case DataType::kInt64:
            return "int64";
        case DataType::kUint64:
            return "uInt64";
        default:
            return "float";
    }
}

class SwiftCode {
public:
    explicit SwiftCode(const Plan& plan) : plan_(plan) {}

    std::string write() {
        line_("import Foundation");
        line_(plan_.tflite ? "import TensorFlowLite"
                           : "import OnnxRuntimeBindings  // with CocoaPods: onnxruntime_objc");
        line_();
        line_("// Runs " + plan_.heading);
        for (const std::string& note : plan_.notes) line_("// " + note);
        line_("func runModel(path: String) throws {");
        line_.in();
        for (const ExtentVariable& extent : plan_.extents)
            line_(fmt::format("let {} = {}  // {}", extent.id, extent.usual, extent.comment));
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
    /// "at: 0", "named: "image""
    [[nodiscard]] std::string place(const Port& port, std::string_view at, std::string_view named) const {
        return plan_.entry->signature ? fmt::format("{}: {}", named, plan_.literal(port.key))
                                      : fmt::format("{}: {}", at, port.place);
    }

    void tflite() {
        const bool named = plan_.entry->signature;
        line_("let interpreter = try Interpreter(modelPath: path)");
        if (named)
            line_(fmt::format("let runner = try interpreter.signatureRunner(with: {})",
                              plan_.literal(plan_.entry->key)));
        const std::string on = named ? "runner" : "interpreter";
        for (const Variable& input : plan_.inputs) {
            if (input.dynamic)
                line_(fmt::format("try {}.resizeInput({}, {}: [{}])", on, place(*input.port, "at", "named"),
                                  named ? "toShape" : "to", joined(input.dimensions)));
        }
        line_(fmt::format("try {}.allocateTensors()", on));
        line_();
        for (const Variable& input : plan_.inputs) {
            feed(input);
            // The runner copies what invoke(with:) is given.
            if (!named)
                line_(fmt::format("try interpreter.copy({}Buffer, toInputAt: {})", input.id,
                                  input.port->place));
            line_();
        }
        if (named) {
            std::string fed;
            for (const Variable& input : plan_.inputs)
                fed += fmt::format("{}{}: {}Buffer", fed.empty() ? "" : ", ", plan_.literal(input.port->key),
                                   input.id);
            line_(fmt::format("try runner.invoke(with: [{}])", fed.empty() ? ":" : fed));
        } else {
            line_("try interpreter.invoke()");
        }
        line_();
        for (const Variable& output : plan_.outputs) {
            line_(fmt::format("// {}: {}", output.id, output.comment));
            collect(output, fmt::format("try {}.output({}).data", on, place(*output.port, "at", "named")));
        }
    }

    void onnx() {
        line_("let environment = try ORTEnv(loggingLevel: ORTLoggingLevel.warning)");
        line_("let session = try ORTSession(env: environment, modelPath: path, sessionOptions: nil)");
        line_();
        std::string fed;
        for (const Variable& input : plan_.inputs) {
            feed(input);
            std::string shape;
            for (const std::string& dimension : input.dimensions)
                shape += fmt::format("{}NSNumber(value: {})", shape.empty() ? "" : ", ", dimension);
            line_(fmt::format("let {0}Tensor = try ORTValue(tensorData: NSMutableData(data: {0}Buffer),",
                              input.id));
            line_(fmt::format("  elementType: ORTTensorElementDataType.{}, shape: [{}])",
                              ort_case(input.port->dtype), shape));
            line_();
            fed += fmt::format("{}{}: {}Tensor", fed.empty() ? "" : ", ", plan_.literal(input.port->name),
                               input.id);
        }
        std::string names;
        for (const Variable& output : plan_.outputs)
            names += (names.empty() ? "" : ", ") + plan_.literal(output.port->name);
        line_(fmt::format("let results = try session.run(withInputs: [{}],", fed.empty() ? ":" : fed));
        line_(fmt::format("  outputNames: [{}], runOptions: nil)", names));
        line_();
        for (const Variable& output : plan_.outputs) {
            line_(fmt::format("// {}: {}", output.id, output.comment));
            collect(output,
                    fmt::format("try results[{}]!.tensorData() as Data", plan_.literal(output.port->name)));
        }
    }

    void feed(const Variable& input) {
        const std::string_view type = swift_type(input.port->dtype, plan_.tflite);
        const bool real = input.quantizes || input.normalizes;
        line_(fmt::format("// {}: {}", input.id, input.comment));
        line_(fmt::format("let {} = [{}](repeating: {}, count: {})  // put your values here{}", input.id,
                          real ? "Float" : type,
                          !real && input.port->dtype == DataType::kBool ? "false" : "0", input.count,
                          input.known ? "" : "; the file does not say the shape"));
        std::string source = input.id;
        if (real) {
            source = input.id + "Fed";
            convert(input, type);
        }
        line_(fmt::format("let {}Buffer = {}.withUnsafeBufferPointer {{ Data(buffer: $0) }}", input.id,
                          source));
    }

    void convert(const Variable& input, std::string_view type) {
        const Port& port = *input.port;
        if (by_channel(input)) {
            const Normalization& asked = *port.normalization;
            line_(fmt::format("let {}Mean: [Float] = [{}]", input.id,
                              channel_list(asked.mean, channels_of(input), "")));
            line_(fmt::format("let {}Deviation: [Float] = [{}]", input.id,
                              channel_list(asked.deviation, channels_of(input), "")));
        }
        line_(fmt::format("let {}Fed = {}.indices.map {{ i -> {} in", input.id, input.id, type));
        line_.in();
        line_(fmt::format("let value: Float = {}",
                          normalized_element(input, "", input.id + "Mean", input.id + "Deviation")));
        if (input.quantizes) {
            const IntegerText limits = limits_text(port.dtype);
            line_(fmt::format("let quantized: Float = (value / {}).rounded(){}",
                              real_literal(port.affine->scale), plus(port.affine->zero_point)));
            line_(fmt::format("return {}(max({}, min({}, quantized)))", type, limits.min, limits.max));
        } else {
            line_("return value");
        }
        line_.out();
        line_("}");
    }

    void collect(const Variable& output, const std::string& data) {
        const Port& port = *output.port;
        const std::string_view type = swift_type(port.dtype, plan_.tflite);
        line_(fmt::format("let {}Buffer = {}", output.id, data));
        line_(fmt::format("let {}{} = {}Buffer.withUnsafeBytes {{ [{}]($0.bindMemory(to: {}.self)) }}",
                          output.id, output.quantizes ? "Raw" : "", output.id, type, type));
        if (output.quantizes)
            line_(fmt::format("let {0} = {0}Raw.map {{ (Float($0){1}) * {2} }}", output.id,
                              plus(-port.affine->zero_point), real_literal(port.affine->scale)));
        line_(fmt::format("print({})", output.id));
    }

    const Plan& plan_;
    Lines line_{2};
};

}  // namespace

std::string swift_code(const Plan& plan) {
    return SwiftCode(plan).write();
}

}  // namespace netloupe::signature
