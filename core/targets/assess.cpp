#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "evaluator.h"
#include "table.h"
#include "targets/verdict.h"

namespace netloupe::targets {

namespace {

class Assessor {
public:
    Assessor(OperandFacts& facts, const Target& target)
        : facts_(facts), model_(facts.model()), target_(target), table_(*target.table), evaluator_(facts) {}

    Assessment assess() {
        for (size_t g = 0; g < model_.graphs.size(); ++g) {
            auto& verdicts = result_.graphs.emplace_back();
            verdicts.reserve(model_.graphs[g].nodes.size());
            for (size_t n = 0; n < model_.graphs[g].nodes.size(); ++n)
                verdicts.push_back(judge(GraphId(g), NodeId(n)));
        }
        return std::move(result_);
    }

private:
    /// ONNX Runtime computes what hangs on constants when it loads the model. A dequantization of weights is
    /// left for the provider, which merges it into the operator that reads it when it knows such forms.
    /// TensorFlow Lite computes nothing before it runs.
    bool folded(GraphId graph, NodeId node) {
        if (model_.format == Format::kTflite || !facts_.folded(graph, node)) return false;
        return !has(facts_.meaning().traits(graph, node), OpTraits::kDequantize) ||
               table_.row_of.contains(key_of(model_, model_.graph(graph).node(node)));
    }

    NodeVerdict judge(GraphId graph, NodeId node) {
        NodeVerdict verdict;
        if (folded(graph, node)) {
            verdict.folded = true;
            return verdict;
        }
        begin_ = static_cast<uint32_t>(result_.reasons.size());
        evaluator_.at(graph, node);
        const Row* row = find_row(graph, node);
        apply(table_.everywhere);
        if (row != nullptr) apply(row->constraints);
        auto reasons = std::span(result_.reasons).subspan(begin_);
        std::ranges::stable_sort(reasons, {}, [](const Reason& reason) { return rank(reason); });
        verdict.reasons = {begin_, static_cast<uint32_t>(reasons.size())};
        if (!reasons.empty()) verdict.verdict = verdict_of(reasons[0]);
        return verdict;
    }

    /// The row of the node's operator; without one a reason is noted.
    const Row* find_row(GraphId graph, NodeId id) {
        const Node& node = model_.graph(graph).node(id);
        if (node.callee.valid()) {
            add({.kind = Reason::Kind::kFunction, .topic = Topic::kOperator});
            return nullptr;
        }
        const std::string key = key_of(model_, node);
        if (const auto found = table_.row_of.find(key); found != table_.row_of.end())
            return &table_.rows[found->second];
        const bool not_run = table_.unsupported.contains(key);
        add({.kind = not_run ? Reason::Kind::kListedAsNot : Reason::Kind::kUnlisted,
             .topic = Topic::kOperator});
        return nullptr;
    }

    void apply(const std::vector<uint32_t>& constraints) {
        for (const uint32_t number : constraints) {
            const Constraint& constraint = table_.constraints[number];
            const Truth applies = constraint.when ? evaluator_.holds(*constraint.when) : Truth::kTrue;
            if (applies == Truth::kFalse) continue;
            Reason reason{.topic = constraint.topic, .constraint = number};
            if (!constraint.check) {
                reason.kind = Reason::Kind::kOnlyText;
                add(reason);
                continue;
            }
            const Truth holds = evaluator_.holds(*constraint.check);
            if (holds == Truth::kTrue) continue;
            const bool undecided = holds == Truth::kUnknown || applies == Truth::kUnknown;
            reason.kind = undecided         ? Reason::Kind::kUndecided
                          : constraint.soft ? Reason::Kind::kSoftlyBroken
                                            : Reason::Kind::kBroken;
            reason.tensor = evaluator_.tensor();
            if (undecided) reason.missing = evaluator_.missing();
            add(reason);
        }
    }

    void add(Reason reason) { result_.reasons.push_back(reason); }

    /// Which reasons come first.
    static int rank(const Reason& reason) {
        switch (reason.kind) {
            case Reason::Kind::kBroken:
                return 1;
            case Reason::Kind::kListedAsNot:
            case Reason::Kind::kUnlisted:
            case Reason::Kind::kFunction:
                return 0;
            case Reason::Kind::kSoftlyBroken:
            case Reason::Kind::kUndecided:
                return 2;
            case Reason::Kind::kOnlyText:
                break;
        }
        return 3;
    }

