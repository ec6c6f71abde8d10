#include "cli/bindings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include "infer/shapes.h"
#include "report/style.h"

namespace netloupe::cli {

namespace {

/// Names that are listed where none is right.
constexpr size_t kListed = 10;

/// Letters to change, insert or delete to make one of the other.
size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = std::exchange(row[0], i + 1);
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

std::string unknown_name(std::string_view name, const std::vector<std::string>& known) {
    std::string message = fmt::format("no dimension is named \"{}\"", report::printable(name));
    if (known.empty()) return message + "; no dimension of this model has a name.";
    const auto nearest = std::ranges::min_element(
        known, {}, [name](const std::string& candidate) { return distance(name, candidate); });
    const bool near = distance(name, *nearest) <= std::max<size_t>(1, name.size() / 3);
    message += near ? fmt::format("; did you mean \"{}\"?", report::printable(*nearest)) : ".";
    message += " The model's names:";
    for (size_t i = 0; i < known.size() && i < kListed; ++i) {
        message += fmt::format("{} {}", i == 0 ? "" : ",", report::printable(known[i]));
    }
    return message + (known.size() > kListed ? fmt::format(" and {} more.", known.size() - kListed) : ".");
}

}  // namespace

Result<std::vector<infer::Binding>> read_bindings(const Model& model, std::span<const std::string> texts) {
    std::vector<infer::Binding> bindings;
    const auto known = texts.empty() ? std::vector<std::string>() : infer::symbols_of(model);
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
        if (std::ranges::find(known, binding.name) == known.end())
            return fail(ErrorCode::kInvalid, fmt::format("--bind {}: {}", report::printable(text),
                                                         unknown_name(binding.name, known)));
        const auto before = std::ranges::find(bindings, binding.name, &infer::Binding::name);
        if (before != bindings.end() && before->value != binding.value)
            return fail(ErrorCode::kInvalid,
                        fmt::format("--bind {}: {} was bound to {} before.", report::printable(text),
                                    report::printable(binding.name), before->value));
        bindings.push_back(std::move(binding));
    }
    return bindings;
}

}  // namespace netloupe::cli
