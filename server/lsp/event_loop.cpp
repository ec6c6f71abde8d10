#include "lsp/event_loop.h"

#include <memory>
#include <string>
#include <utility>

namespace netloupe::lsp {

namespace {

struct Job {
    uv_work_t request{};
    std::function<void()> work;
    std::function<void()> done;
};

/// Frees the state of a handle as soon as libuv has let go of it.
template <typename State>
void close(State* state) {
    state->callback = nullptr;
    uv_close(reinterpret_cast<uv_handle_t*>(&state->handle),
             [](uv_handle_t* handle) { delete static_cast<State*>(handle->data); });
}

}  // namespace

void run_in_background(uv_loop_t& loop, std::function<void()> work, std::function<void()> done) {
    auto* const job = new Job{.request = {}, .work = std::move(work), .done = std::move(done)};
    job->request.data = job;
    uv_queue_work(
        &loop, &job->request, [](uv_work_t* request) { static_cast<Job*>(request->data)->work(); },
        [](uv_work_t* request, int) {
            const std::unique_ptr<Job> finished(static_cast<Job*>(request->data));
            finished->done();
        });
}

Timer::Timer(uv_loop_t& loop) : state_(new State) {
    uv_timer_init(&loop, &state_->handle);
    state_->handle.data = state_;
}

Timer::~Timer() {
    close(state_);
}

void Timer::once(uint64_t milliseconds, std::function<void()> callback) {
    every(milliseconds, std::move(callback));
    uv_timer_set_repeat(&state_->handle, 0);
}

void Timer::every(uint64_t milliseconds, std::function<void()> callback) {
    state_->callback = std::move(callback);
    uv_timer_start(
        &state_->handle,
        [](uv_timer_t* handle) {
            // The callback may destroy the timer: call a copy.
            if (const auto call = static_cast<State*>(handle->data)->callback) call();
        },
        milliseconds, milliseconds);
}

void Timer::stop() {
    uv_timer_stop(&state_->handle);
}

void Timer::unreference() {
    uv_unref(reinterpret_cast<uv_handle_t*>(&state_->handle));
}

FolderWatch::FolderWatch(uv_loop_t& loop, const std::string& folder, std::function<void()> callback)
    : state_(new State) {
    uv_fs_event_init(&loop, &state_->handle);
    state_->handle.data = state_;
    state_->callback = std::move(callback);
    uv_fs_event_start(
        &state_->handle,
        [](uv_fs_event_t* handle, const char*, int, int) {
            if (const auto call = static_cast<State*>(handle->data)->callback) call();
        },
        folder.c_str(), 0);
}

FolderWatch::~FolderWatch() {
    close(state_);
}

}  // namespace netloupe::lsp
