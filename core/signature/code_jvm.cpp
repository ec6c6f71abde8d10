#include "code_jvm.h"

#include <fmt/format.h>

namespace netloupe::signature {

void JvmCode::comments() {
    line_("// Runs " + plan_.heading);
    for (const std::string& note : plan_.notes) line_("// " + note);
    line_(plan_.tflite ? "// implementation(\"org.tensorflow:tensorflow-lite\") or LiteRT's Maven package"
                       : "// implementation(\"com.microsoft.onnxruntime:onnxruntime-android\")");
}

void JvmCode::extents() {
    for (const ExtentVariable& extent : plan_.extents)
        line_(fmt::format("{} {} = {}{} // {}", syntax_.integer, extent.id, extent.usual, syntax_.end,
                          extent.comment));
}

void JvmCode::allocate() {
    for (const Variable& input : plan_.inputs) {
        if (!input.dynamic) continue;
        statement(fmt::format("interpreter.resizeInput({}, {}{}{})", input.port->place, syntax_.ints,
                              joined(input.dimensions), syntax_.ints_end));
    }
    statement("interpreter.allocateTensors()");
    line_();
}

void JvmCode::make_buffer(const std::string& id, const std::string& bytes) {
    statement(fmt::format("{} {}Buffer = ByteBuffer.allocateDirect({}).order(ByteOrder.nativeOrder())",
                          syntax_.buffer, id, bytes));
}

void JvmCode::open_buffer(const Variable& output) {
    line_(fmt::format("// {}: {}", output.id, output.comment));
    if (!output.dynamic) return statement(output.id + "Buffer.rewind()");
    const std::string tensor =
        plan_.entry->signature ? fmt::format("getOutputTensorFromSignature({}, {})",
                                             plan_.literal(output.port->key), plan_.literal(plan_.entry->key))
                               : fmt::format("getOutputTensor({})", output.port->place);
    statement(
        fmt::format("{} {}Buffer = interpreter.{}.asReadOnlyBuffer()", syntax_.buffer, output.id, tensor));
}

}  // namespace netloupe::signature
