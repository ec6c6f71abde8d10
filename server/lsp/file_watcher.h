#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lsp/event_loop.h"

namespace netloupe::lsp {

/// What tells two states of a file apart without reading it.
struct FileStamp {
    bool exists = false;
    uint64_t size = 0;
    int64_t modified = 0;  ///< Nanoseconds since 1970.
    uint64_t inode = 0;

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

std::vector<FileStamp> stamps_of(const std::vector<std::string>& paths);

/// Calls back when one of some files was replaced, rewritten or removed, as soon as it has stood still for
/// kSettle: a converter that writes for seconds is reported once, at its end. Notices through the folder's
/// events, and by asking every kPoll where a file system sends none.
class FileWatcher {
public:
    static constexpr uint64_t kSettleMs = 150;
    /// A file that is gone may be about to be written anew.
    static constexpr uint64_t kGoneMs = 500;
    static constexpr uint64_t kPollMs = 2000;

    /// `paths[0]`'s folder is watched. `known` are the stamps from before the files were read.
    FileWatcher(uv_loop_t& loop, std::vector<std::string> paths, std::vector<FileStamp> known,
                std::function<void()> on_change);

private:
    /// Outlives the watcher while a background job holds it.
    struct State {
        std::vector<std::string> paths;
        std::vector<FileStamp> known;
        std::vector<FileStamp> seen;  ///< Last sample, when it differs from `known`.
        uint64_t seen_since = 0;      ///< Loop time at which `seen` was first seen.
        bool sampling = false;
        bool sample_again = false;
    };

    void sample();
    void on_sample(std::vector<FileStamp> stamps);

    uv_loop_t& loop_;
    std::function<void()> on_change_;
    std::shared_ptr<State> state_;
    FolderWatch folder_;
    Timer poll_;
    Timer settle_;
};

}  // namespace netloupe::lsp
