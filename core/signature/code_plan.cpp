#include "code_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include "base/utf8.h"

namespace netloupe::signature {

namespace {

/// Operators that are named in one note.
constexpr size_t kNamed = 5;

bool is_narrow(DataType type) {
    return type == DataType::kInt8 || type == DataType::kUint8 || type == DataType::kInt16 ||
           type == DataType::kUint16;
}

class Planner {
public:
    Planner(const Model& model, const Entry& entry, Language language)
        : model_(model), snake_(language == Language::kPython || language == Language::kCpp) {
        plan_.language = language;
        plan_.tflite = model.format == Format::kTflite;
        plan_.entry = &entry;
    }

    Plan plan() {
        plan_.file = to_utf8(
            std::filesystem::path(model_.files.empty() ? "" : model_.files[0].path).filename().string());
        if (plan_.file.empty()) plan_.file = "model";
        plan_.heading = comment_text(plan_.file);
        if (plan_.entry->signature)
            plan_.heading += fmt::format(", signature {}", comment_text(plan_.entry->key));
        note_custom_operators();
        for (const Port& port : plan_.entry->inputs)
            plan_.inputs.push_back(variable(port, plan_.inputs.size(), true));
        for (const Port& port : plan_.entry->outputs)
            plan_.outputs.push_back(variable(port, plan_.outputs.size(), false));
        return std::move(plan_);
    }

private:
    std::string cased(const std::string& id) const { return snake_ ? id : camel_case(id); }

    Variable variable(const Port& port, size_t number, bool input) {
        Variable variable;
        variable.port = &port;
        variable.id = cased(ids_.make(port.key.empty() ? port.name : port.key,
                                      fmt::format("{}_{}", input ? "input" : "output", number + 1)));
        variable.known = port.ranked;
        if (input) size(variable);
        variable.dynamic = !port.ranked || std::ranges::any_of(port.shape, [](const Extent& extent) {
            return !extent.fixed();
        });
        if (!input) fixed_count(variable);
        variable.quantizes = port.affine.has_value() && is_narrow(port.dtype);
        variable.normalizes = port.normalization.has_value() && channels_fit(port) &&
                              (variable.quantizes || port.dtype == DataType::kFloat32);
        variable.comment = comment(port);
        return variable;
    }

    /// One number for all channels, or one for each where the channels are the last dimension.
    static bool channels_fit(const Port& port) {
        const size_t channels =
            std::max(port.normalization->mean.size(), port.normalization->deviation.size());
        if (channels == 1) return true;
        return !port.shape.empty() && port.shape.back().value == static_cast<int64_t>(channels);
    }

    void size(Variable& variable) {
        uint64_t number = 1;
        std::string symbols;
        const Port& port = *variable.port;
        for (size_t i = 0; i < port.shape.size(); ++i) {
            const Extent& extent = port.shape[i];
            if (extent.fixed()) {
                variable.dimensions.push_back(fmt::format("{}", extent.value));
                if (__builtin_mul_overflow(number, static_cast<uint64_t>(extent.value), &number)) number = 0;
            } else {
                const std::string id = extent_id(variable, extent, i);
                variable.dimensions.push_back(id);
                symbols += symbols.empty() ? id : " * " + id;
            }
        }
        if (!port.ranked) variable.dimensions = {"1"};
        const bool only = symbols.empty();
        variable.count =
            only ? fmt::format("{}", number) : symbols + (number == 1 ? "" : fmt::format(" * {}", number));
    }

    /// The name of a dynamic dimension: the same for the same symbol.
    std::string extent_id(const Variable& variable, const Extent& extent, size_t place) {
        if (!extent.symbol.empty()) {
            if (const auto known = symbols_.find(extent.symbol); known != symbols_.end())
                return known->second;
        }
        const std::string fallback = fmt::format("{}_dim_{}", variable.id, place);
        const std::string id = cased(ids_.make(extent.symbol.empty() ? fallback : extent.symbol, "dim"));
        if (!extent.symbol.empty()) symbols_.emplace(extent.symbol, id);
        plan_.extents.push_back(
            {id, extent.usual, fmt::format("dimension {} of {} is dynamic", place, variable.id)});
        return id;
    }

