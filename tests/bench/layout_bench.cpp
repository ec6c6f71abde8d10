// How long it takes to draw graphs of different kinds and sizes, and what memory it needs beyond the graph's
// own.
//
//   layout_bench                     a table of all kinds
//   layout_bench KIND BOXES [--svg]  one line of it, or the drawing itself on standard output

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "layout/layout.h"
#include "support/model_graphs.h"

namespace {

using namespace netloupe;

double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The best of several runs, in a process of its own so that its peak memory can be told.
void measure(std::string_view kind, uint32_t boxes) {
    const layout::Graph graph = layout::graphs::by_name(kind, boxes);
    const double before = peak_mib();
    double best = 1e9;
    const int runs = boxes <= 100'000 ? 5 : 1;
    for (int run = 0; run < runs; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const auto drawing = layout::draw(graph);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        if (!drawing) std::abort();
        best = std::min(best, took.count());
    }
    fmt::print("{:<12} {:>9} {:>9} {:>9.1f} {:>9.1f}\n", kind, graph.boxes.size(), graph.edges.size(), best,
               peak_mib() - before);
}

void measure_apart(std::string_view kind, uint32_t boxes) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        measure(kind, boxes);
        std::fflush(stdout);
        _exit(0);
    }
    waitpid(child, nullptr, 0);
}

void print_svg(const layout::Graph& graph) {
    const auto drawing = layout::draw(graph);
    if (!drawing) std::abort();
    fmt::print("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-20 -20 {} {}\">\n",
               drawing->bounds.width + 40, drawing->bounds.height + 40);
    for (size_t e = 0; e < drawing->routes.size(); ++e) {
        const Range route = drawing->routes[e];
        const auto* points = &drawing->points[route.begin];
        const bool stub = drawing->kinds[e] == layout::RouteKind::kStub;
        std::string path = fmt::format("M{} {}", points[0].x, points[0].y);
        for (uint32_t i = 1; i < route.count; ++i) {
            const float middle = (points[i - 1].y + points[i].y) / 2;
            if (stub && i == 2) {
                path += fmt::format("M{} {}", points[i].x, points[i].y);
            } else {
                path += fmt::format("C{} {} {} {} {} {}", points[i - 1].x, middle, points[i].x, middle,
                                    points[i].x, points[i].y);
            }
        }
        fmt::print("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path,
                   stub ? "#c33" : "#57a");
    }
    for (size_t box = 0; box < graph.boxes.size(); ++box) {
        const auto [x, y] = drawing->boxes[box];
        fmt::print(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#e8eef6\" "
            "stroke=\"#346\"/>\n",
            x, y, graph.boxes[box].width, graph.boxes[box].height);
        fmt::print("<text x=\"{}\" y=\"{}\" font-size=\"13\" font-family=\"sans-serif\">{}</text>\n", x + 6,
                   y + 16, box);
    }
    fmt::print("</svg>\n");
}

void print_table() {
    fmt::print("{:<12} {:>9} {:>9} {:>9} {:>9}\n", "generator", "nodes", "edges", "ms", "peak MiB");
    for (const std::string_view kind :
         {"chain", "transformer", "local", "unet", "inception", "resnet", "densenet", "random", "random_far",
          "fan_out", "fan_chain", "isolated"}) {
        for (const uint32_t boxes : {1'000U, 10'000U, 100'000U}) measure_apart(kind, boxes);
    }
    measure_apart("bipartite", 1'000);
    for (const std::string_view kind : {"chain", "transformer"}) measure_apart(kind, 1'000'000);
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 3) {
        print_table();
        return 0;
    }
    const auto boxes = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
    if (argc >= 4 && std::string_view(argv[3]) == "--svg") {
        print_svg(layout::graphs::by_name(argv[1], boxes));
    } else {
        measure(argv[1], boxes);
    }
    return 0;
} catch (const std::exception& failure) {
    std::fputs(failure.what(), stderr);
    return 1;
}
