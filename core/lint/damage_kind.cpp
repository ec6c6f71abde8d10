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

}  // namespace netloupe::lint
