#include "lsp/file_watcher.h"

#include <sys/stat.h>

#include <filesystem>
#include <utility>

namespace netloupe::lsp {

std::vector<FileStamp> stamps_of(const std::vector<std::string>& paths) {
    std::vector<FileStamp> stamps;
    stamps.reserve(paths.size());
    for (const std::string& path : paths) {
        FileStamp stamp;
        struct stat status{};
        if (stat(path.c_str(), &status) == 0) {
            stamp = {true, static_cast<uint64_t>(status.st_size),
                     int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec, status.st_ino};
        }
        stamps.push_back(stamp);
    }
    return stamps;
}

FileWatcher::FileWatcher(uv_loop_t& loop, std::vector<std::string> paths, std::vector<FileStamp> known,
                         std::function<void()> on_change)
    : loop_(loop),
      on_change_(std::move(on_change)),
      state_(std::make_shared<State>()),
      folder_(loop, std::filesystem::path(paths[0]).parent_path().string(), [this] { sample(); }),
      poll_(loop),
      settle_(loop) {
    known.resize(paths.size());
    state_->paths = std::move(paths);
    state_->known = std::move(known);
    poll_.every(kPollMs, [this] { sample(); });
    sample();  // It may have changed while it was read.
}

void FileWatcher::sample() {
    if (state_->sampling) {
        state_->sample_again = true;
        return;
    }
    state_->sampling = true;
    const auto stamps = std::make_shared<std::vector<FileStamp>>();
    const std::weak_ptr<State> alive = state_;
    run_in_background(
        loop_, [stamps, paths = state_->paths] { *stamps = stamps_of(paths); },
        [this, alive, stamps] {
            if (alive.expired()) return;  // So is `this`.
            state_->sampling = false;
            on_sample(std::move(*stamps));
        });
}

void FileWatcher::on_sample(std::vector<FileStamp> stamps) {
    const bool again = std::exchange(state_->sample_again, false);
    if (stamps == state_->known) {
        state_->seen.clear();
    } else if (stamps != state_->seen) {
        state_->seen = std::move(stamps);
        state_->seen_since = uv_now(&loop_);
    } else {
        const uint64_t still = uv_now(&loop_) - state_->seen_since;
        if (still >= (state_->seen[0].exists ? kSettleMs : kGoneMs)) {
            state_->known = std::exchange(state_->seen, {});
            const auto call = on_change_;  // It may destroy this watcher.
            call();
            return;
        }
    }
    if (again || !state_->seen.empty()) settle_.once(kSettleMs / 2, [this] { sample(); });
}

}  // namespace netloupe::lsp
