#include "lint/weights.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <system_error>
#include <thread>

#include "channel_window.h"
#include "facts.h"
#include "lint/lint.h"
#include "lint/rule.h"
#include "model/stream.h"
#include "quantized_layer.h"
#include "selection.h"
#include "weight_hash.h"
#include "weight_totals.h"

namespace netloupe::lint {

namespace {

/// More channels than any layer has; beyond, memory would grow with the file.
constexpr uint64_t kMostChannels = 1U << 20;
/// Magnitudes that the median is taken of.
constexpr uint64_t kSample = 1024;
/// A file may name its bytes many times, and short forms of long tensors. So many times what the files hold
/// are read.
constexpr uint64_t kMostReadings = 16;
constexpr uint64_t kLeastBudget = 64U << 20;
/// Elements of a constant in another form than a dense array, whose windows cost a walk from its front each.
constexpr uint64_t kMostDecoded = 64U << 20;
/// Below, asking the system for pages costs more than it gives.
constexpr uint64_t kWorthAdvice = 128U << 10;

/// What is to be found out of a constant.
struct Job {
    ConstantId constant;
    ChannelLayout channels;
    std::span<const int64_t> zero_points;
    int64_t low = 0;
    int64_t high = 0;
    uint64_t count = 0;
    uint64_t windows = 0;
    std::vector<double> sample;
    std::vector<uint64_t> hashes;  ///< Of each window.
};

struct Window {
    uint32_t job = 0;
    uint32_t number = 0;
};

uint8_t reads_of(const Model& model, const Options& options) {
    uint8_t reads = kNoWeights;
    for (const Rule* rule : rules()) {
        if (applies(*rule, model, options)) reads |= rule->reads;
    }
    return reads;
}

}  // namespace

class WeightReader {
public:
    WeightReader(const Model& model, uint8_t reads, const CancelToken& cancel)
        : model_(model), reads_(reads), cancel_(cancel), facts_(model) {
        weights_.constants_.resize(model.constants.size());
        if (reads != kNoWeights) plan();
    }

    Weights run() {
        std::vector<std::jthread> helpers;
        const size_t wanted = std::min<size_t>(std::thread::hardware_concurrency(), windows_.size());
        while (helpers.size() + 1 < wanted && start_helper(helpers)) {
        }
        work();
        helpers.clear();
        if (!cancel_.cancelled()) finish();
        return std::move(weights_);
    }

private:
    /// False when the system has no more threads; fewer do the same.
    bool start_helper(std::vector<std::jthread>& helpers) {
        try {
            helpers.emplace_back([this] { work(); });
            return true;
        } catch (const std::system_error&) {
            return false;
        }
    }

    void plan() {
        std::vector<Job> jobs(model_.constants.size());
        if ((reads_ & kChannels) != 0) plan_channels(jobs);
        uint64_t budget = kLeastBudget;
        for (const SourceFile& file : model_.files) budget += kMostReadings * file.bytes().size();
        for (size_t i = 0; i < jobs.size(); ++i) {
            jobs[i].constant = ConstantId(i);
            add(std::move(jobs[i]), budget);
        }
    }

    void add(Job job, uint64_t& budget) {
        const Constant& constant = model_.constant(job.constant);
        const uint64_t count = element_count(model_, constant.shape).value_or(0);
        if (constant.state == ConstantState::kAbsent || !is_number(constant.dtype) || count == 0) return;
        // Blocks of quantized floats decode by themselves, wherever they stand.
        const bool blocks = bits(constant.dtype) == 0;
        const uint64_t bytes =
            blocks ? constant.length : packed_bytes(constant.dtype, count).value_or(budget + 1);
        const bool decodable = constant.decoder == nullptr || blocks || count <= kMostDecoded;
        if (constant.state == ConstantState::kMissing || bytes > budget || !decodable) {
            ++weights_.unreadable_;
            return;
        }
        budget -= bytes;
        job.count = count;
        const uint64_t window = window_elements(constant);
        job.windows = (count + window - 1) / window;
        ConstantStatistics& statistics = weights_.constants_[job.constant.index()];
        statistics.channels.resize(job.channels.count);
        if ((reads_ & kContent) != 0 && bytes >= kHashedBytes) job.hashes.resize(job.windows);
        for (uint64_t i = 0; i < job.windows; ++i)
            windows_.push_back({static_cast<uint32_t>(jobs_.size()), static_cast<uint32_t>(i)});
        jobs_.push_back(std::move(job));
    }

    static bool is_number(DataType type) {
        return is_integer(type) || is_floating(type) || type == DataType::kBool;
    }

    /// Finds the constants that are weights of layers, and the axis of their output channels.
    void plan_channels(std::vector<Job>& jobs) {
        for (size_t g = 0; g < model_.graphs.size(); ++g) {
            const GraphFacts& graph = facts_.graph(GraphId(g));
            for (size_t n = 0; n < graph.graph().nodes.size(); ++n) plan_layer(graph, NodeId(n), jobs);
        }
    }

