#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

#include "context.h"
#include "model/values.h"

namespace netloupe::lint {

namespace {

/// A constant large enough, and where it is used.
struct Candidate {
    const Constant* constant = nullptr;
    const ConstantStatistics* statistics = nullptr;
    GraphId graph;
    TensorId tensor;
    Bytes bytes{};
};

/// Of contents that agree in everything that is cheap to compare, so many are compared with the rest.
constexpr size_t kMostOriginals = 8;
constexpr uint64_t kStep = 1U << 20;

std::vector<Candidate> candidates(Context& context) {
    std::vector<Candidate> found;
    context.each_weight([&](const GraphFacts& graph, TensorId id, const Constant& constant,
                            const ConstantStatistics& statistics) {
        // Other forms than a dense array are rare, and a type of less than a byte may stand at any bit.
        if (statistics.hash == 0 || constant.decoder != nullptr || bits(constant.dtype) < 8) return;
        const auto bytes = constant_bytes(context.model(), constant);
        if (bytes) found.push_back({&constant, &statistics, graph.id(), id, *bytes});
    });
    return found;
}

bool share_storage(const Candidate& a, const Candidate& b) {
    return a.constant->file == b.constant->file && a.constant->offset == b.constant->offset;
}

bool same_bytes(const Context& context, const Candidate& a, const Candidate& b) {
    if (a.bytes.size() != b.bytes.size()) return false;
    for (uint64_t at = 0; at < a.bytes.size() && !context.cancelled(); at += kStep) {
        const uint64_t size = std::min<uint64_t>(kStep, a.bytes.size() - at);
        if (std::memcmp(a.bytes.data() + at, b.bytes.data() + at, size) != 0) return false;
    }
    return !context.cancelled();
}

std::vector<int64_t> extents(const Model& model, const Constant& constant) {
    std::vector<int64_t> out;
    for (const Dimension& dim : model.dims_of(constant.shape)) out.push_back(dim.value);
    return out;
}

/// Whether `b` (columns × rows) is `a` (rows × columns) turned, tile by tile, which is kind to caches.
bool is_transposed(const Context& context, const Candidate& a, const Candidate& b) {
    static constexpr int64_t kTile = 64;
    const auto shape = extents(context.model(), *a.constant);
    const int64_t rows = shape[0];
    const int64_t columns = shape[1];
    const size_t size = bits(a.constant->dtype) / 8;
    const auto there = static_cast<uint64_t>(rows) * static_cast<uint64_t>(columns) * size;
    if (a.bytes.size() < there || b.bytes.size() < there) return false;
    for (int64_t r = 0; r < rows; r += kTile) {
        if (context.cancelled()) return false;
        for (int64_t c = 0; c < columns; c += kTile) {
            for (int64_t i = r; i < std::min(r + kTile, rows); ++i) {
                for (int64_t j = c; j < std::min(c + kTile, columns); ++j) {
                    if (std::memcmp(a.bytes.data() + (i * columns + j) * size,
                                    b.bytes.data() + (j * rows + i) * size, size) != 0)
                        return false;
                }
            }
        }
    }
    return true;
}

class Search {
public:
    explicit Search(Context& context) : context_(context), all_(candidates(context)) {}

    void run() {
        find_equal();
        find_transposed();
        report();
    }

private:
    /// Groups of candidates with the same key, in the order of the file.
    template <typename Key>
    auto grouped(Key key) const {
        std::map<decltype(key(all_[0])), std::vector<size_t>> groups;
        for (size_t i = 0; i < all_.size(); ++i) {
            if (original_[i]) groups[key(all_[i])].push_back(i);
        }
        return groups;
    }

    void find_equal() {
        original_.assign(all_.size(), true);
        const auto groups = grouped([&](const Candidate& c) {
            return std::tuple(c.constant->dtype, extents(context_.model(), *c.constant), c.statistics->hash);
        });
        for (const auto& [key, members] : groups) {
            std::vector<std::vector<size_t>> classes;
            for (const size_t member : members) {
                const auto same = std::ranges::find_if(classes, [&](const std::vector<size_t>& of) {
                    return share_storage(all_[of[0]], all_[member]) ||
                           same_bytes(context_, all_[of[0]], all_[member]);
                });
                if (same != classes.end()) {
                    original_[member] = false;
                    if (!share_storage(all_[same->front()], all_[member])) same->push_back(member);
                } else if (classes.size() < kMostOriginals) {
                    classes.push_back({member});
                }
            }
            for (const auto& of : classes) {
                if (of.size() > 1) report_equal(of);
            }
        }
    }

    void find_transposed() {
        const auto groups = grouped([&](const Candidate& c) {
            auto shape = extents(context_.model(), *c.constant);
            if (shape.size() != 2) shape.clear();
            std::ranges::sort(shape);
            return std::tuple(c.constant->dtype, shape, c.statistics->min, c.statistics->max,
                              c.statistics->zeros);
        });
        for (const auto& [key, members] : groups) {
            const auto& shape = std::get<1>(key);
            if (shape.empty() || shape[0] < 2) continue;
            for (size_t i = 0; i < std::min(members.size(), kMostOriginals); ++i) {
                for (size_t j = i + 1; j < members.size(); ++j) {
                    if (are_turned(all_[members[i]], all_[members[j]]))
                        report_transposed(all_[members[i]], all_[members[j]]);
                }
            }
        }
    }

