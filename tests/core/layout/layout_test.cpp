#include "layout/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "drawing_checks.h"
#include "support/model_graphs.h"

namespace netloupe::layout {
namespace {

void shuffle_edges(Graph& graph, uint32_t seed) {
    std::mt19937 random(seed);
    for (size_t i = graph.edges.size(); i > 1; --i) std::swap(graph.edges[i - 1], graph.edges[random() % i]);
}

TEST(Layout, OfNothingIsEmpty) {
    const Drawing drawing = drawn({});
    EXPECT_TRUE(drawing.boxes.empty());
    EXPECT_EQ(drawing.bounds, Size{});
}

TEST(Layout, OfOneBoxIsTheBox) {
    const Drawing drawing = drawn({{{80, 30}}, {}});
    EXPECT_EQ(drawing.boxes, std::vector<Point>{Point{}});
    EXPECT_EQ(drawing.bounds, (Size{80, 30}));
}

TEST(Layout, ChainIsOneStraightLineInFileOrder) {
    Graph graph = graphs::chain(500);
    for (size_t box = 0; box < graph.boxes.size(); ++box) {
        graph.boxes[box].width = 60 + static_cast<float>(box % 7) * 10;
    }
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    for (uint32_t box = 1; box < graph.boxes.size(); ++box) {
        ASSERT_FLOAT_EQ(centre(graph, drawing, box), centre(graph, drawing, 0));
        ASSERT_GT(drawing.boxes[box].y, drawing.boxes[box - 1].y);
    }
    for (size_t e = 0; e < graph.edges.size(); ++e) ASSERT_EQ(route(drawing, e).size(), 2U);
}

TEST(Layout, ResidualBlocksHaveAStraightBackboneAndSkipsBesideIt) {
    const Graph graph = graphs::mobilenet(60);
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    const float backbone = centre(graph, drawing, 0);
    for (uint32_t box = 1; box < graph.boxes.size(); ++box)
        EXPECT_FLOAT_EQ(centre(graph, drawing, box), backbone);
    EXPECT_EQ(crossings(drawing), 0U);
    size_t skips = 0;
    for (size_t e = 0; e < graph.edges.size(); ++e) {
        if (graph.edges[e].to - graph.edges[e].from == 1) continue;
        ++skips;
        const auto points = route(drawing, e);
        EXPECT_LE(points.size(), 6U) << "out beside the backbone, straight down, and back";
        EXPECT_GT(std::abs(points[points.size() / 2].x - backbone), 64.0F);
    }
    EXPECT_GT(skips, 5U);
}

TEST(Layout, HeaviestPathIsTheBackbone) {
    // 0 -> 1 -> 2 -> 3 computes a shape for 4; the data goes from 0 to 4 directly.
    Graph graph;
    graph.boxes.assign(6, {90, 36});
    graph.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4, 0, 10}, {4, 5, 0, 10}};
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    EXPECT_FLOAT_EQ(centre(graph, drawing, 0), centre(graph, drawing, 4));
    EXPECT_FLOAT_EQ(centre(graph, drawing, 4), centre(graph, drawing, 5));
    EXPECT_NE(centre(graph, drawing, 2), centre(graph, drawing, 0));
    EXPECT_EQ(route(drawing, 4).size(), 2U);
}

TEST(Layout, ModelsOfAllKindsAreDrawnWithoutOverlaps) {
    for (const std::string kind :
         {"transformer", "local", "unet", "inception", "resnet", "mobilenet", "densenet", "detector",
          "random", "random_far", "tree", "isolated", "fan_out", "fan_chain"}) {
        for (const uint32_t boxes : {10U, 100U, 700U}) {
            SCOPED_TRACE(testing::Message() << kind << " " << boxes);
            const Graph graph = graphs::by_name(kind, boxes);
            expect_good_drawing(graph, drawn(graph));
        }
    }
}

TEST(Layout, LongestPathIsOneStraightLine) {
    for (const std::string kind : {"transformer", "local", "unet", "inception", "resnet", "densenet"}) {
        SCOPED_TRACE(kind);
        const Graph graph = graphs::by_name(kind, 300);
        const Drawing drawing = drawn(graph);
        std::vector<uint32_t> length(graph.boxes.size(), 1);
        for (const Edge& edge : graph.edges)
            length[edge.to] = std::max(length[edge.to], length[edge.from] + 1);
        std::map<float, uint32_t> boxes_at;
        for (uint32_t box = 0; box < graph.boxes.size(); ++box) ++boxes_at[centre(graph, drawing, box)];
        const auto most =
            std::ranges::max_element(boxes_at, {}, [](const auto& entry) { return entry.second; });
        EXPECT_GE(most->second, std::ranges::max(length));
    }
}

TEST(Layout, PlanarGraphsHaveNoCrossings) {
    for (const std::string kind : {"tree", "unet", "inception", "resnet", "mobilenet", "detector"}) {
        SCOPED_TRACE(kind);
        EXPECT_EQ(crossings(drawn(graphs::by_name(kind, 127))), 0U);
    }
}

