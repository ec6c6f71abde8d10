#include "view/view_builder.h"

#include <cmath>
#include <utility>

#include "layout/layout.h"
#include "scene.h"

namespace netloupe {

namespace {

constexpr float kLabelSpace = 14;
/// Arithmetic on shapes keeps beside the data, however many steps it takes.
constexpr float kShapeWeight = 0.01F;

layout::Graph to_layout(const view::Scene& scene) {
    layout::Graph graph;
    graph.boxes.reserve(scene.items.size());
    for (const view::Item& item : scene.items) graph.boxes.push_back({item.width, item.height});
    graph.edges.reserve(scene.lines.size());
    for (const view::Line& line : scene.lines) {
        layout::Edge edge;
        edge.from = line.source;
        edge.to = line.target;
        edge.port = line.port;
        // Room for every label: shapes that are inferred later must not move what is drawn.
        edge.label = kLabelSpace;
        if (line.about_shapes) edge.weight = kShapeWeight;
        graph.edges.push_back(edge);
    }
    return graph;
}

int32_t pixel(float value) {
    return static_cast<int32_t>(std::lround(value));
}

/// One column of the items: a FlatBuffers vector of `get(item)`.
template <typename Column, typename Rows, typename Get>
auto column(flatbuffers::FlatBufferBuilder& builder, const Rows& rows, Get get) {
    Column* data = nullptr;
    const auto offset = builder.CreateUninitializedVector<Column>(rows.size(), &data);
    for (size_t i = 0; i < rows.size(); ++i) data[i] = static_cast<Column>(get(i));
    return offset;
}

/// A column of what `get(i)` adds to `get(i - step)`, or to 0 at the beginning: see view.fbs.
template <typename Get>
auto differences(flatbuffers::FlatBufferBuilder& builder, size_t rows, Get get, size_t step = 1) {
    int32_t* data = nullptr;
    const auto offset = builder.CreateUninitializedVector<int32_t>(rows, &data);
    for (size_t i = 0; i < rows; ++i) {
        const auto now = static_cast<uint32_t>(get(i));
        const uint32_t before = i < step ? 0 : static_cast<uint32_t>(get(i - step));
        data[i] = static_cast<int32_t>(now - before);
    }
    return offset;
}

flatbuffers::Offset<view::Items> write_items(flatbuffers::FlatBufferBuilder& builder,
                                             const std::vector<view::Item>& items,
                                             const layout::Drawing& drawing) {
    const auto kind = column<uint8_t>(builder, items, [&](size_t i) { return items[i].kind; });
    const auto id = differences(builder, items.size(), [&](size_t i) { return items[i].id; });
    const auto x = differences(builder, items.size(), [&](size_t i) { return pixel(drawing.boxes[i].x); });
    const auto y = differences(builder, items.size(), [&](size_t i) { return pixel(drawing.boxes[i].y); });
    const auto width =
        column<uint16_t>(builder, items, [&](size_t i) { return std::lround(items[i].width); });
    const auto height =
        column<uint16_t>(builder, items, [&](size_t i) { return std::lround(items[i].height); });
    const auto text = [&](StringId view::Item::* member) {
        return column<uint32_t>(builder, items, [&](size_t i) {
            const StringId string = items[i].*member;
            return string.valid() ? string.value : 0;
        });
    };
    const auto title = text(&view::Item::title);
    const auto line1 = text(&view::Item::line1);
    const auto line2 = text(&view::Item::line2);
    const auto chip = text(&view::Item::chip);
    const auto category = column<uint8_t>(builder, items, [&](size_t i) { return items[i].category; });
    const auto severity = column<uint8_t>(builder, items, [&](size_t i) { return items[i].severity; });
    const auto flags = column<uint8_t>(builder, items, [&](size_t i) { return items[i].flags; });
    return view::CreateItems(builder, kind, id, x, y, width, height, title, line1, line2, chip, category,
                             severity, flags);
}

flatbuffers::Offset<view::Edges> write_edges(flatbuffers::FlatBufferBuilder& builder,
                                             const std::vector<view::Line>& lines,
                                             const layout::Drawing& drawing) {
    const auto source = differences(builder, lines.size(), [&](size_t i) { return lines[i].source; });
    const auto target = differences(builder, lines.size(), [&](size_t i) { return lines[i].target; });
    const auto tensor = differences(builder, lines.size(), [&](size_t i) { return lines[i].tensor.value; });
    const auto dtype = column<uint8_t>(builder, lines, [&](size_t i) { return lines[i].dtype_class; });
    const auto flags = column<uint8_t>(builder, lines, [&](size_t i) {
        const bool stub = drawing.kinds[i] == layout::RouteKind::kStub;
        return lines[i].flags | (stub ? view::kStub : 0);
    });
    const auto label = column<uint32_t>(
        builder, lines, [&](size_t i) { return lines[i].label.valid() ? lines[i].label.value : 0; });
    std::vector<uint32_t> begins;
    std::vector<int32_t> points;
    begins.reserve(lines.size() + 1);
    points.reserve(drawing.points.size() * 2);
    for (const Range route : drawing.routes) {
        begins.push_back(static_cast<uint32_t>(points.size() / 2));
        for (uint32_t p = route.begin; p < route.end(); ++p) {
            points.push_back(pixel(drawing.points[p].x));
            points.push_back(pixel(drawing.points[p].y));
        }
    }
    begins.push_back(static_cast<uint32_t>(points.size() / 2));
    const auto point_begin = differences(builder, begins.size(), [&](size_t i) { return begins[i]; });
    const auto coordinates = differences(builder, points.size(), [&](size_t i) { return points[i]; }, 2);
    return view::CreateEdges(builder, source, target, tensor, dtype, flags, label, point_begin, coordinates);
}

flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>> write_strings(
    flatbuffers::FlatBufferBuilder& builder, const StringPool& strings) {
    std::vector<flatbuffers::Offset<flatbuffers::String>> offsets;
    offsets.reserve(strings.size());
    for (size_t i = 0; i < strings.size(); ++i) {
        const std::string_view text = strings.view(StringId(i));
        offsets.push_back(builder.CreateString(text.data(), text.size()));
    }
    return builder.CreateVector(offsets);
}

std::vector<std::byte> write_view(const view::Scene& scene, const layout::Drawing& drawing, GraphId graph,
                                  uint32_t generation) {
    // Columns of 48 bytes an item and about 70 an edge; growing would copy megabytes several times.
    flatbuffers::FlatBufferBuilder builder(4096 + scene.items.size() * 48 + scene.lines.size() * 70);
    const auto strings = write_strings(builder, scene.strings);
    const auto items = write_items(builder, scene.items, drawing);
    const auto edges = write_edges(builder, scene.lines, drawing);
    const auto& folded = scene.folded;
    const auto nodes = column<uint32_t>(builder, folded, [&](size_t i) { return folded[i].first.value; });
    const auto into = column<uint32_t>(builder, folded, [&](size_t i) { return folded[i].second; });
    builder.Finish(view::CreateView(builder, graph.value, generation, pixel(drawing.bounds.width),
                                    pixel(drawing.bounds.height), strings, items, edges, nodes, into),
                   view::ViewIdentifier());
    const auto* bytes = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
    return {bytes, bytes + builder.GetSize()};
}

}  // namespace

Result<std::vector<std::byte>> build_view(const Model& model, GraphId graph, const ViewOptions& options,
                                          std::span<const lint::Finding> findings,
                                          const CancelToken& cancel) {
    if (graph.index() >= model.graphs.size()) {
        return fail(ErrorCode::kNotFound, "The model has no graph " + std::to_string(graph.value) + ".");
    }
    const view::Scene scene = view::compose(model, graph, options, findings);
    layout::Options layout_options;
    if (options.rightwards) layout_options.direction = layout::Direction::kRight;
    const auto drawing = layout::draw(to_layout(scene), layout_options, cancel);
    if (!drawing) return std::unexpected(drawing.error());
    return write_view(scene, *drawing, graph, options.generation);
}

std::vector<std::vector<NodeId>> nodes_of_items(const Model& model, GraphId graph,
                                                const ViewOptions& options) {
    std::vector<std::vector<NodeId>> nodes;
    if (graph.index() >= model.graphs.size()) return nodes;
    const view::Scene scene = view::compose(model, graph, options, {});
    nodes.resize(scene.items.size());
    for (size_t i = 0; i < scene.items.size(); ++i) {
        if (scene.items[i].kind == view::ItemKind::Node) nodes[i].push_back(NodeId(scene.items[i].id));
    }
    for (const auto& [node, item] : scene.folded) nodes[item].push_back(node);
    return nodes;
}

}  // namespace netloupe