    void plan_layer(const GraphFacts& graph, NodeId node, std::vector<Job>& jobs) {
        const auto weights = layer_weights(graph, node);
        if (!weights) return;
        const Tensor& tensor = graph.tensor(weights->stored);
        const Constant& constant = model_.constant(tensor.constant);
        Job& job = jobs[tensor.constant.index()];
        const auto dims = model_.dims_of(constant.shape);
        if (job.channels.count != 0 || weights->axis >= static_cast<int32_t>(dims.size())) return;
        const auto channels = static_cast<uint64_t>(dims[weights->axis].value);
        if (channels == 0 || channels > kMostChannels) return;
        uint64_t inner = 1;
        for (size_t d = weights->axis + 1; d < dims.size(); ++d) inner *= dims[d].value;
        if (inner == 0) return;
        job.channels = {channels, inner};
        if (const auto limits = integer_limits(constant.dtype)) {
            // Signed weights keep to the symmetric part of their type, but for older tools.
            job.low = limits->min + 1;
            job.high = limits->max;
        }
        const QuantParameters* parameters = facts_.parameters(tensor);
        if (parameters != nullptr) job.zero_points = parameters->zero_points;
        if (job.zero_points.size() > 1 && job.zero_points.size() != channels) job.zero_points = {};
        weights_.constants_[tensor.constant.index()].axis = weights->axis;
    }

    void work() {
        for (size_t i = next_++; i < windows_.size() && !cancel_.cancelled(); i = next_++) {
            Job& job = jobs_[windows_[i].job];
            read(job, windows_[i].number);
        }
    }

    void read(Job& job, uint64_t number) {
        const Constant& constant = model_.constant(job.constant);
        const uint64_t size = window_elements(constant);
        const uint64_t first = number * size;
        const uint64_t count = std::min(size, job.count - first);
        const bool large = packed_bytes(constant.dtype, count).value_or(0) >= kWorthAdvice;
        if (large) expect(model_, constant, first, count);
        ConstantStatistics part;
        std::vector<double> sample;
        WeightHash hash;
        std::optional<ChannelWindow> channels;
        if (job.channels.count != 0)
            channels.emplace(job.channels, first, count, job.zero_points, job.low, job.high);
        const uint64_t step = std::max<uint64_t>(1, job.count / kSample);
        const auto result = stream(model_, constant, first, count, [&](const Block& block) {
            std::visit(
                [&]<typename T>(std::span<const T> values) {
                    if constexpr (kIsFloat<T>) {
                        if ((reads_ & kMedian) != 0) take_sample(values, first + part.count, step, sample);
                    }
                    if (!job.hashes.empty()) hash.add(std::as_bytes(values));
                    const uint64_t odd = part.nan + part.infinite;
                    const bool by_channel = channels && sizeof(T) <= 4;
                    add_totals(values, !by_channel, part);
                    if constexpr (sizeof(T) <= 4) {
                        if (by_channel) channels->add(values, part.nan + part.infinite == odd);
                    }
                },
                block);
        });
        if (channels) channels->widen_to(part);
        if (large) release(model_, constant, first, count);
        const std::scoped_lock lock(mutex_);
        if (!job.hashes.empty()) job.hashes[number] = hash.value();
        job.sample.insert(job.sample.end(), sample.begin(), sample.end());
        ConstantStatistics& whole = weights_.constants_[job.constant.index()];
        if (channels) channels->merge_into(whole.channels);
        if (result) merge(part, whole);
    }

    template <typename T>
    static void take_sample(std::span<const T> values, uint64_t first, uint64_t step,
                            std::vector<double>& sample) {
        for (uint64_t i = (step - first % step) % step; i < values.size(); i += step) {
            const double magnitude = std::abs(to_double(values[i]));
            if (std::isfinite(magnitude)) sample.push_back(magnitude);
        }
    }

    static void merge(const ConstantStatistics& part, ConstantStatistics& whole) {
        whole.count += part.count;
        whole.nan += part.nan;
        whole.infinite += part.infinite;
        whole.subnormal += part.subnormal;
        whole.zeros += part.zeros;
        whole.min = std::min(whole.min, part.min);
        whole.max = std::max(whole.max, part.max);
    }

    void finish() {
        for (Job& job : jobs_) {
            ConstantStatistics& statistics = weights_.constants_[job.constant.index()];
            statistics.read = statistics.count == job.count;
            if (!statistics.read) {
                ++weights_.unreadable_;
                continue;
            }
            statistics.hash = WeightHash::of(job.hashes);
            if (job.sample.empty()) continue;
            const auto middle = job.sample.begin() + static_cast<ptrdiff_t>(job.sample.size() / 2);
            std::ranges::nth_element(job.sample, middle);
            statistics.median_magnitude = *middle;
        }
    }

    const Model& model_;
    uint8_t reads_;
    const CancelToken& cancel_;
    Facts facts_;
    std::vector<Job> jobs_;
    std::vector<Window> windows_;
    std::atomic<size_t> next_ = 0;
    std::mutex mutex_;  ///< Of what windows are merged into.
    Weights weights_;
};

Weights read_weights(const Model& model, const Options& options, const CancelToken& cancel) {
    return WeightReader(model, reads_of(model, options), cancel).run();
}

}  // namespace netloupe::lint
