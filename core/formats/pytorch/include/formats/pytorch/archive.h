#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "containers/zip_directory.h"
#include "model/model.h"

namespace netloupe::torch {

/// Where bytes stand: in a file of the model, deflated or as they are.
struct StoredBytes {
    FileId file;
    uint64_t offset = 0;
    uint64_t length = 0;  ///< In the file.
    uint64_t bytes = 0;   ///< When unpacked.
    bool deflated = false;
};

/// A file of an archive, as it is meant.
struct Part {
    Bytes bytes;
    FileId file;          ///< Whose bytes these are.
    uint64_t offset = 0;  ///< In that file.
};

/// A zip archive of PyTorch: all its files stand below one folder, which is not part of their names here.
class Archive {
public:
    /// Opens the zip archive that is that file of the model. Errors: kCorrupt, kLimit.
    static Result<Archive> open(Model& model, FileId file = FileId(0U));
    /// The folder that holds the archive's files, with slash, by the names of its members; nothing when they
    /// are no archive of PyTorch.
    static std::optional<std::string> root_of(std::span<const ZipMember> members);

    [[nodiscard]] bool has(std::string_view name) const { return members_.contains(name); }
    /// A file's content. What is deflated is unpacked, within limits. Errors: kNotFound, kLimit, kCorrupt,
    /// kUnsupported.
    Result<Part> part(std::string_view name);
    /// Its text without blanks around it; empty when there is none.
    std::string text(std::string_view name);
    /// Where its bytes are, unread.
    [[nodiscard]] std::optional<StoredBytes> storage(std::string_view name) const;
    /// Names, in the archive's order.
    [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }

private:
    Archive(Model& model, FileId file) : model_(&model), file_(file) {}

    Model* model_;
    FileId file_;
    std::string root_;
    std::vector<std::string_view> names_;
    std::unordered_map<std::string_view, ZipMember> members_;
    uint64_t unpacked_ = 0;
};

}  // namespace netloupe::torch
