// How fast the pass over all weights is, from the page cache.
//
//   weights_bench            made-up weights of each type, as whole constants and by channel
//   weights_bench FILE...    all weights of these models
//
// GB/s per core are bytes over the time of all processors together; ms are on the clock.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "formats/reader.h"
#include "lint/lint.h"
#include "lint/weights.h"
#include "processor_time.h"
#include "support/graph_text.h"

namespace {

using namespace netloupe;
namespace fs = std::filesystem;

constexpr uint64_t kMadeUpBytes = 256U << 20;

uint64_t bytes_of(const Model& model) {
    uint64_t bytes = 0;
    for (const Constant& constant : model.constants)
        bytes += packed_bytes(constant.dtype, element_count(model, constant.shape).value_or(0)).value_or(0);
    return bytes;
}

void measure(const std::string& title, const Model& model, const lint::Options& options) {
    static constexpr int kRuns = 3;
    double best = 1e9;
    double best_of_processors = 1e9;
    size_t unreadable = 0;
    for (int run = 0; run < kRuns; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const double before = bench::processor_seconds();
        unreadable = lint::read_weights(model, options).unreadable();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count());
        best_of_processors = std::min(best_of_processors, bench::processor_seconds() - before);
    }
    const auto bytes = static_cast<double>(bytes_of(model));
    fmt::print("{:<40} {:>9.1f} MiB {:>9.1f} ms {:>7.2f} GB/s per core", title, bytes / (1U << 20), best,
               bytes / best_of_processors / 1e9);
    fmt::print("{}\n", unreadable == 0 ? "" : fmt::format("  {} unreadable", unreadable));
}

/// A file of numbers that are finite in every type.
std::string made_up_file() {
    const std::string path = (fs::temp_directory_path() / "netloupe_weights_bench.bin").string();
    std::ofstream file(path, std::ios::binary);
    std::vector<uint32_t> block(1U << 18);
    uint32_t state = 1;
    for (uint64_t done = 0; done < kMadeUpBytes; done += block.size() * sizeof(uint32_t)) {
        for (uint32_t& word : block) {
            state = state * 1664525 + 1013904223;
            word = (state & 0x8FFF8FFF) | 0x30003000;
        }
        file.write(reinterpret_cast<const char*>(block.data()),
                   static_cast<std::streamsize>(block.size() * sizeof(uint32_t)));
    }
    return path;
}

/// One layer whose weights are the file.
Model layer(const std::string& path, std::string_view shape, std::string_view text, DataType dtype,
            uint64_t rows, uint64_t columns) {
    Model model = test::graph_from_text(fmt::format(fmt::runtime(text), fmt::arg("w", shape)));
    model.files.push_back({path, std::move(*MappedFile::open(path))});
    Constant& weights = model.constants[0];
    weights.file = FileId(model.files.size() - 1);
    weights.dtype = dtype;
    weights.offset = 0;
    weights.length = kMadeUpBytes;
    const Dimension dims[] = {{static_cast<int64_t>(rows), {}}, {static_cast<int64_t>(columns), {}}};
    weights.shape = {append(model.dims, std::span<const Dimension>(dims)), true};
    model.graphs[0].tensors[0].dtype = dtype;
    return model;
}

void measure_made_up() {
    static constexpr uint64_t kColumns = 4096;
    const std::string path = made_up_file();
    lint::Options totals;
    totals.only = {"N01"};
    for (const DataType dtype :
         {DataType::kInt8, DataType::kUint8, DataType::kInt4, DataType::kInt16, DataType::kInt32,
          DataType::kFloat16, DataType::kBFloat16, DataType::kFloat32, DataType::kFloat64}) {
        const uint64_t rows = kMadeUpBytes * 8 / bits(dtype) / kColumns;
        const auto model = [&](std::string_view text) {
            return layer(path, "[2,2]", text, dtype, rows, kColumns);
        };
        const std::string type(name(dtype));
        measure(type + ", totals", model("onnx\nconst w:float32{w}\noutput w\n"), totals);
        const Model columns =
            model("onnx\nconst w:float32{w}\ninput x:float32[1,2]\nMatMul(x, w) -> y\noutput y\n");
        measure(type + ", all, channels in columns", columns, {});
        const Model in_rows = model(
            "onnx\nconst w:float32{w}\ninput x:float32[1,2]\nGemm(x, w) -> y {{ transB=1 }}\noutput y\n");
        measure(type + ", all, channels in rows", in_rows, {});
    }
    fs::remove(path);
}

void measure_file(const std::string& path) {
    const auto model = open_model(path);
    if (!model) {
        fmt::print("{}: {}\n", path, model.error().message);
        return;
    }
    measure(fs::path(path).filename().string(), *model, {});
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc == 1) measure_made_up();
        for (int i = 1; i < argc; ++i) measure_file(argv[i]);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
