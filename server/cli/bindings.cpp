#include "cli/bindings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/nearest_name.h"
#include "infer/shapes.h"
#include "report/style.h"

namespace netloupe::cli {

namespace {

/// Names that are listed where none is right.
constexpr size_t kListed = 10;

std::string unknown_name(std::string_view name, const std::vector<std::string>& known) {
    std::string message = fmt::format("no dimension is named \"{}\"", report::printable(name));
    if (known.empty()) return message + "; no dimension of this model has a name.";
    const auto nearest = nearest_name(name, std::vector<std::string_view>(known.begin(), known.end()));
    message += nearest ? fmt::format("; did you mean \"{}\"?", report::printable(*nearest)) : ".";
    message += " The model's names:";
    for (size_t i = 0; i < known.size() && i < kListed; ++i) {
        message += fmt::format("{} {}", i == 0 ? "" : ",", report::printable(known[i]));
    }
    return message + (known.size() > kListed ? fmt::format(" and {} more.", known.size() - kListed) : ".");
}

}  // namespace

Result<std::vector<infer::Binding>> parse_bindings(std::span<const std::string> texts) {
    std::vector<infer::Binding> bindings;
    for (const std::string& text : texts) {
        // A name may have an equals sign in it; an extent has none.
        const size_t equals = text.rfind('=');
        if (equals == std::string::npos || equals == 0)
            return fail(ErrorCode::kInvalid,
                        fmt::format("--bind {}: write NAME=EXTENT, as in batch=1.", report::printable(text)));
        infer::Binding binding{text.substr(0, equals), 0};
        const std::string_view extent = std::string_view(text).substr(equals + 1);
        const auto parsed = std::from_chars(extent.data(), extent.data() + extent.size(), binding.value);
        if (parsed.ec != std::errc() || parsed.ptr != extent.data() + extent.size() || binding.value < 0)
            return fail(ErrorCode::kInvalid,
                        fmt::format("--bind {}: \"{}\" is no extent; write a whole number of at least 0.",
                                    report::printable(text), report::printable(extent)));
        const auto before = std::ranges::find(bindings, binding.name, &infer::Binding::name);
        if (before != bindings.end() && before->value != binding.value)
            return fail(ErrorCode::kInvalid,
                        fmt::format("--bind {}: {} was bound to {} before.", report::printable(text),
                                    report::printable(binding.name), before->value));
        bindings.push_back(std::move(binding));
    }
    return bindings;
}

Result<void> expect_names(const Model& model, std::span<const infer::Binding> bindings) {
    const auto known = bindings.empty() ? std::vector<std::string>() : infer::symbols_of(model);
    for (const infer::Binding& binding : bindings) {
        if (std::ranges::find(known, binding.name) == known.end())
            return fail(ErrorCode::kInvalid, fmt::format("--bind {}={}: {}", report::printable(binding.name),
                                                         binding.value, unknown_name(binding.name, known)));
    }
    return {};
}

}  // namespace netloupe::cli
