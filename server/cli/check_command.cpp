#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "cli/check_run.h"
#include "cli/check_settings.h"
#include "cli/commands.h"
#include "cli/model_paths.h"
#include "cli/terminal.h"
#include "config/baseline.h"
#include "version.h"

namespace netloupe::cli {

namespace {

/// "[3/40] models/a.onnx" on a terminal, in one line that is written over.
class Progress {
public:
    Progress(size_t files, bool wanted)
        : files_(files), shown_(wanted && files > 1 && isatty(STDERR_FILENO) != 0) {}

    void clear() const {
        if (shown_) std::fputs("\r\x1b[K", stderr);
    }
    void step(const std::string& path) {
        ++done_;
        if (shown_ && done_ < files_)
            fmt::print(stderr, "[{}/{}] {}", done_, files_, report::printable(path));
    }

private:
    size_t files_;
    size_t done_ = 0;
    bool shown_;
};

/// What the rules took in all models together, the longest first.
class Timing {
public:
    void add(const std::vector<lint::RuleTime>& times) {
        for (const lint::RuleTime& time : times) seconds_[time.rule] += time.seconds;
    }
    void print() const {
        std::vector<std::pair<double, std::string_view>> sorted;
        double total = 0;
        for (const auto& [rule, seconds] : seconds_) {
            sorted.emplace_back(seconds, rule);
            total += seconds;
        }
        std::ranges::sort(sorted, std::greater());
        fmt::print(stderr, "rule         ms  share\n");
        for (const auto& [seconds, rule] : sorted)
            fmt::print(stderr, "{:4} {:10.3f} {:5.1f} %\n", rule, seconds * 1e3,
                       total > 0 ? 100 * seconds / total : 0);
        fmt::print(stderr, "all  {:10.3f}\n", total * 1e3);
    }

private:
    std::map<std::string_view, double> seconds_;
};

/// A name in no model is a mistake; in one of many it is not.
bool all_names_known(const std::vector<infer::Binding>& bindings, const std::set<std::string>& names) {
    bool known = true;
    for (const infer::Binding& binding : bindings) {
        if (names.contains(binding.name)) continue;
        complain("--bind", {ErrorCode::kInvalid,
                            fmt::format("No dimension of these models is named \"{}\".", binding.name)});
        known = false;
    }
    return known;
}

/// Where results go, and what remains of them.
class CheckOutput {
public:
    explicit CheckOutput(const CheckOptions& options)
        : options_(options),
          writer_(report::check_writer(options.format, style_of(options.colour), kVersion)),
          baseline_(options.write_baseline) {
        write(writer_->begin());
    }

    void add(const CheckOutcome& outcome) {
        const report::CheckedFile& file = outcome.file;
        totals_.add(file);
        if (file.error) complain(file.path, *file.error);
        write(writer_->file(file));
        timing_.add(outcome.times);
        names_.insert(outcome.names.begin(), outcome.names.end());
        if (options_.write_baseline.empty()) return;
        for (const lint::Finding& finding : outcome.findings) baseline_.add(file.path, finding);
    }

    int finish(const std::vector<infer::Binding>& bindings) {
        const std::string end = writer_->end(totals_);
        if (!options_.quiet || options_.format != report::CheckFormat::kText) write(end);
        if (options_.timing) timing_.print();
        if (totals_.unreadable + totals_.damaged > 0 || !all_names_known(bindings, names_))
            return kUnreadable;
        if (!options_.write_baseline.empty()) return write_baseline();
        return totals_.failing > 0 ? kFindings : kClean;
    }

private:
    [[nodiscard]] int write_baseline() const {
        std::ofstream file(options_.write_baseline, std::ios::binary);
        file << baseline_.text();
        if (file.flush()) return kClean;
        complain(options_.write_baseline, {ErrorCode::kIo, "The baseline could not be written."});
        return kUnreadable;
    }

    const CheckOptions& options_;
    std::unique_ptr<report::CheckWriter> writer_;
    report::CheckTotals totals_;
    Timing timing_;
    std::set<std::string> names_;
    config::Baseline baseline_;
};

Result<std::vector<CheckJob>> jobs_of(const CheckOptions& options, CheckSettings& settings) {
    const auto paths = model_paths(options.paths);
    if (!paths) return std::unexpected(paths.error());
    std::vector<CheckJob> jobs;
    for (const std::string& path : *paths) {
        auto own = settings.settings_for(path);
        if (!own) return std::unexpected(own.error());
        jobs.push_back({path, std::move(*own)});
    }
    return jobs;
}

int refuse(const Error& error) {
    complain(error);
    return kUnreadable;
}

}  // namespace

int run_check(const CheckOptions& options) {
    auto settings = CheckSettings::from(options);
    if (!settings) return refuse(settings.error());
    auto jobs = jobs_of(options, *settings);
    if (!jobs) return refuse(jobs.error());
    std::optional<config::Baseline> baseline;
    if (!options.baseline.empty()) {
        auto read = config::Baseline::read(options.baseline);
        if (!read) {
            complain(options.baseline, read.error());
            return kUnreadable;
        }
        baseline = std::move(*read);
    }
    CheckOutput output(options);
    Progress progress(jobs->size(), !options.quiet);
    CheckRun run(std::move(*jobs),
                 {.threads = options.jobs > 0 ? options.jobs : std::thread::hardware_concurrency(),
                  .timing = options.timing,
                  .weights = !options.no_weights,
                  .least = settings->least(),
                  .baseline = baseline ? &*baseline : nullptr});
    run.run([&](const CheckOutcome& outcome) {
        progress.clear();
        output.add(outcome);
        progress.step(outcome.file.path);
    });
    progress.clear();
    return output.finish(settings->bindings());
}

}  // namespace netloupe::cli
