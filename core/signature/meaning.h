#pragma once

#include "element_walk.h"
#include "signature/card.h"

namespace netloupe::signature {

/// Adds what the metadata tell of an input: its name and description, the order of colours.
void describe_input(const View& view, Port& port);

/// Adds what an output looks like to be: scores, probabilities, boxes, classes, counts; from the operators
/// that made it, the labels that are attached to it, and the metadata.
void describe_output(const View& view, Port& port);

}  // namespace netloupe::signature
