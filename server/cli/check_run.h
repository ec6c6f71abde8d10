#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "config/baseline.h"
#include "config/configuration.h"
#include "lint/lint.h"
#include "report/check.h"

namespace netloupe::cli {

/// A model to check, and what holds for it.
struct CheckJob {
    std::string path;
    config::Settings settings;
};

/// What came of it.
struct CheckOutcome {
    report::CheckedFile file;
    std::vector<lint::Finding> findings;  ///< Those of `file`.
    std::vector<lint::RuleTime> times;
    std::vector<std::string> names;  ///< Of the model's dimensions.
};

/// Checks models, several at a time, and gives the outcomes in their order.
class CheckRun {
public:
    struct Options {
        unsigned threads = 1;
        bool timing = false;
        bool weights = true;  ///< Read their values, for the rules that go by them.
        lint::Severity least = lint::Severity::kInfo;
        const config::Baseline* baseline = nullptr;  ///< What it knows is left out.
    };
    CheckRun(std::vector<CheckJob> jobs, const Options& options);

    /// Calls `done` for each model in turn, on this thread.
    void run(const std::function<void(const CheckOutcome&)>& done);

private:
    void work();
    [[nodiscard]] CheckOutcome check(CheckJob& job) const;
    void judge(const Model& model, CheckJob& job, CheckOutcome& outcome) const;

    std::vector<CheckJob> jobs_;
    Options options_;
    std::atomic<size_t> next_ = 0;
    std::mutex mutex_;
    std::condition_variable ready_;
    std::vector<std::optional<CheckOutcome>> outcomes_;
};

}  // namespace netloupe::cli
