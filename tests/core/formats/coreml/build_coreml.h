#pragma once

#include <string>

#include "support/wire_text.h"

/// Models of Core ML for tests.
namespace netloupe::coreml_test {

inline std::string model(const std::string& text) {
    return support::message("coreml", "Model", text);
}

inline std::string feature(const std::string& field, const std::string& name, const std::string& type) {
    return field + " { name: '" + name + "' type { " + type + " } } ";
}

inline std::string array(const std::string& shape) {
    return "multiArrayType { dataType: FLOAT32 " + shape + " } ";
}

/// A convolution with packed weights, then an activation.
inline std::string small_network() {
    return model("specificationVersion: 4 description { " +
                 feature("input", "x", array("shape: 1 shape: 4 shape: 4")) +
                 feature("output", "y", array("shape: 2")) +
                 R"(metadata { shortDescription: 'd' author: 'me' userDefined { key: 'k' value: 'v' } } }
                    neuralNetwork {
                      layers { name: 'c' input: 'x' output: 'h'
                        convolution { outputChannels: 2 kernelChannels: 1 nGroups: 1 kernelSize: 1 kernelSize: 2
                          same { asymmetryMode: TOP_LEFT_HEAVY } hasBias: true
                          weights { rawValue: '\x1B' quantization { numberOfBits: 2 linearQuantization { scale: 0.5 scale: 2 bias: -1 bias: 0 } } }
                          bias { floatValue: 3 floatValue: 4 } } }
                      layers { name: 'a' input: 'h' output: 'y' activation { ReLU {} } }
                    })");
}

inline std::string named(const std::string& field, const std::string& name, const std::string& type,
                         const std::string& dims) {
    std::string out = field + " { name: '" + name + "' type { tensorType { dataType: " + type;
    int rank = 0;
    std::string list;
    for (const char extent : dims) {
        list += " dimensions { constant { size: " + std::string(1, extent) + " } }";
        ++rank;
    }
    return out + " rank: " + std::to_string(rank) + list + " } } } ";
}

/// y = linear(x, w) * 2 with the weights in a blob, and a condition around it.
inline std::string small_program() {
    const std::string type =
        "type { tensorType { dataType: FLOAT32 rank: 2 dimensions { constant { size: 1 } } dimensions { "
        "constant { size: 2 } } } }";
    return model(
        "specificationVersion: 7 description { " + feature("input", "x", array("shape: 1 shape: 2")) + "} " +
        "mlProgram { version: 1 functions { key: 'main' value { " + named("inputs", "x", "FLOAT32", "12") +
        R"(opset: 'CoreML7' block_specializations { key: 'CoreML7' value { outputs: 'z'
             operations { type: 'const' )" +
        named("outputs", "w", "FLOAT32", "12") + "attributes { key: 'val' value { " + type +
        R"( blobFileValue { fileName: '@model_path/weights/weight.bin' offset: 64 } } } }
             operations { type: 'const' )" +
        named("outputs", "two", "FLOAT32", "") +
        R"(attributes { key: 'val' value { type { tensorType { dataType: FLOAT32 } } immediateValue { tensor { floats { values: 2 } } } } } }
             operations { type: 'linear'
               inputs { key: 'weight' value { arguments { name: 'w' } } }
               inputs { key: 'x' value { arguments { name: 'x' } } } )" +
        named("outputs", "y", "FLOAT32", "11") +
        R"(attributes { key: 'name' value { type { tensorType { dataType: STRING } } immediateValue { tensor { strings { values: 'fc' } } } } } }
             operations { type: 'cond' inputs { key: 'pred' value { arguments { name: 'y' } } }
               blocks { outputs: 'm' operations { type: 'mul'
                   inputs { key: 'x' value { arguments { name: 'y' } } }
                   inputs { key: 'y' value { arguments { name: 'two' } } } )" +
        named("outputs", "m", "FLOAT32", "11") + "} } " + named("outputs", "z", "FLOAT32", "11") +
        "} } } } } }");
}

/// A file of weights with one blob of two floats, whose record stands at 64.
inline std::string weights() {
    using support::bytes_of;
    std::string record = bytes_of<uint32_t>(0xDEADBEEF) + bytes_of<uint32_t>(2) + bytes_of<uint64_t>(8) +
                         bytes_of<uint64_t>(128);
    record.resize(64);
    return std::string(64, '\0') + record + bytes_of(5.0F) + bytes_of(6.0F);
}

}  // namespace netloupe::coreml_test