    [[nodiscard]] bool are_turned(const Candidate& a, const Candidate& b) const {
        const auto of_a = extents(context_.model(), *a.constant);
        const auto of_b = extents(context_.model(), *b.constant);
        return of_a[0] == of_b[1] && !share_storage(a, b) && is_transposed(context_, a, b);
    }

    [[nodiscard]] std::string label(const Candidate& c) const {
        return context_.facts().graph(c.graph).label(c.tensor);
    }
    [[nodiscard]] std::string description(const Candidate& c) const {
        return fmt::format("{}, {} of {}", shape_text(context_.model(), c.constant->shape),
                           size_text(c.bytes.size()), name(c.constant->dtype));
    }
    static std::string size_text(uint64_t bytes) {
        const double kib = static_cast<double>(bytes) / 1024;
        return kib < 1024 ? fmt::format("{:.0f} KiB", kib) : fmt::format("{:.1f} MiB", kib / 1024);
    }

    void report_equal(const std::vector<size_t>& of) {
        const Candidate& first = all_[of[0]];
        const Candidate& second = all_[of[1]];
        const std::string more = of.size() > 2 ? fmt::format(" and {} more constants", of.size() - 2) : "";
        add(second,
            fmt::format("{}{} ({}) {} the same as {}: {} are stored {} times.", label(second), more,
                        description(second), of.size() > 2 ? "hold" : "holds", label(first),
                        size_text(first.bytes.size()), of.size()),
            "Let all of them be one constant", first.bytes.size() * (of.size() - 1));
    }

    void report_transposed(const Candidate& a, const Candidate& b) {
        add(b,
            fmt::format("{} ({}) is {} ({}) transposed: the same weights are stored twice.", label(b),
                        description(b), label(a), shape_text(context_.model(), a.constant->shape)),
            "Keep one of them, and transpose it in the graph", b.bytes.size());
    }

    void add(const Candidate& at, std::string text, std::string_view fix, uint64_t saved) {
        found_.push_back({saved,
                          {
                              .severity = context_.severity(),
                              .message = std::move(text),
                              .fix = fmt::format("{}; that saves {}.", fix, size_text(saved)),
                              .graph = at.graph,
                              .node = context_.facts().graph(at.graph).node_of(at.tensor),
                              .tensor = at.tensor,
                          }});
    }

    /// Many are one finding, about the largest: they stand in graphs and at operators of all kinds.
    void report() {
        if (found_.size() <= kGroupAbove) {
            for (auto& [saved, finding] : found_) context_.report(std::move(finding));
            return;
        }
        std::ranges::stable_sort(found_, std::ranges::greater(), &std::pair<uint64_t, Finding>::first);
        uint64_t all = 0;
        Finding finding = std::move(found_.front().second);
        for (const auto& [saved, other] : found_) {
            all += saved;
            if (other.graph == finding.graph && other.node.valid()) finding.nodes.push_back(other.node);
        }
        if (finding.nodes.size() == 1) finding.nodes.clear();
        finding.message +=
            fmt::format(" {} more repeat others; together that is {}.", found_.size() - 1, size_text(all));
        finding.fix = fmt::format("Let equal constants be one; that saves {}.", size_text(all));
        context_.report(std::move(finding));
    }

    Context& context_;
    std::vector<Candidate> all_;
    std::vector<bool> original_;                       ///< Not known to repeat another one.
    std::vector<std::pair<uint64_t, Finding>> found_;  ///< With the bytes that it would save.
};

void check(Context& context) {
    Search(context).run();
}

}  // namespace

extern const Rule z02_duplicate_weights;
const Rule z02_duplicate_weights{
    .id = "Z02",
    .name = "duplicate-weights",
    .summary = "The same weights are stored more than once.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .reads = kTotals | kContent,
    .documentation =
        {
            .what = "Compares constants of at least 64 KiB: those with the same type, shape and bytes, and "
                    "matrices that are another one transposed. Hashes and extremes are compared first, and "
                    "every byte before anything is said.",
            .why = "The file, its download and the memory at run time are larger than they need to be. "
                   "Exporters lose the tie between an embedding and the output layer that uses it "
                   "transposed, which is often the largest constant of a language model.",
            .not_a_problem = "Tensors that share their bytes in the file already. Constants of less than 8 "
                             "bits an element are not compared.",
            .fix = "Tie them again: one constant with two consumers, with a Transpose in front of one of "
                   "them where needed.",
            .example =
                "`E:float[256,64]` for Gather, and `W:float[64,256]`, its transposed copy, for MatMul.",
            .source = "https://github.com/pytorch/pytorch/issues/108342",
        },
    .check = check,
};

}  // namespace netloupe::lint
