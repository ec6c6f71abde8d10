#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "lsp/rpc.h"

namespace netloupe::lsp {

/// Reads the members of a request's params. The first that is missing or of the wrong type is remembered,
/// with its path in the JSON; what is read after it is empty.
class Params {
public:
    explicit Params(const Json& value);

    std::string text(std::string_view name);
    uint32_t index(std::string_view name);
    std::optional<std::string> optional_text(std::string_view name);
    std::optional<uint64_t> optional_number(std::string_view name, uint64_t most = UINT64_MAX);
    bool flag(std::string_view name, bool fallback = false);

    /// Remembers that a member has the right type but not a possible value.
    void reject(std::string_view name, std::string_view problem);
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    /// What to answer a request whose params failed.
    [[nodiscard]] std::unexpected<RpcError> refusal() const {
        return std::unexpected(error_.value_or(RpcError()));
    }

private:
    [[nodiscard]] const Json* find(std::string_view name) const;
    void expected(std::string_view name, std::string_view what);

    const Json& value_;
    std::optional<RpcError> error_;
};

}  // namespace netloupe::lsp
