#pragma once

#include <atomic>
#include <memory>

namespace netloupe {

/// Tells work in progress that nobody wants its result any more. Cheap to copy and to ask; a default token
/// never cancels.
class CancelToken {
public:
    CancelToken() = default;
    [[nodiscard]] bool cancelled() const { return flag_ && flag_->load(std::memory_order_relaxed); }

private:
    friend class CancelSource;
    explicit CancelToken(std::shared_ptr<const std::atomic<bool>> flag) : flag_(std::move(flag)) {}
    std::shared_ptr<const std::atomic<bool>> flag_;
};

/// The owner's side of a CancelToken.
class CancelSource {
public:
    [[nodiscard]] CancelToken token() const { return CancelToken(flag_); }
    void cancel() { flag_->store(true, std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace netloupe
