#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace netloupe {

/// The files beside the model that hold values of its tensors. Each is mapped once, and only when its name
/// stays inside the model's folder.
class ExternalFiles {
public:
    /// Where a tensor's values stand as the model says it; `length` is absent when the rest of the file is
    /// meant.
    struct Place {
        StringId location;
        uint64_t offset = 0;
        std::optional<uint64_t> length;
    };

    /// Fills the constant's file, offset, length and location. When the file may not be opened, does not
    /// exist or is too short for `needed` bytes, the state becomes kMissing.
    void place(Model& model, const Place& place, std::optional<uint64_t> needed, Constant& constant);

    /// One Damage a location that failed, at the first tensor and naming how many more there are.
    void report(Model& model) const;

private:
    struct File {
        StringId location;
        FileId file;
        std::optional<Error> error;
        std::optional<Error> too_short;
        StringId first_tensor;  ///< Of those whose values are missing.
        uint64_t missing = 0;
    };
    File& file(Model& model, StringId location);
    static Damage first_user(const Model& model, const File& file);

    std::vector<File> files_;
    std::unordered_map<uint32_t, size_t> by_location_;
};

}  // namespace netloupe
