#include "targets/placement.h"

#include <algorithm>
#include <numeric>

#include "cut.h"

namespace netloupe::targets {

namespace {

class Placer {
public:
    Placer(const Model& model, GraphId graph, const Target& target, const Assessment& assessment,
           const infer::Shapes& shapes)
        : model_(model),
          id_(graph),
          graph_(model.graph(graph)),
          target_(target),
          verdicts_(assessment.graphs[graph.index()]),
          shapes_(shapes) {
        for (const NodeVerdict& node : verdicts_) {
            folded_.push_back(node.folded);
            supported_.push_back(!node.folded && (node.verdict == Verdict::kSupported ||
                                                  node.verdict == Verdict::kConditional));
        }
    }

    Placement place(const cost::Costs* costs) {
        const Dependencies dependencies(model_, id_, folded_);
        auto parts = cut(dependencies, target_.cutting, supported_);
        result_.partition_of.assign(graph_.nodes.size(), Placement::kProcessor);
        for (auto& part : parts) add(part);
        leave_to_processor();
        mark_outputs();
        for (uint32_t p = 0; p < result_.partitions.size(); ++p) measure_border(p);
        count(costs);
        find_replacements(dependencies, parts.size());
        return std::move(result_);
    }

private:
    void add(std::vector<uint32_t>& part) {
        std::ranges::sort(part);
        Partition& made = result_.partitions.emplace_back();
        for (const uint32_t node : part) {
            made.nodes.emplace_back(node);
            result_.partition_of[node] = static_cast<uint32_t>(result_.partitions.size() - 1);
        }
    }

    void leave_to_processor() {
        auto& partitions = result_.partitions;
        std::vector<uint32_t> by_size(partitions.size());
        std::iota(by_size.begin(), by_size.end(), 0U);
        std::ranges::stable_sort(by_size, std::ranges::greater(),
                                 [&](uint32_t p) { return partitions[p].nodes.size(); });
        for (uint32_t rank = 0; rank < by_size.size(); ++rank) {
            Partition& partition = partitions[by_size[rank]];
            const bool too_many = target_.max_partitions != 0 && rank >= target_.max_partitions;
            partition.taken = !too_many && partition.nodes.size() >= target_.min_nodes;
            if (partition.taken) ++result_.taken;
        }
    }

    void mark_outputs() {
        outside_.assign(graph_.tensors.size(), false);
        for (const TensorId output : graph_.outputs) {
            if (output.valid()) outside_[output.index()] = true;
        }
        for (const Graph& inner : model_.graphs) {
            for (const Capture& capture : inner.captures) {
                if (capture.outer_graph == id_) outside_[capture.outer.index()] = true;
            }
        }
        seen_by_.assign(graph_.tensors.size(), Placement::kProcessor);
    }

    [[nodiscard]] bool computed_before(TensorId id) const {
        const Tensor& tensor = graph_.tensor(id);
        return tensor.constant.valid() || (tensor.producer.valid() && folded_[tensor.producer.index()]);
    }

    void measure_border(uint32_t number) {
        Partition& partition = result_.partitions[number];
        const auto is_inside = [&](NodeId node) {
            return node.valid() && result_.partition_of[node.index()] == number;
        };
        for (const NodeId node : partition.nodes) {
            for (const TensorId input : model_.inputs(graph_.node(node))) {
                if (!input.valid() || computed_before(input) || seen_by_[input.index()] == number ||
                    is_inside(graph_.tensor(input).producer))
                    continue;
                seen_by_[input.index()] = number;
                partition.inputs.push_back(input);
                add_bytes(partition, input, partition.bytes_in);
            }
            for (const TensorId output : model_.outputs(graph_.node(node))) {
                if (!output.valid()) continue;
                const auto uses = graph_.consumers(graph_.tensor(output));
                if (!outside_[output.index()] &&
                    std::ranges::all_of(uses, [&](const Use& use) { return is_inside(use.node); }))
                    continue;
                partition.outputs.push_back(output);
                add_bytes(partition, output, partition.bytes_out);
            }
        }
    }

    void add_bytes(Partition& partition, TensorId id, uint64_t& sum) const {
        const auto bytes = bytes_of(id);
        if (!bytes || __builtin_add_overflow(sum, *bytes, &sum)) ++partition.unknown;
    }

