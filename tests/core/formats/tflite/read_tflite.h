#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "build_tflite.h"
#include "formats/reader.h"
#include "model/model.h"
#include "model/values.h"
#include "support/expect_model.h"

/// Reads models with the reader under test and shows what it gave.
namespace netloupe::tflite_test {

inline Model read(std::vector<std::byte> bytes, const std::string& path = "test.tflite") {
    return support::expect_model(read_model(std::move(bytes), path));
}

inline Model read(TestModel& model) {
    return read(model.finish());
}

inline std::vector<double> numbers(const Model& model, const Tensor& tensor, uint64_t first = 0,
                                   uint64_t count = 1000) {
    if (!tensor.constant.valid()) return {};
    const auto values = read_values(model, model.constant(tensor.constant), first, count);
    return values ? to_doubles(*values) : std::vector<double>{-12345};
}

/// "name=value", with lists in brackets: what a person would see.
inline std::vector<std::string> attributes(const Model& model, const Node& node) {
    std::vector<std::string> out;
    const auto list = [](const auto& values) {
        std::string text = "[";
        for (const auto& value : values) text += (text.size() == 1 ? "" : ",") + std::to_string(value);
        return text + "]";
    };
    for (const Attribute& attribute : model.attributes_of(node)) {
        std::string text(model.text(attribute.name));
        text += "=";
        switch (attribute.type) {
            case AttributeType::kInt:
                text += std::to_string(attribute.integer);
                break;
            case AttributeType::kBool:
                text += attribute.integer != 0 ? "true" : "false";
                break;
            case AttributeType::kFloat:
                text += std::to_string(attribute.real);
                break;
            case AttributeType::kInts:
                text += list(Model::slice_of(model.ints, attribute.list));
                break;
            case AttributeType::kFloats:
                text += list(Model::slice_of(model.floats, attribute.list));
                break;
            case AttributeType::kStrings:
                for (const StringId id : Model::slice_of(model.texts, attribute.list)) {
                    text += "'" + std::string(model.text(id)) + "'";
                }
                break;
            case AttributeType::kGraph:
                text += "graph " + std::to_string(attribute.graph.value);
                break;
            case AttributeType::kGraphs:
                text += "graphs " + list(Model::slice_of(model.ids, attribute.list));
                break;
            default:
                text += model.text(attribute.text);
        }
        out.push_back(text);
    }
    return out;
}

inline std::string damage_text(const Model& model) {
    std::string text;
    for (const Damage& damage : model.damages) text += damage.error.message + "\n";
    return text;
}

}  // namespace netloupe::tflite_test
