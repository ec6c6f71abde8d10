#include "formats/torch/arguments.h"

#include <string>
#include <unordered_map>
#include <vector>

#include "argument_tables.h"

namespace netloupe::torch {

namespace {

using Table = std::unordered_map<std::string_view, std::vector<Argument>>;

/// The part of `text` up to `end`, which is taken off it with `end`.
std::string_view take_until(std::string_view& text, char end) {
    const size_t at = text.find(end);
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return part;
}

Table parse(std::initializer_list<std::string_view> texts) {
    Table table;
    for (std::string_view text : texts) {
        while (!text.empty()) {
            std::string_view line = take_until(text, '\n');
            if (line.empty()) continue;
            std::vector<Argument>& arguments = table[take_until(line, ' ')];
            while (!line.empty()) {
                std::string_view name = take_until(line, ' ');
                const bool optional_tensor = name.ends_with('?');
                if (optional_tensor) name.remove_suffix(1);
                arguments.push_back({name, optional_tensor});
            }
        }
    }
    return table;
}

}  // namespace

std::span<const Argument> arguments_of(std::string_view op, std::string_view overload) {
    static const Table kTable = parse({kAtenArguments, kOtherArguments});
    const std::string full = std::string(op) + "." + std::string(overload);
    auto found = kTable.find(full);
    if (found == kTable.end()) found = kTable.find(op);
    return found == kTable.end() ? std::span<const Argument>() : std::span<const Argument>(found->second);
}

}  // namespace netloupe::torch
