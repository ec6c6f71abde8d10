#pragma once

#include <cstdint>
#include <string>

#include "layout/layout.h"
#include "server/process.h"

/// Writes the graphs of tests/support as models, with the names that exporters give.
namespace netloupe::bench {

/// The written file's path. Boxes become Relu, Add and Sum; with `hole`, a weight of that many bytes stands
/// at the end and takes no room on the disk.
std::string write_onnx(const testing::TemporaryFolder& folder, const layout::Graph& graph, uint64_t hole);
/// The same with RELU, ADD and ADD_N; the weight stands behind the flatbuffer, as in models over 2 GB.
std::string write_tflite(const testing::TemporaryFolder& folder, const layout::Graph& graph, uint64_t hole);

/// A Llama of about 30 GB in Q4_K with 128,256 tokens, and 32 blocks of float16 weights of 10 GB. The weights
/// take no room on the disk.
std::string write_gguf(const testing::TemporaryFolder& folder);
std::string write_safetensors(const testing::TemporaryFolder& folder);

}  // namespace netloupe::bench
