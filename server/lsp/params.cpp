#include "lsp/params.h"

#include <fmt/core.h>

namespace netloupe::lsp {

Params::Params(const Json& value) : value_(value) {
    if (!value.is_object())
        error_ = RpcError{RpcCode::kInvalidParams,
                          fmt::format("params: expected an object, got {}.", value.type_name())};
}

std::string Params::text(std::string_view name) {
    if (auto value = optional_text(name)) return std::move(*value);
    expected(name, "a string");
    return {};
}

uint32_t Params::index(std::string_view name) {
    if (const auto value = optional_number(name, UINT32_MAX - 1)) return static_cast<uint32_t>(*value);
    expected(name, "a number of at least 0");
    return 0;
}

std::optional<std::string> Params::optional_text(std::string_view name) {
    const Json* value = find(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_string()) return value->get<std::string>();
    expected(name, "a string");
    return std::nullopt;
}

std::optional<uint64_t> Params::optional_number(std::string_view name, uint64_t most) {
    const Json* value = find(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is_number_unsigned()) {
        expected(name, "a number of at least 0");
        return std::nullopt;
    }
    const auto number = value->get<uint64_t>();
    if (number <= most) return number;
    reject(name, fmt::format("{} is more than {}.", number, most));
    return std::nullopt;
}

bool Params::flag(std::string_view name, bool fallback) {
    const Json* value = find(name);
    if (value == nullptr) return fallback;
    if (value->is_boolean()) return value->get<bool>();
    expected(name, "true or false");
    return fallback;
}

void Params::reject(std::string_view name, std::string_view problem) {
    if (!error_) error_ = RpcError{RpcCode::kInvalidParams, fmt::format("params.{}: {}", name, problem)};
}

const Json* Params::find(std::string_view name) const {
    if (!value_.is_object()) return nullptr;
    const auto found = value_.find(name);
    return found == value_.end() ? nullptr : &*found;
}

void Params::expected(std::string_view name, std::string_view what) {
    const Json* value = find(name);
    reject(name, value == nullptr ? fmt::format("missing; expected {}.", what)
                                  : fmt::format("expected {}, got {}.", what, value->type_name()));
}

}  // namespace netloupe::lsp
