#include "pack.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netloupe::layout {

// A shelf is as high as its first rectangle; lower ones stand on top of each other in columns on it.
Size pack_rectangles(const std::vector<Size>& sizes, float gap, std::vector<Point>& corners) {
    std::vector<uint32_t> sequence(sizes.size());
    std::iota(sequence.begin(), sequence.end(), 0U);
    std::ranges::sort(sequence, {}, [&](uint32_t i) { return std::pair(-sizes[i].height, i); });
    double area = 0;
    float widest = 0;
    for (const Size size : sizes) {
        area += static_cast<double>(size.width + gap) * static_cast<double>(size.height + gap);
        widest = std::max(widest, size.width);
    }
    const float width = std::max(widest, static_cast<float>(std::sqrt(area)));
    corners.resize(sizes.size());
    Size extent;
    Point column;  // The column's left end and where its next rectangle goes.
    float column_width = 0;
    float shelf_top = 0;
    float shelf_bottom = 0;
    for (const uint32_t i : sequence) {
        const Size size = sizes[i];
        if (column.y + size.height > shelf_bottom) {
            column = {column.x + column_width + (column_width > 0 ? gap : 0), shelf_top};
            column_width = 0;
            if (column.x + size.width > width || shelf_bottom == 0) {
                shelf_top = shelf_bottom + (shelf_bottom > 0 ? gap : 0);
                shelf_bottom = shelf_top + size.height;
                column = {0, shelf_top};
            }
        }
        corners[i] = column;
        column.y += size.height + gap;
        column_width = std::max(column_width, size.width);
        extent.width = std::max(extent.width, column.x + size.width);
        extent.height = std::max(extent.height, shelf_bottom);
    }
    return extent;
}

}  // namespace netloupe::layout
