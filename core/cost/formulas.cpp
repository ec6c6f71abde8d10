#include "formulas.h"

#include <fmt/format.h>

#include <map>
#include <tuple>
#include <unordered_map>

#include "cost/coverage.h"
#include "movement.h"

namespace netloupe::cost {

namespace {

using Name = std::tuple<Dialect, std::string_view, std::string_view>;

/// All tables, by what they are looked up with.
struct Tables {
    std::unordered_map<OpKind, Counting> kinds;
    std::map<Name, Counting> names;

    Tables() {
        for (const ElementCost& row : element_costs())
            kinds[row.kind] = {.operations = row.operations, .words = row.words};
        for (const Move& row : moves())
            kinds[row.kind] = {.operations = 0, .reading = row.reading, .view = row.view, .words = {}};
        for (const auto family :
             {convolution_formulas(), matrix_formulas(), attention_formulas(), recurrent_formulas(),
              window_formulas(), reduction_formulas(), signal_formulas(), variadic_formulas()}) {
            for (const KindFormula& row : family)
                kinds[row.kind] = {.formula = row.formula, .words = row.words};
        }
        for (const auto family : {convolution_exceptions(), matrix_exceptions(), attention_exceptions(),
                                  recurrent_exceptions(), window_exceptions(), reduction_exceptions(),
                                  signal_exceptions(), classical_formulas(), elementwise_exceptions()}) {
            for (const NameFormula& row : family)
                names[{row.dialect, row.domain, row.op}] = {.formula = row.formula, .words = row.words};
        }
    }
};

const Tables& tables() {
    static const Tables kTables;
    return kTables;
}

/// What attributes call an activation: by the operator's name in either format, or in small letters.
OpKind activation_kind(std::string_view name) {
    if (name == "silu" || name == "swish") return OpKind::kSwish;
    if (name == "relu") return OpKind::kRelu;
    if (name == "gelu") return OpKind::kGelu;
    for (const Dialect dialect : {Dialect::kOnnx, Dialect::kTflite}) {
        if (const OperatorSchema* schema = find_operator(dialect, "", name)) return schema->kind;
    }
    return OpKind::kUnknown;
}

}  // namespace

Counting counting_of(Dialect dialect, const OperatorSchema* schema, OpKind kind) {
    if (schema != nullptr) {
        const auto named = tables().names.find(Name{dialect, schema->domain, schema->name});
        if (named != tables().names.end()) return named->second;
    }
    const auto found = tables().kinds.find(kind);
    return found == tables().kinds.end() ? Counting() : found->second;
}

int fused_operations(const Operation& operation) {
    std::string_view name = operation.text("fused_activation_function");
    if (name.empty()) name = operation.text("activation");
    if (name.empty() || name == "NONE" || name == "none") return 0;
    const auto found = tables().kinds.find(activation_kind(name));
    return found == tables().kinds.end() ? -1 : found->second.operations;
}

std::string counting_words(Dialect dialect, const OperatorSchema& schema) {
    if (has(schema.traits, OpTraits::kControlFlow)) return "the graphs it runs";
    const Counting counting = counting_of(dialect, &schema, schema.kind);
    if (counting.formula != nullptr) return std::string(counting.words);
    if (counting.operations > 0) {
        return fmt::format("{} FLOP{} an output element: {}", counting.operations,
                           counting.operations == 1 ? "" : "s", counting.words);
    }
    if (counting.operations < 0) return {};
    if (counting.view) return "nothing: a view";
    if (counting.reading == Reading::kPicked) return "no FLOPs; reads as much of its data as it writes";
    return counting.reading == Reading::kNone ? "no FLOPs; writes only" : "no FLOPs; reads and writes";
}

}  // namespace netloupe::cost
