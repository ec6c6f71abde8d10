#pragma once

#include <optional>
#include <vector>

#include "image.h"

namespace netloupe::hdf5 {

enum class MessageType : uint16_t {
    kNil = 0x00,
    kDataspace = 0x01,
    kLinkInfo = 0x02,
    kDatatype = 0x03,
    kFillValue = 0x05,
    kLink = 0x06,
    kExternalFiles = 0x07,
    kLayout = 0x08,
    kFilters = 0x0B,
    kAttribute = 0x0C,
    kContinuation = 0x10,
    kSymbolTable = 0x11,
    kAttributeInfo = 0x15,
};

/// A piece of an object's header.
struct Message {
    MessageType type = MessageType::kNil;
    bool shared = false;  ///< The data says which object's header has the message.
    Bytes data;
    uint64_t at = 0;
};

struct Header {
    std::vector<Message> messages;
    std::optional<Error> damage;  ///< Behind which there may be more.

    [[nodiscard]] const Message* find(MessageType type) const;
};

/// The messages of the object at the address. Errors: kCorrupt when there is no header, kLimit.
Result<Header> read_header(Image& image, uint64_t address);

/// The message that a shared one stands for, or itself.
Result<Message> resolve(Image& image, const Message& message);

}  // namespace netloupe::hdf5
