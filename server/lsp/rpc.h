#pragma once

#include <cstdint>
#include <expected>
#include <nlohmann/json.hpp>
#include <string>

namespace netloupe::lsp {

using Json = nlohmann::ordered_json;

/// Error codes of JSON-RPC 2.0 and of the Language Server Protocol.
enum class RpcCode : int {
    kParseError = -32700,
    kInvalidRequest = -32600,
    kMethodNotFound = -32601,
    kInvalidParams = -32602,
    kInternalError = -32603,
    kServerNotInitialized = -32002,
    kRequestCancelled = -32800,
    kContentModified = -32801,
    kRequestFailed = -32803,
};

struct RpcError {
    RpcCode code = RpcCode::kRequestFailed;
    std::string message;
};

/// What a request is answered with.
using Answer = std::expected<Json, RpcError>;

inline std::unexpected<RpcError> rpc_fail(RpcCode code, std::string message) {
    return std::unexpected(RpcError{code, std::move(message)});
}

}  // namespace netloupe::lsp
