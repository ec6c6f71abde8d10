#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "containers/flatbuffer_view.h"

namespace netloupe::executorch {

/// Data behind a flatbuffer. An extended header, which stands between the flatbuffer's identifier and its
/// root, says where the first segment begins; a table of the root says where each lies from there.
class Segments {
public:
    struct Span {
        uint64_t offset = 0;  ///< In the file.
        uint64_t length = 0;
    };

    Segments() = default;
    /// `list` is the root's vector of segments.
    Segments(Bytes file, const FlatTables& list);

    [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(spans_.size()); }
    /// Nothing when there is no such segment, or it does not lie in the file.
    [[nodiscard]] std::optional<Span> find(uint64_t index) const;
    /// What stands at `offset` of a segment to its end.
    [[nodiscard]] std::optional<Span> find(uint64_t index, uint64_t offset) const;

private:
    std::vector<std::optional<Span>> spans_;
};

/// The first bytes of a file bear the identifier of a flatbuffer.
bool has_identifier(Bytes head, std::string_view identifier);

}  // namespace netloupe::executorch
