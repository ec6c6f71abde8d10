// How single edges and odd numbers are treated.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "drawing_checks.h"
#include "layout/layout.h"
#include "support/model_graphs.h"

namespace netloupe::layout {
namespace {

Graph boxes(size_t count) {
    Graph graph;
    graph.boxes.assign(count, {90, 36});
    return graph;
}

TEST(Edges, ThatCloseACycleGoAgainstTheFlow) {
    Graph graph = boxes(4);
    graph.edges = {{0, 1}, {1, 2}, {2, 3}, {2, 1}, {3, 0}};
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    EXPECT_THAT(drawing.kinds,
                testing::ElementsAre(RouteKind::kForward, RouteKind::kForward, RouteKind::kForward,
                                     RouteKind::kBackward, RouteKind::kBackward));
    for (uint32_t box = 1; box < 4; ++box) EXPECT_GT(drawing.boxes[box].y, drawing.boxes[box - 1].y);
}

TEST(Edges, FromABoxToItselfAreLoopsAtItsSide) {
    Graph graph = boxes(3);
    graph.edges = {{0, 1}, {1, 1}, {2, 2}};
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    for (const size_t loop : {1U, 2U}) {
        EXPECT_EQ(drawing.kinds[loop], RouteKind::kLoop);
        const float right = drawing.boxes[graph.edges[loop].from].x + 90;
        EXPECT_FLOAT_EQ(route(drawing, loop).front().x, right);
        EXPECT_FLOAT_EQ(route(drawing, loop).back().x, right);
        EXPECT_GT(route(drawing, loop)[1].x, right);
    }
}

TEST(Edges, OfOneOutputLeaveTogetherAndArriveApart) {
    Graph graph = boxes(2);
    graph.edges = {{0, 1}, {0, 1}};
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    EXPECT_EQ(route(drawing, 0).front(), route(drawing, 1).front());
    EXPECT_LT(route(drawing, 0).back().x, route(drawing, 1).back().x);
}

TEST(Edges, OfDifferentOutputsLeaveApart) {
    Graph graph = boxes(4);
    graph.edges = {{0, 1, 0}, {0, 2, 1}, {0, 3, 2}};
    const Drawing drawing = drawn(graph);
    EXPECT_LT(route(drawing, 0).front().x, route(drawing, 1).front().x);
    EXPECT_LT(route(drawing, 1).front().x, route(drawing, 2).front().x);
}

TEST(Edges, OfOneOutputShareTheirWay) {
    // 0 feeds a chain and, from the side, its 4th and 6th box: one line passes the chain, not two.
    Graph graph = graphs::chain(8);
    graph.edges.push_back({0, 4});
    graph.edges.push_back({0, 6});
    const Drawing shared = drawn(graph);
    expect_good_drawing(graph, shared);
    EXPECT_FLOAT_EQ(route(shared, 7)[1].x, route(shared, 8)[1].x);
    graph.edges.back().port = 1;
    const Drawing apart = drawn(graph);
    expect_good_drawing(graph, apart);
    EXPECT_NE(route(apart, 7)[1].x, route(apart, 8)[1].x);
}

TEST(Edges, OverManyRanksAreStubs) {
    Graph graph = graphs::chain(50);
    graph.edges.push_back({0, 33});
    graph.edges.push_back({0, 32});
    const Drawing drawing = drawn(graph);
    expect_good_drawing(graph, drawing);
    EXPECT_EQ(drawing.kinds[49], RouteKind::kStub);
    EXPECT_EQ(drawing.kinds[50], RouteKind::kForward);
    const auto stub = route(drawing, 49);
    ASSERT_EQ(stub.size(), 4U);
    EXPECT_LT(stub[1].y, drawing.boxes[1].y);
    EXPECT_GT(stub[2].y, drawing.boxes[32].y + 36);
}

TEST(Edges, WithLabelsWidenTheirGap) {
    Graph graph = graphs::chain(3);
    graph.edges[0].label = 90;
    graph.edges[1].label = 0;
    const Drawing drawing = drawn(graph);
    EXPECT_FLOAT_EQ(drawing.boxes[1].y - drawing.boxes[0].y - 36, 90);
    EXPECT_FLOAT_EQ(drawing.boxes[2].y - drawing.boxes[1].y - 36, Options{}.rank_gap);
}

TEST(Edges, ToNowhereAreAnError) {
    Graph graph = boxes(1);
    graph.edges = {{0, 1}};
    const auto drawing = draw(graph);
    ASSERT_FALSE(drawing.has_value());
    EXPECT_EQ(drawing.error().code, ErrorCode::kInvalid);
}

TEST(Sizes, ThatAreNoSizesCountAsNothing) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Graph graph = graphs::chain(4);
    graph.boxes = {{kNan, 36}, {-5, -5}, {0, 0}, {kInfinity, 36}};
    graph.edges[0].weight = kNan;
    graph.edges[1].label = kNan;
    const Drawing drawing = drawn(graph);
    for (const Point corner : drawing.boxes) EXPECT_TRUE(std::isfinite(corner.x) && std::isfinite(corner.y));
    for (const Point point : drawing.points) EXPECT_TRUE(std::isfinite(point.x) && std::isfinite(point.y));
    EXPECT_TRUE(std::isfinite(drawing.bounds.width) && std::isfinite(drawing.bounds.height));
}

}  // namespace
}  // namespace netloupe::layout
