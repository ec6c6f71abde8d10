#include <string>

#include "config/configuration.h"
#include "containers/json_document.h"
#include "layer.h"
#include "lint/rule.h"
#include "model/data_type.h"
#include "targets/target.h"

namespace netloupe::config {

namespace {

using Ordered = nlohmann::ordered_json;

Ordered described(Ordered schema, std::string_view description, Ordered example) {
    schema["description"] = description;
    schema["examples"] = Ordered::array({std::move(example)});
    return schema;
}

Ordered object_of(Ordered properties) {
    return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

Ordered list_of(Ordered items) {
    return {{"type", "array"}, {"items", std::move(items)}};
}

Ordered reference(std::string_view definition) {
    return {{"$ref", "#/definitions/" + std::string(definition)}};
}

/// A rule's id or name is offered with what it says; beginnings of ids are allowed too.
Ordered rule_schema() {
    Ordered known = Ordered::array();
    for (const lint::Rule* rule : lint::rules())
        known.push_back({{"const", rule->id},
                         {"description", std::string(rule->name) + ": " + std::string(rule->summary)}});
    return {{"description", "Id of a rule, the beginning of ids (\"Q\": all of quantization), or a name."},
            {"anyOf", Ordered::array({{{"oneOf", std::move(known)}}, {{"type", "string"}}})}};
}

Ordered parameters_schema() {
    Ordered rules = Ordered::object();
    for (const lint::Rule* rule : lint::rules()) {
        if (rule->parameters.empty()) continue;
        Ordered properties = Ordered::object();
        for (const lint::Parameter& parameter : rule->parameters) {
            properties[std::string(parameter.name)] = {
                {"type", "number"}, {"default", parameter.value}, {"description", parameter.meaning}};
        }
        rules[std::string(rule->id)] = object_of(std::move(properties));
        rules[std::string(rule->id)]["description"] =
            std::string(rule->name) + ": " + std::string(rule->summary);
    }
    Ordered schema = object_of(std::move(rules));
    // Names of rules are accepted as well as their ids.
    schema["additionalProperties"] = {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}};
    return described(std::move(schema), "Thresholds of rules, by rule and parameter.",
                     {{"Q05", {{"max-octaves", 8}}}});
}

Ordered severity_schema() {
    Ordered schema{{"type", "object"},
                   {"propertyNames", reference("rule")},
                   {"additionalProperties", {{"enum", {"info", "warning", "error", "off"}}}}};
    return described(std::move(schema), "Severities of rules; \"off\" is as good as ignoring them.",
                     {{"Q05", "error"}, {"H", "off"}});
}

Ordered suppression_schema() {
    const auto pattern = [](std::string_view description) -> Ordered {
        return {{"type", "string"}, {"description", description}};
    };
    Ordered item = object_of({{"rules", list_of(reference("rule"))},
                              {"node", pattern("Name of the nodes, or of what they give; * is any text.")},
                              {"op", pattern("Operator of the nodes: \"Softmax\", \"CONV_2D\".")},
                              {"tensor", pattern("Name of the tensor that the finding is about.")},
                              {"reason", pattern("Why these findings are accepted.")}});
    item["required"] = {"reason"};
    return described(
        list_of(std::move(item)), "Findings that were looked at and are accepted, by rules and names.",
        Ordered::array(
            {{{"rules", {"Q01"}}, {"node", "/head/*"}, {"reason", "The head runs on the CPU on purpose."}}}));
}

Ordered budget_schema() {
    const auto most = [](std::string_view description) -> Ordered {
        return {{"type", "integer"}, {"minimum", 0}, {"description", description}};
    };
    return described(
        object_of(
            {{"fileBytes", most("Bytes of the file and its external data.")},
             {"nodes", most("Nodes of all graphs.")},
             {"parameters", most("Elements of weights and biases.")},
             {"weightBytes", most("Bytes of weights and biases as they are stored.")},
             {"macs", most("Multiplications with their addition, of one run.")},
             {"peakActivationBytes", most("Bytes of the activations where a run needs most of them.")}}),
        "The most that a model may take (rule B01).", {{"fileBytes", 4000000}, {"macs", 300000000}});
}

Ordered signature_schema() {
    Ordered dtypes = Ordered::array();
    for (size_t i = 1; i < static_cast<size_t>(DataType::kCount); ++i)
        dtypes.push_back(netloupe::name(static_cast<DataType>(i)));
    Ordered port = object_of(
        {{"name", {{"type", "string"}, {"description", "Of the tensor, or what a signature calls it."}}},
         {"dtype", {{"enum", std::move(dtypes)}}},
         {"shape",
          {{"type", "array"},
           {"description",
            "A number is an extent, null any; a text is a dynamic dimension of that name, \"?\" one of any "
            "name."},
           {"items", {{"type", {"integer", "string", "null"}}, {"minimum", 0}}}}}});
    port["required"] = {"name"};
    return described(
        object_of({{"inputs", list_of(port)}, {"outputs", list_of(port)}}),
        "The inputs and outputs that a model must have, in this order (rule B02).",
        {{"inputs", Ordered::array({{{"name", "image"}, {"shape", {1, 224, 224, 3}}, {"dtype", "uint8"}}})}});
}

/// A target's id is offered; any other text is a file.
Ordered target_schema() {
    return {{"anyOf", Ordered::array({{{"enum", targets::target_ids()}}, {{"type", "string"}}})}};
}

Ordered layer_properties() {
    return {
        {"select", described(list_of(reference("rule")), "The only rules that run.", {"Q", "F01"})},
        {"ignore", described(list_of(reference("rule")), "Rules that do not run.", {"H01"})},
        {"severity", severity_schema()},
        {"parameters", parameters_schema()},
        {"suppress", suppression_schema()},
        {"budgets", budget_schema()},
        {"signature", signature_schema()},
        {"failOn", described({{"enum", {"info", "warning", "error"}}},
                             "Least severity that makes `netloupe check` end with 1.", "error")},
        {"bind",
         described({{"type", "object"}, {"additionalProperties", {{"type", "integer"}, {"minimum", 0}}}},
                   "Extents of named dimensions, for shapes and costs.", {{"batch", 1}})},
        {"targets",
         described(list_of(target_schema()),
                   "Accelerators that the model is meant for: names, or files of your own (*.json).",
                   {"tflite-gpu"})},
    };
}

}  // namespace

std::string configuration_schema() {
    Ordered override_properties{
        {"files",
         described(list_of({{"type", "string"}}),
                   "Patterns of paths from this file's folder: * within a folder, ** across folders.",
                   {"models/legacy/**"})}};
    override_properties.update(layer_properties());
    Ordered exception = object_of(std::move(override_properties));
    exception["required"] = {"files"};
    Ordered top{{"$schema", {{"type", "string"}}}};
    top.update(layer_properties());
    top["overrides"] = described(list_of(std::move(exception)),
                                 "What holds for some models; the last that fits holds over those before.",
                                 Ordered::array({{{"files", {"models/legacy/**"}}, {"ignore", {"F"}}}}));
    Ordered schema{
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "Netloupe configuration"},
        {"description",
         "What holds for the models in this folder and below: rules, thresholds, budgets, targets."}};
    schema.update(object_of(std::move(top)));
    schema["definitions"] = {{"rule", rule_schema()}};
    return schema.dump(2) + "\n";
}

}  // namespace netloupe::config
