#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "containers/json_document.h"
#include "predicate.h"
#include "targets/verdict.h"

namespace netloupe::targets {

/// A statement. What is wrong with it is complained of in its document; it is of no use then.
Predicate read_predicate(JsonValue& json);

/// What the statement is about, where all its parts are about the same.
Topic topic_of(const Predicate& predicate);

/// Element types by their names.
std::vector<DataType> types_of(JsonValue& list);
/// Number of the text among the choices.
size_t choice_of(JsonValue& value, std::span<const std::string_view> choices);

}  // namespace netloupe::targets