TEST(Layout, IsDeterministic) {
    const Graph graph = graphs::random_dag(400, 20, 7);
    const Drawing a = drawn(graph);
    const Drawing b = drawn(graph);
    EXPECT_EQ(a.boxes, b.boxes);
    EXPECT_EQ(a.points, b.points);
    EXPECT_EQ(a.routes, b.routes);
}

TEST(Layout, DoesNotDependOnTheOrderOfEdges) {
    for (const std::string kind : {"transformer", "random", "densenet"}) {
        SCOPED_TRACE(kind);
        Graph graph = graphs::by_name(kind, 300);
        const Drawing before = drawn(graph);
        shuffle_edges(graph, 3);
        EXPECT_EQ(drawn(graph).boxes, before.boxes);
    }
}

TEST(Layout, FileOrderDecidesTies) {
    const Graph graph = graphs::fan_out(9, false);
    const Drawing drawing = drawn(graph);
    for (uint32_t box = 2; box < graph.boxes.size(); ++box)
        EXPECT_GT(drawing.boxes[box].x, drawing.boxes[box - 1].x);
}

TEST(Layout, ConstantsStandRightAboveTheirConsumer) {
    Graph graph = graphs::chain(30);
    graph.boxes.resize(32, {90, 36});
    graph.edges.push_back({30, 31});  // A constant and a node on it ...
    graph.edges.push_back({31, 25});  // ... that join late.
    const Drawing drawing = drawn(graph);
    EXPECT_FLOAT_EQ(drawing.boxes[31].y, drawing.boxes[24].y);
    EXPECT_FLOAT_EQ(drawing.boxes[30].y, drawing.boxes[23].y);
}

TEST(Layout, FlowToTheRightIsTheFlowDownTurned) {
    Graph graph = graphs::inception(40);
    const Drawing right = drawn(graph, {.direction = Direction::kRight});
    for (Size& size : graph.boxes) std::swap(size.width, size.height);
    const Drawing down = drawn(graph);
    ASSERT_EQ(right.boxes.size(), down.boxes.size());
    for (size_t box = 0; box < down.boxes.size(); ++box) {
        EXPECT_EQ(right.boxes[box], (Point{down.boxes[box].y, down.boxes[box].x}));
    }
    EXPECT_EQ(right.bounds, (Size{down.bounds.height, down.bounds.width}));
}

TEST(Layout, ManyUnconnectedBoxesFormAGrid) {
    const Graph graph = graphs::isolated(1'000);
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    EXPECT_LT(drawing.bounds.width, 3 * drawing.bounds.height);
    EXPECT_LT(drawing.bounds.height, 3 * drawing.bounds.width);
}

TEST(Layout, SmallPartsStandBesideTheBigOne) {
    Graph graph = graphs::chain(40);
    graph.boxes.resize(60, {90, 36});
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    for (uint32_t box = 40; box < 60; ++box) {
        EXPECT_GE(drawing.boxes[box].x, drawing.boxes[0].x + 96 + Options{}.part_gap - kClose);
        EXPECT_LE(drawing.boxes[box].y, drawing.boxes[39].y);
    }
}

TEST(Layout, CancelledBeforeItStartsReturnsCancelled) {
    CancelSource source;
    source.cancel();
    const auto drawing = draw(graphs::chain(10), {}, source.token());
    ASSERT_FALSE(drawing.has_value());
    EXPECT_EQ(drawing.error().code, ErrorCode::kCancelled);
}

TEST(Layout, CancellingStopsWorkInProgress) {
    const Graph graph = graphs::random_dag(400'000, 400'000, 1);
    CancelSource source;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        source.cancel();
    });
    const auto drawing = draw(graph, {}, source.token());
    canceller.join();
    ASSERT_FALSE(drawing.has_value());
    EXPECT_EQ(drawing.error().code, ErrorCode::kCancelled);
}

TEST(Layout, ExtremeShapesAreDrawn) {
    const Graph wide = graphs::fan_out(100'000, false);
    EXPECT_EQ(drawn(wide).boxes.size(), wide.boxes.size());
    const Drawing fed = drawn(graphs::fan_out(100'000, true));
    EXPECT_EQ(std::ranges::count(fed.kinds, RouteKind::kStub), 100'000 - 1 - 32);
    const Graph dense = graphs::bipartite(150, 150);
    expect_good_drawing(dense, drawn(dense));
}

TEST(Layout, AMillionBoxesInARowKeepTheirOrder) {
    const Graph graph = graphs::chain(1'000'000);
    const Drawing drawing = drawn(graph);
    ASSERT_EQ(drawing.boxes.size(), graph.boxes.size());
    for (size_t box = 1; box < drawing.boxes.size(); ++box) {
        ASSERT_GE(drawing.boxes[box].y - drawing.boxes[box - 1].y, graph.boxes[0].height);
    }
}

}  // namespace
}  // namespace netloupe::layout
