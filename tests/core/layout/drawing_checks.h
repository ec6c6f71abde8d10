#pragma once

#include <cstdint>
#include <span>

#include "layout/layout.h"

/// What must be true of every drawing. All checks are for a flow that goes down.
namespace netloupe::layout {

/// Differences below this are rounding.
inline constexpr float kClose = 0.51F;

/// The drawing of a graph; a failure when it could not be drawn.
Drawing drawn(const Graph& graph, const Options& options = {});

std::span<const Point> route(const Drawing& drawing, size_t edge);

/// The middle of a box, across the flow.
float centre(const Graph& graph, const Drawing& drawing, uint32_t box);

/// Boxes keep their distances, routes go from border to border, forward, and around all other boxes, and
/// everything lies within the bounds.
void expect_good_drawing(const Graph& graph, const Drawing& drawing, const Options& options = {});

/// Pairs of stretches of routes that cross, ends that touch not counted.
uint64_t crossings(const Drawing& drawing);

}  // namespace netloupe::layout
