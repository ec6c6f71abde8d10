#pragma once

#include <google/protobuf/message.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"

/// Protobuf's text format. A text model becomes a message and then the binary wire, which readers walk; lines
/// are kept apart.
namespace netloupe::protobuf_text {

/// 1-based line at which each message of a parsed text begins, by the message's address.
using LineMap = std::unordered_map<const google::protobuf::Message*, uint32_t>;

/// A field that the schema does not have, which is left out.
struct UnknownField {
    std::string problem;
    uint32_t line = 0;
};

struct Parsed {
    LineMap lines;
    std::vector<UnknownField> unknown;
    std::optional<Error> error;  ///< With its line; what stands before it is in the message.
};

/// Parses messages that nest no deeper than `nesting`.
Parsed parse(Bytes text, google::protobuf::Message& message, uint32_t nesting);

/// Whether a text may be parsed whole; `bytes_of_message` is what a message of a few letters may take in
/// memory.
Result<void> check_size(Bytes text, uint64_t bytes_of_message = 0);

Bytes without_byte_order_mark(Bytes text);

/// The name of the first field, behind blanks and comments: it tells what message the text is.
std::string first_field(std::string_view text);

/// The message on the wire. Errors: kLimit beyond the 2 GB that a message may have.
Result<std::vector<std::byte>> serialize(const google::protobuf::Message& message);

}  // namespace netloupe::protobuf_text
