#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"

namespace netloupe::ncnn {

/// A parameter of a layer as it stands in the file.
struct Parameter {
    enum class Kind : uint8_t { kInt, kReal, kText, kInts, kReals };
    int64_t id = 0;         ///< -1 for one that has a name instead.
    std::string_view name;  ///< Of a named one.
    Kind kind = Kind::kInt;
    int64_t integer = 0;
    double real = 0;
    std::string text;
    std::vector<int64_t> ints;
    std::vector<double> reals;
};

/// A layer as it stands in the file. Names are views of it, or numbers of blobs written out.
struct Layer {
    std::string type;
    std::string name;
    std::vector<std::string> bottoms;
    std::vector<std::string> tops;
    std::vector<Parameter> parameters;
    uint32_t line = 0;
    uint64_t offset = Error::kNoOffset;
    /// The whole number that a parameter is; the fallback without it.
    [[nodiscard]] int64_t integer(int64_t id, int64_t fallback) const;
};

/// The layers of a file front to back.
class LayerSource {
public:
    LayerSource() = default;
    LayerSource(const LayerSource&) = delete;
    LayerSource& operator=(const LayerSource&) = delete;
    virtual ~LayerSource() = default;

    /// False at the end, and where the file ends to make sense; see fault().
    virtual bool next(Layer& layer) = 0;
    [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }
    /// Layers that the head of the file announces; nothing in files without a head.
    [[nodiscard]] std::optional<int64_t> announced() const { return announced_; }

protected:
    bool fail(std::string message, uint64_t offset, uint32_t line) {
        fault_ = Error{ErrorCode::kCorrupt, std::move(message), offset, line};
        return false;
    }
    std::optional<Error> fault_;
    std::optional<int64_t> announced_;
};

/// The first number of all files but the oldest.
inline constexpr int32_t kMagic = 7767517;

}  // namespace netloupe::ncnn
