#include "cli/check_run.h"

#include <algorithm>
#include <cstdio>
#include <span>
#include <thread>
#include <utility>

#include "cli/model_paths.h"
#include "cost/costs.h"
#include "formats/reader.h"
#include "infer/shapes.h"
#include "lint/weights.h"

namespace netloupe::cli {

namespace {

Result<Model> open(const std::string& path) {
    if (path != kStandardInput) return open_model(path);
    std::vector<std::byte> bytes;
    std::vector<std::byte> part(size_t{1} << 20);
    while (const size_t count = std::fread(part.data(), 1, part.size(), stdin))
        bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
    return read_model(std::move(bytes), path);
}

}  // namespace

CheckRun::CheckRun(std::vector<CheckJob> jobs, const Options& options)
    : jobs_(std::move(jobs)), options_(options), outcomes_(jobs_.size()) {}

void CheckRun::run(const std::function<void(const CheckOutcome&)>& done) {
    std::vector<std::jthread> workers;
    const size_t threads = std::min<size_t>(jobs_.size(), std::max(1U, options_.threads));
    workers.reserve(threads);
    for (size_t i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
    for (std::optional<CheckOutcome>& outcome : outcomes_) {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [&outcome] { return outcome.has_value(); });
        lock.unlock();
        done(*outcome);
        outcome.reset();
    }
}

void CheckRun::work() {
    for (size_t i = next_++; i < jobs_.size(); i = next_++) {
        CheckOutcome outcome = check(jobs_[i]);
        const std::scoped_lock lock(mutex_);
        outcomes_[i] = std::move(outcome);
        ready_.notify_all();
    }
}

CheckOutcome CheckRun::check(CheckJob& job) const {
    CheckOutcome outcome;
    outcome.file.path = job.path == kStandardInput ? "<stdin>" : job.path;
    const auto model = open(job.path);
    if (!model) {
        outcome.file.error = model.error();
        return outcome;
    }
    outcome.file.format = model->format_name + " " + model->format_version;
    outcome.file.damaged = !model->damages.empty();
    outcome.names = infer::symbols_of(*model);
    judge(*model, job, outcome);
    return outcome;
}

void CheckRun::judge(const Model& model, CheckJob& job, CheckOutcome& outcome) const {
    const Meaning meaning(model);
    infer::InferOptions given;
    given.bindings = job.settings.bindings;
    const infer::Shapes shapes = infer::infer_shapes(model, meaning, given);
    std::optional<cost::Costs> costs;
    lint::Options& lint = job.settings.lint;
    if (lint.budgets.need_costs()) costs = cost::count_costs(model, meaning, shapes, given);
    lint.shapes = &shapes;
    lint.costs = costs ? &*costs : nullptr;
    std::optional<lint::Weights> weights;
    if (options_.weights) weights = lint::read_weights(model, lint);
    lint.weights = weights ? &*weights : nullptr;
    outcome.file.omissions = lint::omissions(model, lint);
    if (options_.timing) lint.times = &outcome.times;
    const lint::Severity fail_on = job.settings.fail_on.value_or(lint::Severity::kWarning);
    for (lint::Finding& finding : lint::check(model, lint)) {
        if (finding.severity < options_.least) continue;
        if (options_.baseline != nullptr && options_.baseline->knows(job.path, finding)) {
            ++outcome.file.known;
            continue;
        }
        outcome.file.findings.push_back(report::reported(model, finding, fail_on));
        outcome.findings.push_back(std::move(finding));
    }
}

}  // namespace netloupe::cli
