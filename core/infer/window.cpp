#include "window.h"

namespace netloupe::infer {

namespace {

bool fill(Context& c, std::string_view name, size_t count, int64_t fallback, IntList& list) {
    const auto given = c.list(name);
    list = given && !given->empty() ? IntList(*given) : IntList(count, fallback);
    if (list.size() == count) return true;
    c.conflict("Attribute " + std::string(name) + " has " + std::to_string(list.size()) +
               " elements instead of " + std::to_string(count) + ".");
    return false;
}

}  // namespace

std::optional<Window> Window::of(Context& c, size_t spatial) {
    Window window;
    window.auto_pad = c.text("auto_pad", "NOTSET");
    window.ceil = c.flag("ceil_mode");
    IntList pads;
    const bool complete = fill(c, "strides", spatial, 1, window.strides) &&
                          fill(c, "dilations", spatial, 1, window.dilations) &&
                          fill(c, "pads", 2 * spatial, 0, pads);
    if (!complete) return std::nullopt;
    for (const int64_t stride : window.strides) {
        if (stride > 0) continue;
        c.conflict("A stride must be at least 1.");
        return std::nullopt;
    }
    if (window.auto_pad == "VALID") pads = IntList(2 * spatial, 0);
    window.begin = IntList(pads.first(spatial));
    window.end = IntList(pads.from(spatial));
    return window;
}

DimId Window::places(DimensionTable& table, DimId extent, DimId kernel, size_t axis) const {
    const DimId stride = table.constant(strides[axis]);
    if (auto_pad.starts_with("SAME")) return table.ceil_div(extent, stride);
    const DimId one = table.constant(1);
    const DimId covered = table.add(table.mul(table.sub(kernel, one), table.constant(dilations[axis])), one);
    const DimId from_begin = table.add(extent, table.constant(begin[axis]));
    const DimId room = table.sub(table.add(from_begin, table.constant(end[axis])), covered);
    if (const auto number = table.value(room); number && *number < 0) return {};
    if (!ceil) return table.add(table.floor_div(room, stride), one);
    // A window that would start in the padding at the end is left out.
    return table.min(table.add(table.ceil_div(room, stride), one), table.ceil_div(from_begin, stride));
}

DimId Window::spread(DimensionTable& table, DimId extent, DimId kernel, size_t axis,
                     int64_t output_padding) const {
    const DimId stride = table.constant(strides[axis]);
    if (auto_pad.starts_with("SAME")) return table.mul(extent, stride);
    const DimId one = table.constant(1);
    const DimId covered = table.add(table.mul(table.sub(kernel, one), table.constant(dilations[axis])), one);
    const DimId steps = table.mul(table.sub(extent, one), stride);
    const DimId padding = table.sub(table.sub(table.constant(output_padding), table.constant(begin[axis])),
                                    table.constant(end[axis]));
    return table.add(table.add(steps, covered), padding);
}

}  // namespace netloupe::infer
