#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <set>

#include "base/nearest_name.h"
#include "layer.h"
#include "lint/rule.h"
#include "model/data_type.h"

namespace netloupe::config {

const std::vector<std::string_view> kOverrideMembers{"files",      "select",   "ignore",  "severity",
                                                     "parameters", "suppress", "budgets", "signature",
                                                     "failOn",     "bind",     "targets"};
const std::vector<std::string_view> kTopMembers = [] {
    std::vector<std::string_view> members{"$schema", "overrides"};
    std::ranges::copy_if(kOverrideMembers, std::back_inserter(members),
                         [](std::string_view name) { return name != "files"; });
    return members;
}();

namespace {

using lint::Rule;

std::string suggestion(std::string_view name, const std::vector<std::string_view>& known) {
    const auto meant = nearest_name(name, known);
    return meant ? fmt::format("; did you mean \"{}\"?", *meant) : std::string(".");
}

std::string no_such_rule(std::string_view name) {
    std::vector<std::string_view> known;
    for (const Rule* rule : lint::rules()) {
        known.push_back(rule->id);
        known.push_back(rule->name);
    }
    return fmt::format("There is no rule \"{}\"{}", name, suggestion(name, known));
}

bool selects_any(std::string_view text) {
    return std::ranges::any_of(lint::rules(),
                               [text](const Rule* rule) { return lint::selects(text, *rule); });
}

std::vector<std::string> read_rules(JsonValue list) {
    std::vector<std::string> rules;
    for (JsonValue& item : list.items()) {
        rules.push_back(item.text());
        if (!selects_any(rules.back())) item.complain(no_such_rule(rules.back()));
    }
    return rules;
}

/// One of these words, by its place; the first when it is none.
template <size_t N>
size_t read_word(JsonValue value, const std::array<std::string_view, N>& words) {
    const std::string text = value.text();
    const auto* found = std::ranges::find(words, text);
    if (found != words.end()) return static_cast<size_t>(found - words.begin());
    value.complain(fmt::format("\"{}\" is none of {}.", text, fmt::join(words, ", ")));
    return 0;
}

void read_severities(JsonValue object, Layer& layer) {
    static constexpr std::array kWords = std::to_array<std::string_view>({"info", "warning", "error", "off"});
    for (auto& [name, value] : object.members()) {
        if (!selects_any(name)) value.complain_of_key(no_such_rule(name));
        const size_t word = read_word(value, kWords);
        if (word == 3) {
            layer.off.push_back(name);
        } else {
            layer.severities.push_back({name, static_cast<lint::Severity>(word)});
        }
    }
}

void read_parameters(JsonValue object, Layer& layer) {
    for (auto& [rule_name, settings] : object.members()) {
        const Rule* rule = lint::find_rule(rule_name);
        if (rule == nullptr) {
            settings.complain_of_key(no_such_rule(rule_name));
            continue;
        }
        std::vector<std::string_view> known;
        for (const lint::Parameter& parameter : rule->parameters) known.push_back(parameter.name);
        for (auto& [name, value] : settings.members()) {
            if (std::ranges::find(known, name) == known.end()) {
                value.complain_of_key(known.empty() ? fmt::format("{} has no parameters.", rule->id)
                                                    : fmt::format("{} has no parameter \"{}\"{}", rule->id,
                                                                  name, suggestion(name, known)));
            }
            layer.parameters.push_back({std::string(rule->id), name, value.number()});
        }
    }
}

void read_suppressions(JsonValue list, Layer& layer) {
    for (JsonValue& item : list.items()) {
        item.expect_members({"rules", "node", "op", "tensor", "reason"});
        lint::Suppression suppression;
        if (auto rules = item.member("rules")) suppression.rules = read_rules(*rules);
        if (auto node = item.member("node")) suppression.node = node->text();
        if (auto op = item.member("op")) suppression.op = op->text();
        if (auto tensor = item.member("tensor")) suppression.tensor = tensor->text();
        suppression.reason = item.required("reason").text();
        if (suppression.reason.empty()) item.complain("\"reason\" must say why the findings are accepted.");
        if (suppression.rules.empty() && suppression.node.empty() && suppression.op.empty() &&
            suppression.tensor.empty())
            item.complain("Name what is accepted: \"rules\", \"node\", \"op\" or \"tensor\".");
        layer.suppressions.push_back(std::move(suppression));
    }
}

void read_budgets(JsonValue object, lint::Budgets& budgets) {
    object.expect_members({"fileBytes", "nodes", "parameters", "weightBytes", "macs", "peakActivationBytes"});
    const auto read = [&object](std::string_view name, std::optional<int64_t>& budget) {
        if (auto value = object.member(name)) budget = value->whole_number();
    };
    read("fileBytes", budgets.file_bytes);
    read("nodes", budgets.nodes);
    read("parameters", budgets.parameters);
    read("weightBytes", budgets.weight_bytes);
    read("macs", budgets.macs);
    read("peakActivationBytes", budgets.peak_activation_bytes);
}

DataType read_dtype(JsonValue value) {
    const std::string text = value.text();
    std::vector<std::string_view> known;
    for (size_t i = 1; i < static_cast<size_t>(DataType::kCount); ++i) {
        known.push_back(netloupe::name(static_cast<DataType>(i)));
        if (known.back() == text) return static_cast<DataType>(i);
    }
    value.complain(fmt::format("There is no element type \"{}\"{}", text, suggestion(text, known)));
    return DataType::kUnknown;
}

lint::ExpectedDimension read_dimension(JsonValue value) {
    using Kind = lint::ExpectedDimension::Kind;
    if (value.is_null()) return {};
    if (!value.is_text()) return {Kind::kFixed, value.whole_number(), {}};
    std::string name = value.text();
    if (name == "?") name.clear();
    return {Kind::kDynamic, 0, std::move(name)};
}

std::vector<lint::ExpectedPort> read_ports(JsonValue list) {
    std::vector<lint::ExpectedPort> ports;
    std::set<std::string> names;
    for (JsonValue& item : list.items()) {
        item.expect_members({"name", "shape", "dtype"});
        lint::ExpectedPort port;
        port.name = item.required("name").text();
        if (!names.insert(port.name).second) item.complain(fmt::format("\"{}\" is named twice.", port.name));
        if (auto dtype = item.member("dtype")) port.dtype = read_dtype(*dtype);
        if (auto shape = item.member("shape")) {
            port.shape.emplace();
            for (const JsonValue& dim : shape->items()) port.shape->push_back(read_dimension(dim));
        }
        ports.push_back(std::move(port));
    }
    return ports;
}

void read_signature(JsonValue object, lint::ExpectedSignature& signature) {
    object.expect_members({"inputs", "outputs"});
    if (auto inputs = object.member("inputs")) signature.inputs = read_ports(*inputs);
    if (auto outputs = object.member("outputs")) signature.outputs = read_ports(*outputs);
}

void read_bindings(JsonValue object, Layer& layer) {
    for (auto& [name, extent] : object.members()) layer.bindings.push_back({name, extent.whole_number()});
}

/// A target that is a file is named from the folder of the configuration.
Layer::Targets read_targets(JsonValue list, const std::filesystem::path& folder) {
    Layer::Targets found;
    for (JsonValue& item : list.items()) {
        const std::string name = item.text();
        if (!item.is_text()) continue;
        const bool is_file = name.ends_with(".json");
        auto target = targets::find_target(is_file ? (folder / name).string() : name);
        if (target) {
            found.list.push_back(std::make_shared<const targets::Target>(std::move(*target)));
            if (is_file) found.files.push_back((folder / name).lexically_normal().string());
        } else {
            item.complain(target.error().text());
        }
    }
    return found;
}

Layer read_layer(const JsonValue& object, const std::filesystem::path& folder) {
    static constexpr std::array kSeverities = std::to_array<std::string_view>({"info", "warning", "error"});
    Layer layer;
    if (auto files = object.member("files")) {
        for (const std::string& pattern : files->texts()) layer.files.emplace_back(pattern, Glob::Of::kPath);
    }
    if (auto select = object.member("select")) layer.select = read_rules(*select);
    if (auto ignore = object.member("ignore")) layer.ignore = read_rules(*ignore);
    if (auto severity = object.member("severity")) read_severities(*severity, layer);
    if (auto parameters = object.member("parameters")) read_parameters(*parameters, layer);
    if (auto suppress = object.member("suppress")) read_suppressions(*suppress, layer);
    if (auto budgets = object.member("budgets")) read_budgets(*budgets, layer.budgets);
    if (auto signature = object.member("signature")) read_signature(*signature, layer.signature);
    if (auto fail_on = object.member("failOn"))
        layer.fail_on = static_cast<lint::Severity>(read_word(*fail_on, kSeverities));
    if (auto bind = object.member("bind")) read_bindings(*bind, layer);
    if (auto targets = object.member("targets")) layer.targets = read_targets(*targets, folder);
    return layer;
}

}  // namespace

std::vector<Layer> read_layers(JsonDocument& document) {
    const std::filesystem::path folder = std::filesystem::path(document.path()).parent_path();
    JsonValue root(document);
    root.expect_members(kTopMembers);
    std::vector<Layer> layers;
    layers.push_back(read_layer(root, folder));
    const auto overrides = root.member("overrides");
    if (!overrides) return layers;
    for (JsonValue& item : JsonValue(*overrides).items()) {
        item.expect_members(kOverrideMembers);
        item.required("files");
        layers.push_back(read_layer(item, folder));
    }
    return layers;
}

}  // namespace netloupe::config
