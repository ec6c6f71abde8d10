// From `netloupe/open` to the complete bytes of the view, over the real process and its pipes, and the most
// memory that the process held.
//
//   open_bench            the table
//   open_bench FILE...    the same for these files

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "server/process.h"
#include "support/model_graphs.h"

namespace {

using namespace netloupe;
using netloupe::testing::Json;

/// Writes protobuf messages: enough of them for ONNX models without attributes.
class Message {
public:
    Message& number(uint32_t field, uint64_t value) {
        varint(field << 3);
        varint(value);
        return *this;
    }
    Message& bytes(uint32_t field, std::string_view value) { return start(field, value.size()).raw(value); }
    /// A field's head, whose `length` bytes follow.
    Message& start(uint32_t field, uint64_t length) {
        varint(field << 3 | 2);
        varint(length);
        return *this;
    }
    [[nodiscard]] const std::string& text() const { return bytes_; }

private:
    Message& raw(std::string_view value) {
        bytes_ += value;
        return *this;
    }
    void varint(uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
        bytes_ += static_cast<char>(value);
    }

    std::string bytes_;
};

constexpr uint64_t kFloat = 1;

std::string value_info(std::string_view name) {
    const Message dimension = Message().number(1, 256);
    const Message shape = Message().bytes(1, dimension.text()).bytes(1, dimension.text());
    const Message tensor = Message().number(1, kFloat).bytes(2, shape.text());
    return Message().bytes(1, name).bytes(2, Message().bytes(1, tensor.text()).text()).text();
}

/// A graph's boxes as ONNX nodes; one that reads nothing reads the input. Names are as long as exporters'
/// are.
Message nodes_of(const layout::Graph& graph) {
    std::vector<std::vector<std::string>> inputs(graph.boxes.size());
    std::vector<uint32_t> ports(graph.boxes.size(), 1);
    const auto tensor = [](uint32_t box, uint32_t port) {
        return fmt::format("/model/layers.{}/block/node_{}_output_{}", box / 70, box, port);
    };
    for (const layout::Edge& edge : graph.edges) {
        inputs[edge.to].push_back(tensor(edge.from, edge.port));
        ports[edge.from] = std::max(ports[edge.from], edge.port + 1);
    }
    Message message;
    for (uint32_t box = 0; box < graph.boxes.size(); ++box) {
        Message node;
        if (inputs[box].empty()) inputs[box].emplace_back("x");
        for (const std::string& input : inputs[box]) node.bytes(1, input);
        for (uint32_t port = 0; port < ports[box]; ++port) node.bytes(2, tensor(box, port));
        node.bytes(3, fmt::format("/model/layers.{}/block/node_{}", box / 70, box));
        node.bytes(4, inputs[box].size() == 1 ? "Relu" : inputs[box].size() == 2 ? "Add" : "Sum");
        message.bytes(1, node.text());
    }
    const auto last = static_cast<uint32_t>(graph.boxes.size() - 1);
    message.bytes(2, "generated").bytes(11, value_info("x")).bytes(12, value_info(tensor(last, 0)));
    return message;
}

/// Writes the model; a weight of `hole` bytes at its end takes no room on the disk.
std::string write_model(const testing::TemporaryFolder& folder, const layout::Graph& graph, uint64_t hole) {
    Message body = nodes_of(graph);
    if (hole > 0) {
        Message weight = Message().number(1, hole / 4).number(2, kFloat).bytes(8, "weight");
        weight.start(9, hole);
        body.start(5, weight.text().size() + hole);
        std::string joined = body.text() + weight.text();
        Message model = Message().number(1, 8).bytes(8, Message().number(2, 17).text());
        model.start(7, joined.size() + hole);
        const std::string path = folder.write("model.onnx", model.text() + joined);
        std::filesystem::resize_file(path, std::filesystem::file_size(path) + hole);
        return path;
    }
    const Message model =
        Message().number(1, 8).bytes(8, Message().number(2, 17).text()).bytes(7, body.text());
    return folder.write("model.onnx", model.text());
}

struct Measured {
    double milliseconds = 1e9;
    double mebibytes = 0;
    double view_kibibytes = 0;
    uint64_t nodes = 0;
};

Measured measure(const std::string& path) {
    Measured best;
    for (int run = 0; run < 3; ++run) {
        testing::Server server;
        server.initialize();
        const std::string uri = testing::uri_of(path);
        const auto start = std::chrono::steady_clock::now();
        const Json open = server.request("netloupe/open", {{"uri", uri}});
        const Json view = server.request("netloupe/view", {{"uri", uri}, {"graph", 0}});
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        if (!view.contains("result")) {
            fmt::print("{}: {}\n", path, view.dump());
            return best;
        }
        best.milliseconds = std::min(best.milliseconds, took.count());
        best.mebibytes = std::max(best.mebibytes, static_cast<double>(server.peak_bytes()) / (1 << 20));
        best.nodes = open["result"]["summary"]["nodes"].get<uint64_t>();
        best.view_kibibytes =
            static_cast<double>(view["result"]["bytes"].get_ref<const std::string&>().size()) / 1024;
    }
    return best;
}

void print(std::string_view name, const Measured& measured) {
    fmt::print("{:<22} {:>8} {:>10.1f} {:>10.1f} {:>12.1f} {:>10.0f}\n", name, measured.nodes,
               measured.milliseconds, measured.mebibytes, 40 + static_cast<double>(measured.nodes) * 2 / 1024,
               measured.view_kibibytes);
    std::fflush(stdout);
}

void print_generated(std::string_view kind, uint32_t nodes, uint64_t hole) {
    const testing::TemporaryFolder folder;
    const std::string path = write_model(folder, layout::graphs::by_name(kind, nodes), hole);
    print(hole > 0 ? fmt::format("{} + 2 GB weight", kind) : std::string(kind), measure(path));
}

}  // namespace

int main(int argc, char** argv) {
    fmt::print("{:<22} {:>8} {:>10} {:>10} {:>12} {:>10}\n", "model", "nodes", "ms", "peak MiB",
               "allowed MiB", "view KiB");
    for (int i = 1; i < argc; ++i) {
        print(std::filesystem::path(argv[i]).filename().string(),
              measure(std::filesystem::absolute(argv[i]).string()));
    }
    if (argc > 1) return 0;
    for (const std::string_view kind : {"chain", "transformer"}) {
        for (const uint32_t nodes : {1'000U, 5'000U, 10'000U, 50'000U}) print_generated(kind, nodes, 0);
    }
    constexpr uint64_t kTwoGigabytes = 2'000'000'000;
    print_generated("chain", 200, kTwoGigabytes);
    return 0;
}
