#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace netloupe::lsp {

/// Messages longer than this are skipped, not kept.
inline constexpr size_t kMessageBytes = 64U << 20;
/// A header that has not ended after so many bytes is none.
inline constexpr size_t kHeaderBytes = 8U << 10;

/// Cuts a stream of bytes into the messages of the Language Server Protocol's base protocol: a header with
/// Content-Length, an empty line, a body. Bytes may arrive in any portions. After a header that cannot be
/// understood the stream goes on at the next one.
class Framing {
public:
    struct Frame {
        enum class Kind { kBody, kBadHeader, kTooLong };
        Kind kind = Kind::kBody;
        std::string text;  ///< The body, or what is wrong.
    };

    void feed(std::string_view bytes);
    /// The next complete frame; nothing until more bytes arrive.
    std::optional<Frame> next();

private:
    std::optional<Frame> read_header();
    std::optional<Frame> bad_header(std::string_view what, size_t consumed);
    void drop(size_t count);

    std::string buffer_;
    size_t at_ = 0;                 ///< Start of what is unread in buffer_.
    std::optional<size_t> length_;  ///< Of the body whose header was read.
    size_t skip_ = 0;               ///< Bytes of a body that is not wanted.
};

/// The body with its header in front.
std::string frame(std::string_view body);

}  // namespace netloupe::lsp
