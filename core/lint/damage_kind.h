#pragma once

#include "context.h"
#include "lint/finding.h"
#include "model/model.h"

namespace netloupe::lint {

enum class DamageKind : uint8_t {
    kFile,             ///< The model file contradicts its format.
    kExternalMissing,  ///< Another file that the model names is absent, unreadable or too short.
    kExternalOutside,  ///< Another file that the model names is not in the model's folder.
};

DamageKind kind_of(const Model& model, const Damage& damage);

/// A part of the model file could not be read (V06): what is missing from the model need not be missing from
/// what was meant.
bool is_damaged(const Model& model);

/// A finding that points at the damage: at its node, else at the node that uses its tensor.
Finding finding_of(Context& context, const Damage& damage);

}  // namespace netloupe::lint