    [[nodiscard]] std::optional<uint64_t> bytes_of(TensorId id) const {
        const Tensor& tensor = graph_.tensor(id);
        const infer::TensorShape& shape = shapes_.tensor(id_, id);
        const DataType type = tensor.dtype != DataType::kUnknown ? tensor.dtype : shape.dtype;
        uint64_t elements = 1;
        if (shape.ranked) {
            for (const infer::DimId dim : shapes_.dims(shape)) {
                const auto extent = shapes_.table().value(dim);
                if (!extent || *extent < 0) return resting_bytes(tensor, type);
                if (__builtin_mul_overflow(elements, static_cast<uint64_t>(*extent), &elements))
                    return std::nullopt;
            }
            return bits(type) == 0 ? std::nullopt : packed_bytes(type, elements);
        }
        return resting_bytes(tensor, type);
    }

    /// TensorFlow Lite's dynamic dimensions have extents until somebody resizes an input.
    [[nodiscard]] std::optional<uint64_t> resting_bytes(const Tensor& tensor, DataType type) const {
        const auto elements =
            element_count(model_, tensor.default_shape.known ? tensor.default_shape : tensor.shape);
        return elements && bits(type) != 0 ? packed_bytes(type, *elements) : std::nullopt;
    }

    void count(const cost::Costs* costs) {
        result_.macs_known = costs != nullptr;
        for (uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            if (folded_[n]) continue;
            ++result_.nodes;
            ++result_.verdicts[static_cast<size_t>(verdicts_[n].verdict)];
            const uint32_t partition = result_.partition_of[n];
            const bool on_target = partition != Placement::kProcessor && result_.partitions[partition].taken;
            result_.on_target += on_target ? 1 : 0;
            if (costs == nullptr) continue;
            const auto macs = costs->node(id_, NodeId(n)).macs.number();
            const auto number = static_cast<uint64_t>(macs.value_or(0));
            if (!macs || __builtin_add_overflow(result_.macs, number, &result_.macs))
                result_.macs_known = false;
            if (on_target) result_.macs_on_target += number;
        }
        if (result_.macs == 0) result_.macs_known = false;
    }

    void find_replacements(const Dependencies& dependencies, size_t parts) {
        if (target_.cutting == Cutting::kFirstFailure) return replace_all_before_last();
        if (parts <= 1) return;
        const auto order = dependencies.order();
        std::vector<bool> behind(graph_.nodes.size(), false);  // Behind a node of the target.
        std::vector<bool> before(graph_.nodes.size(), false);
        for (const uint32_t node : order) {
            for (const uint32_t next : dependencies.after(node))
                behind[next] = behind[next] || behind[node] || supported_[node];
        }
        for (size_t i = order.size(); i-- > 0;) {
            for (const uint32_t next : dependencies.after(order[i]))
                before[order[i]] = before[order[i]] || before[next] || supported_[next];
        }
        std::vector<bool> with = supported_;
        for (const uint32_t node : order) with[node] = with[node] || (behind[node] && before[node]);
        // The order of execution may cut where nothing stands between: what leads into the later part does.
        if (cut(dependencies, target_.cutting, with).size() > 1) {
            for (const uint32_t node : order) with[node] = with[node] || before[node];
        }
        for (uint32_t n = 0; n < with.size(); ++n) {
            if (with[n] && !supported_[n]) result_.to_replace.emplace_back(n);
        }
    }

    void replace_all_before_last() {
        uint32_t end = static_cast<uint32_t>(supported_.size());
        while (end > 0 && !supported_[end - 1]) --end;
        for (uint32_t n = 0; n < end; ++n) {
            if (!supported_[n] && !folded_[n]) result_.to_replace.emplace_back(n);
        }
    }

    const Model& model_;
    GraphId id_;
    const Graph& graph_;
    const Target& target_;
    const std::vector<NodeVerdict>& verdicts_;
    const infer::Shapes& shapes_;
    std::vector<bool> folded_;
    std::vector<bool> supported_;
    std::vector<bool> outside_;      ///< By tensor: somebody beyond the graph's nodes uses it.
    std::vector<uint32_t> seen_by_;  ///< By tensor: the last partition that counted it as an input.
    Placement result_;
};

}  // namespace

Placement place(const Model& model, GraphId graph, const Target& target, const Assessment& assessment,
                const infer::Shapes& shapes, const cost::Costs* costs) {
    return Placer(model, graph, target, assessment, shapes).place(costs);
}

}  // namespace netloupe::targets
