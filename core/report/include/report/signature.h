#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/style.h"
#include "signature/card.h"

namespace netloupe::report {

/// Inputs and outputs for people, each with what the file says of it and why.
std::string signature_text(const signature::Card& card, const Style& style);

/// One line of the most important: "NHWC · [0, 1]", "probabilities over 10: they sum to 1". May be empty.
std::string port_summary(const signature::Port& port);

/// An entry, as netloupe/signature gives it but for its code; see schemas/protocol.schema.json.
nlohmann::ordered_json signature_json(const signature::Entry& entry);

}  // namespace netloupe::report
