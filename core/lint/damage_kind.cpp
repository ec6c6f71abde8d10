#include "damage_kind.h"

#include <algorithm>

namespace netloupe::lint {

DamageKind kind_of(const Model& model, const Damage& damage) {
    const Error& error = damage.error;
    if (error.code == ErrorCode::kNotFound || error.code == ErrorCode::kIo)
        return DamageKind::kExternalMissing;
    // Damage of the model file itself has a place in it.
    const bool placed = error.offset != Error::kNoOffset || error.line != 0;
    const bool external = !placed && std::ranges::any_of(model.constants, [](const Constant& constant) {
        return constant.state == ConstantState::kMissing;
    });
    if (external && error.code == ErrorCode::kInvalid) return DamageKind::kExternalOutside;
    if (external && error.code == ErrorCode::kCorrupt) return DamageKind::kExternalMissing;
    return DamageKind::kFile;
}

bool is_damaged(const Model& model) {
    return std::ranges::any_of(
        model.damages, [&](const Damage& damage) { return kind_of(model, damage) == DamageKind::kFile; });
}

Finding finding_of(Context& context, const Damage& damage) {
    Finding finding{.severity = Severity::kError,
                    .message = damage.error.message,
                    .graph = damage.graph,
                    .node = damage.node,
                    .tensor = damage.tensor};
    if (!finding.node.valid() && finding.tensor.valid()) {
        finding.node = context.facts().graph(finding.graph).node_of(finding.tensor);
    }
    return finding;
}

}  // namespace netloupe::lint
