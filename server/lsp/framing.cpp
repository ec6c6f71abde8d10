#include "lsp/framing.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace netloupe::lsp {

namespace {

constexpr std::string_view kLengthField = "content-length";

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// The value of Content-Length in the lines of a header; what is wrong otherwise.
struct Length {
    std::optional<size_t> value;
    std::string_view problem;
};

Length content_length(std::string_view header) {
    Length length{{}, "A message header has no Content-Length."};
    while (!header.empty()) {
        const size_t end = std::min(header.find("\r\n"), header.size());
        const std::string_view line = header.substr(0, end);
        header.remove_prefix(std::min(end + 2, header.size()));
        const size_t colon = line.find(':');
        if (colon == std::string_view::npos) return {{}, "A header line has no colon."};
        if (!same_ignoring_case(trim(line.substr(0, colon)), kLengthField)) continue;
        const std::string_view text = trim(line.substr(colon + 1));
        size_t value = 0;
        const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc::result_out_of_range) {
            value = SIZE_MAX;
        } else if (error != std::errc() || rest != text.data() + text.size()) {
            return {{}, "Content-Length is not a number."};
        }
        length = {value, {}};
    }
    return length;
}

}  // namespace

void Framing::feed(std::string_view bytes) {
    const size_t skipped = std::min(skip_, bytes.size());
    skip_ -= skipped;
    buffer_.append(bytes.substr(skipped));
}

std::optional<Framing::Frame> Framing::next() {
    if (!length_) {
        if (auto problem = read_header()) return problem;
        if (!length_) return std::nullopt;
    }
    if (buffer_.size() - at_ < *length_) return std::nullopt;
    Frame body{Frame::Kind::kBody, buffer_.substr(at_, *length_)};
    drop(*length_);
    length_.reset();
    return body;
}

std::optional<Framing::Frame> Framing::read_header() {
    const std::string_view unread = std::string_view(buffer_).substr(at_);
    const size_t end = unread.find("\r\n\r\n");
    if (end == std::string_view::npos) {
        if (unread.size() < kHeaderBytes) return std::nullopt;
        return bad_header("A message header does not end.", unread.size());
    }
    const Length length = content_length(unread.substr(0, end));
    if (!length.value) return bad_header(length.problem, end + 4);
    drop(end + 4);
    if (*length.value <= kMessageBytes) {
        length_ = length.value;
        return std::nullopt;
    }
    const size_t arrived = std::min(*length.value, buffer_.size() - at_);
    drop(arrived);
    skip_ = *length.value - arrived;
    return Frame{Frame::Kind::kTooLong,
                 fmt::format("A message of {} bytes is longer than the {} bytes allowed.", *length.value,
                             kMessageBytes)};
}

/// What follows in the buffer may already be the next message: goes on at its Content-Length.
std::optional<Framing::Frame> Framing::bad_header(std::string_view what, size_t consumed) {
    drop(consumed);
    return Frame{Frame::Kind::kBadHeader, std::string(what)};
}

void Framing::drop(size_t count) {
    at_ += count;
    if (at_ < buffer_.size() / 2) return;
    buffer_.erase(0, at_);
    at_ = 0;
}

std::string frame(std::string_view body) {
    return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace netloupe::lsp