    [[nodiscard]] Verdict verdict_of(const Reason& first) const {
        switch (first.kind) {
            case Reason::Kind::kBroken:
            case Reason::Kind::kListedAsNot:
                return Verdict::kUnsupported;
            case Reason::Kind::kFunction:
                return Verdict::kUnknown;
            case Reason::Kind::kUnlisted:
                break;
            default:
                return Verdict::kConditional;
        }
        if (target_.unlisted == Unlisted::kUnsupported) return Verdict::kUnsupported;
        // What holds for every operator holds for those that are not listed too.
        const auto reasons = std::span(result_.reasons).subspan(begin_);
        if (std::ranges::find(reasons, Reason::Kind::kBroken, &Reason::kind) != reasons.end())
            return Verdict::kUnsupported;
        return target_.unlisted == Unlisted::kUnknown ? Verdict::kUnknown : Verdict::kConditional;
    }

    OperandFacts& facts_;
    const Model& model_;
    const Target& target_;
    const Table& table_;
    Evaluator evaluator_;
    Assessment result_;
    uint32_t begin_ = 0;
};

std::string_view name_of(Missing missing) {
    static constexpr std::array<std::string_view, 6> kNames{
        "", "the shape", "the element type", "the value", "the quantization", "an attribute"};
    return kNames[static_cast<size_t>(missing)];
}

std::string quoted(const Model& model, GraphId graph, TensorId tensor) {
    const std::string_view name = model.text(model.graph(graph).tensor(tensor).name);
    return name.empty() ? fmt::format("tensor {}", tensor.value) : fmt::format("\"{}\"", to_utf8(name));
}

std::string undecided_text(const Model& model, GraphId graph, const Reason& reason,
                           const std::string& needs) {
    if (reason.missing == Missing::kNothing)
        return fmt::format("Needs {}; the file does not settle that.", needs);
    if (!reason.tensor.valid())
        return fmt::format("Needs {}; depends on {}.", needs, name_of(reason.missing));
    return fmt::format("Needs {}; depends on {} of {}.", needs, name_of(reason.missing),
                       quoted(model, graph, reason.tensor));
}

}  // namespace

std::string_view name(Verdict verdict) {
    static constexpr std::array<std::string_view, 4> kNames{"supported", "conditional", "unsupported",
                                                            "unknown"};
    return kNames[static_cast<size_t>(verdict)];
}

std::string key_of(const Model& model, const Node& node) {
    const std::string_view op = model.text(node.op);
    if (model.format == Format::kTflite)
        return node.is_custom ? fmt::format("CUSTOM:{}", op) : std::string(op);
    const std::string_view domain = model.text(node.domain);
    return domain.empty() || domain == "ai.onnx" ? std::string(op) : fmt::format("{}:{}", domain, op);
}

Assessment assess(const Model& model, const Meaning& meaning, const infer::Shapes& shapes,
                  const Target& target) {
    OperandFacts facts(model, meaning, shapes);
    return Assessor(facts, target).assess();
}

std::string reason_text(const Model& model, const Target& target, GraphId graph, NodeId node,
                        const Reason& reason) {
    const Node& of = model.graph(graph).node(node);
    const std::string op = to_utf8(model.text(of.op));
    switch (reason.kind) {
        case Reason::Kind::kUnlisted:
            return target.unlisted == Unlisted::kUnsupported
                       ? fmt::format("{} is not among the operators of {}.", op, target.id)
                       : fmt::format("The facts about {} do not mention {}.", target.id, op);
        case Reason::Kind::kListedAsNot:
            return fmt::format("{} is known not to run on {}.", op, target.id);
        case Reason::Kind::kFunction:
            return fmt::format("{} is a function of this model; its own nodes are judged.", op);
        default:
            break;
    }
    const std::string& needs = target.table->constraints[reason.constraint].text;
    if (reason.kind == Reason::Kind::kUndecided) return undecided_text(model, graph, reason, needs);
    if (reason.kind == Reason::Kind::kOnlyText) return fmt::format("Needs {}, which is not checked.", needs);
    if (!reason.tensor.valid()) return fmt::format("Needs {}.", needs);
    return fmt::format("Needs {}; not so at {}.", needs, quoted(model, graph, reason.tensor));
}

}  // namespace netloupe::targets
