// From `netloupe/open` to the complete bytes of the view, over the real process and its pipes, and the most
// memory that the process held.
//
//   open_bench            the table
//   open_bench FILE...    the same for these files
//   open_bench --write FOLDER   writes the transformers of the table there, for tests/bench/webview.ts

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>

#include "bench_models.h"
#include "server/process.h"
#include "support/model_graphs.h"

namespace {

using namespace netloupe;
using netloupe::testing::Json;

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
    fmt::print("{:<28} {:>8} {:>10.1f} {:>10.1f} {:>12.1f} {:>10.0f}\n", name, measured.nodes,
               measured.milliseconds, measured.mebibytes, 40 + static_cast<double>(measured.nodes) * 2 / 1024,
               measured.view_kibibytes);
    std::fflush(stdout);
}

using Write = std::string (*)(const testing::TemporaryFolder&, const layout::Graph&, uint64_t hole);

void print_generated(std::string_view format, Write write, std::string_view kind, uint32_t nodes,
                     uint64_t hole) {
    const testing::TemporaryFolder folder;
    const std::string path = write(folder, layout::graphs::by_name(kind, nodes), hole);
    print(fmt::format("{} {}{}", format, kind, hole > 0 ? " + 2 GB weight" : ""), measure(path));
}

void print_format(std::string_view format, Write write) {
    for (const std::string_view kind : {"chain", "transformer"}) {
        for (const uint32_t nodes : {1'000U, 5'000U, 10'000U, 50'000U})
            print_generated(format, write, kind, nodes, 0);
    }
    constexpr uint64_t kTwoGigabytes = 2'000'000'000;
    print_generated(format, write, "chain", 200, kTwoGigabytes);
}

void write_transformers(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    for (const uint32_t nodes : {1'000U, 5'000U, 50'000U}) {
        const testing::TemporaryFolder temporary;
        const std::string path =
            bench::write_onnx(temporary, layout::graphs::by_name("transformer", nodes), 0);
        std::filesystem::copy_file(path, folder / fmt::format("transformer{}.onnx", nodes),
                                   std::filesystem::copy_options::overwrite_existing);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--write") {
        write_transformers(argv[2]);
        return 0;
    }
    fmt::print("{:<28} {:>8} {:>10} {:>10} {:>12} {:>10}\n", "model", "nodes", "ms", "peak MiB",
               "allowed MiB", "view KiB");
    for (int i = 1; i < argc; ++i) {
        print(std::filesystem::path(argv[i]).filename().string(),
              measure(std::filesystem::absolute(argv[i]).string()));
    }
    if (argc > 1) return 0;
    print_format("onnx", bench::write_onnx);
    print_format("tflite", bench::write_tflite);
    const testing::TemporaryFolder folder;
    print("gguf 30 GB", measure(bench::write_gguf(folder)));
    print("safetensors 10 GB", measure(bench::write_safetensors(folder)));
    return 0;
}