    static void fixed_count(Variable& variable) {
        if (variable.dynamic) return;
        uint64_t number = 1;
        for (const Extent& extent : variable.port->shape) {
            if (__builtin_mul_overflow(number, static_cast<uint64_t>(extent.value), &number)) number = 0;
        }
        variable.count = fmt::format("{}", number);
    }

    static std::string comment(const Port& port) {
        std::string text = type_text(port);
        const auto add = [&text](const std::string& said) {
            if (!said.empty()) text += " · " + said;
        };
        add(port.layout.text);
        add(port.range.text);
        for (const Statement& statement : port.meaning) add(statement.text);
        return comment_text(text);
    }

    void note_custom_operators() {
        std::unordered_set<uint32_t> seen;
        std::string listed;
        bool select = false;
        for (const Graph& graph : model_.graphs) {
            for (const Node& node : graph.nodes) {
                const bool custom = node.is_custom && !node.callee.valid();
                if (!custom || !seen.insert(node.op.value).second) continue;
                const auto op = model_.text(node.op);
                select |= plan_.tflite && op.starts_with("Flex");
                if (seen.size() <= kNamed)
                    listed += fmt::format("{}{}", listed.empty() ? "" : ", ", to_utf8(op));
            }
        }
        if (seen.empty()) return;
        if (seen.size() > kNamed) listed += fmt::format(" and {} more", seen.size() - kNamed);
        plan_.notes.push_back(comment_text(
            select ? fmt::format("Needs the runtime with TensorFlow's select operators: {}", listed)
                   : fmt::format("Needs a runtime with these operators registered: {}", listed)));
    }

    const Model& model_;
    bool snake_;
    Plan plan_;
    Identifiers ids_;
    std::unordered_map<std::string, std::string> symbols_;
};

}  // namespace

bool Plan::any(bool Variable::* what) const {
    return std::ranges::any_of(inputs, what) || std::ranges::any_of(outputs, what);
}

Plan plan_of(const Model& model, const Entry& entry, Language language) {
    return Planner(model, entry, language).plan();
}

IntegerText limits_text(DataType type) {
    const auto limits = integer_limits(type).value_or(IntegerLimits{0, 0});
    return {fmt::format("{}", limits.min), fmt::format("{}", limits.max)};
}

size_t channels_of(const Variable& variable) {
    const Normalization& asked = *variable.port->normalization;
    return std::max(asked.mean.size(), asked.deviation.size());
}

bool by_channel(const Variable& variable) {
    return variable.normalizes && channels_of(variable) > 1;
}

std::string channel_list(const std::vector<double>& numbers, size_t channels, std::string_view suffix) {
    std::string list;
    for (size_t i = 0; i < channels; ++i)
        list += fmt::format("{}{}{}", i == 0 ? "" : ", ", real_literal(numbers[i < numbers.size() ? i : 0]),
                            suffix);
    return list;
}

std::string quantized_operand(const Variable& variable, const std::string& element) {
    return variable.normalizes ? fmt::format("({})", element) : element;
}

std::string times(std::string_view count, size_t bytes) {
    return bytes == 1 ? std::string(count) : fmt::format("{} * {}", count, bytes);
}

std::string over(std::string_view count, size_t bytes) {
    return bytes == 1 ? std::string(count) : fmt::format("{} / {}", count, bytes);
}

std::string normalized_element(const Variable& variable, std::string_view suffix, std::string_view mean,
                               std::string_view deviation) {
    std::string element = fmt::format("{}[i]", variable.id);
    if (!variable.normalizes) return element;
    const Normalization& asked = *variable.port->normalization;
    if (!by_channel(variable))
        return fmt::format("({} - {}{}) / {}{}", element, real_literal(asked.mean[0]), suffix,
                           real_literal(asked.deviation[0]), suffix);
    const size_t channels = channels_of(variable);
    return fmt::format("({} - {}[i % {}]) / {}[i % {}]", element, mean, channels, deviation, channels);
}

void Lines::operator()(std::string_view line) {
    if (!line.empty()) text_.append(depth_, ' ');
    text_ += line;
    text_ += '\n';
}

std::string joined(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace netloupe::signature
