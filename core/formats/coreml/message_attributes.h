#pragma once

#include <functional>

#include "coreml_reading.h"

namespace netloupe::coreml {

/// Called for each message of weights, with its field's name ("weights", "weightParams.inputGateBiasVector").
using TakeWeights = std::function<void(const std::string& name, Piece weights)>;

/// Writes what a message holds as attributes under the names of its fields, by reflection: numbers, texts and
/// lists; of messages inside, what they hold as "field.inner", a choice without parameters as its name, lists
/// of messages as JSON.
void read_message(CoremlReading& reading, Piece message, const Descriptor& type, const TakeWeights& weights);

/// The numbers of one field of a message (the last of a single one, all of a list).
std::vector<uint64_t> numbers_of(Piece message, uint32_t number);

}  // namespace netloupe::coreml
