#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>
#include <string>

/// The few things that the server asks of libuv, without its C callbacks.
namespace netloupe::lsp {

/// Runs `work` on a thread of the pool, then `done` on the loop's thread. `work` touches nothing that the
/// loop's thread may change.
void run_in_background(uv_loop_t& loop, std::function<void()> work, std::function<void()> done);

/// Calls back on the loop's thread, once or again and again. Destroying it stops it.
class Timer {
public:
    explicit Timer(uv_loop_t& loop);
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer();

    void once(uint64_t milliseconds, std::function<void()> callback);
    void every(uint64_t milliseconds, std::function<void()> callback);
    void stop();
    /// Lets the loop end although the timer runs.
    void unreference();

private:
    struct State {
        uv_timer_t handle{};
        std::function<void()> callback;
    };
    State* state_;  ///< Freed by libuv's close callback.
};

/// Calls back when an entry of a folder changes. Watches nothing where the file system cannot be watched.
class FolderWatch {
public:
    FolderWatch(uv_loop_t& loop, const std::string& folder, std::function<void()> callback);
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;
    ~FolderWatch();

private:
    struct State {
        uv_fs_event_t handle{};
        std::function<void()> callback;
    };
    State* state_;
};

}  // namespace netloupe::lsp
