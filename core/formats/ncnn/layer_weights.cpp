#include "layer_weights.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace netloupe::ncnn {

namespace {

using Dims = std::vector<int64_t>;

/// Parameters by the numbers that many layers share.
enum Id : int64_t {
    kNumOutput = 0,
    kKernelW = 1,
    kBiasTerm = 5,
    kWeightSize = 6,
    kGroup = 7,
    kInt8Scales = 8,
    kKernelH = 11,
    kKernelD = 21,
};

/// Collects the blocks of one layer.
class Collector {
public:
    explicit Collector(const Layer& layer) : layer_(layer) {}

    void tagged(std::string_view name, Dims dims, uint32_t slot) { add(name, std::move(dims), true, slot); }
    void plain(std::string_view name, Dims dims, uint32_t slot) { add(name, std::move(dims), false, slot); }
    [[nodiscard]] int64_t at(int64_t id, int64_t fallback = 0) const { return layer_.integer(id, fallback); }
    [[nodiscard]] std::vector<Weight> take() { return broken_ ? std::vector<Weight>() : std::move(weights_); }
    /// Nothing that follows can be found.
    void give_up() { broken_ = true; }

private:
    void add(std::string_view name, Dims dims, bool tagged, uint32_t slot) {
        int64_t product = 1;
        for (const int64_t dim : dims) {
            if (dim < 0 || __builtin_mul_overflow(product, dim, &product)) broken_ = true;
        }
        weights_.push_back({name, std::move(dims), tagged, slot});
    }

    const Layer& layer_;
    std::vector<Weight> weights_;
    bool broken_ = false;
};

/// Extents of the kernel, outermost first, by the name's ending.
Dims kernel_of(const Collector& c, std::string_view type) {
    const int64_t width = c.at(kKernelW);
    if (type.ends_with("1D")) return {width};
    const int64_t height = c.at(kKernelH, width);
    if (type.ends_with("3D")) return {c.at(kKernelD, width), height, width};
    return {height, width};
}

void convolution(Collector& c, const Layer& layer) {
    const bool is_transposed = layer.type.starts_with("Deconvolution");
    if (c.at(is_transposed ? 28 : 19) != 0) return;  // The weights come from other layers.
    const int64_t outputs = c.at(kNumOutput);
    Dims dims = kernel_of(c, layer.type);
    const int64_t area = std::accumulate(dims.begin(), dims.end(), int64_t{1}, [](int64_t a, int64_t b) {
        int64_t product = 0;
        return __builtin_mul_overflow(a, b, &product) ? int64_t{0} : product;
    });
    int64_t per_input = 0;
    if (__builtin_mul_overflow(outputs, area, &per_input) || per_input <= 0) return c.give_up();
    const int64_t size = c.at(kWeightSize);
    if (size % per_input != 0) {
        dims = {size};
    } else {
        dims.insert(dims.begin(), {outputs, size / per_input});
    }
    const uint32_t slot = layer.type == "DeformableConv2D" ? 3 : 1;  // Behind offsets and mask.
    c.tagged("weight", dims, slot);
    if (c.at(kBiasTerm) != 0) c.plain("bias", {outputs}, slot + 1);
    const int64_t scales = is_transposed ? 0 : c.at(kInt8Scales);
    if (scales == 0) return;
    int64_t count = outputs;
    if (layer.type == "ConvolutionDepthWise") count = scales % 100 == 2 ? 1 : c.at(kGroup, 1);
    c.plain("weight_scales", {count}, 3);
    c.plain("bottom_scales", {1}, 4);
    if (scales > 100) c.plain("top_scales", {1}, 5);
}

void inner_product(Collector& c, const Layer&) {
    const int64_t outputs = c.at(0);
    const int64_t size = c.at(2);
    if (outputs > 0 && size % outputs == 0) {
        c.tagged("weight", {outputs, size / outputs}, 1);
    } else {
        c.tagged("weight", {size}, 1);
    }
    if (c.at(1) != 0) c.plain("bias", {outputs}, 2);
    if (c.at(kInt8Scales) == 0) return;
    c.plain("weight_scales", {outputs}, 3);
    c.plain("bottom_scales", {1}, 4);
}

void batch_norm(Collector& c, const Layer&) {
    constexpr std::array<std::string_view, 4> kNames = {"slope", "mean", "variance", "bias"};
    for (uint32_t i = 0; i < kNames.size(); ++i) c.plain(kNames[i], {c.at(0)}, i + 1);
}

void scale(Collector& c, const Layer&) {
    constexpr int64_t kFromOtherLayer = -233;
    if (c.at(0) == kFromOtherLayer) return;
    c.plain("scale", {c.at(0)}, 1);
    if (c.at(1) != 0) c.plain("bias", {c.at(0)}, 2);
}

template <int64_t SizeId>
void single(Collector& c, std::string_view name) {
    c.plain(name, {c.at(SizeId)}, 1);
}

void affine(Collector& c, int64_t size_id, int64_t affine_id, bool has_beta) {
    if (c.at(affine_id, 1) == 0) return;
    c.plain("gamma", {c.at(size_id)}, 1);
    if (has_beta) c.plain("beta", {c.at(size_id)}, 2);
}

void embed(Collector& c, const Layer&) {
    const int64_t outputs = c.at(0);
    const int64_t size = c.at(3);
    if (outputs > 0 && size % outputs == 0) {
        c.tagged("weight", {size / outputs, outputs}, 1);
    } else {
        c.tagged("weight", {size}, 1);
    }
    if (c.at(2) != 0) c.plain("bias", {outputs}, 2);
    if (c.at(18) != 0) c.plain("weight_scale", {1}, 3);
}

/// RNN, LSTM and GRU: `gates` blocks of weights for each direction, `biases` of biases.
void recurrent(Collector& c, int64_t gates, int64_t biases) {
    const int64_t directions = c.at(2) == 2 ? 2 : 1;
    const int64_t outputs = c.at(0);
    const int64_t hidden = gates == 4 ? c.at(3, outputs) : outputs;
    int64_t rows = 0;
    if (hidden <= 0 || outputs <= 0 || __builtin_mul_overflow(hidden, gates, &rows) ||
        rows > INT64_MAX / directions) {
        return c.give_up();
    }
    constexpr uint32_t kFirst = 3;  // Behind the input and two states.
    c.tagged("weight_xc", {directions, rows, c.at(1) / directions / rows}, kFirst);
    c.tagged("bias_c", {directions, biases, hidden}, kFirst + 1);
    c.tagged("weight_hc", {directions, rows, outputs}, kFirst + 2);
    if (outputs != hidden) c.tagged("weight_hr", {directions, outputs, hidden}, kFirst + 3);
    if (c.at(kInt8Scales) == 0) return;
    c.plain("weight_xc_scales", {directions, rows}, kFirst + 4);
    c.plain("weight_hc_scales", {directions, rows}, kFirst + 5);
}

/// Weights in blocks of `bits`-bit integers, each block with its scale.
struct BlockQuantization {
    int64_t bits = 0;  ///< 0: there is none.
    int64_t block = 0;
    bool has_input_scales = false;

    static BlockQuantization of(int64_t term) {
        if (term < 400) return {};
        // Hundreds are the bits, tens the form, ones the block size: 0, 1, 2 of 32, 64, 128.
        return {term / 100, int64_t{32} << std::min<int64_t>(term % 10, 8), term % 100 / 10 == 1};
    }
    [[nodiscard]] int64_t packed(int64_t count) const { return (count * bits + 7) / 8; }
    [[nodiscard]] int64_t blocks(int64_t count) const { return (count + block - 1) / block; }
};

constexpr int64_t kMostRows = INT32_MAX;  // As ncnn counts.

void attention(Collector& c, const Layer&) {
    const int64_t embed = c.at(0);
    const int64_t size = c.at(2);
    if (embed <= 0 || size < 0 || size > kMostRows || embed > kMostRows) return c.give_up();
    const int64_t query = size / embed;
    struct Part {
        std::string_view weight, bias, scale, input_scale;
        int64_t rows, columns;
    };
    const std::array<Part, 4> parts = {
        Part{"q_weight", "q_bias", "q_scales", "q_input_scales", embed, query},
        Part{"k_weight", "k_bias", "k_scales", "k_input_scales", embed, c.at(3, embed)},
        Part{"v_weight", "v_bias", "v_scales", "v_input_scales", embed, c.at(4, embed)},
        Part{"out_weight", "out_bias", "out_scales", "out_input_scales", query, embed}};
    constexpr uint32_t kFirst = 6;  // Behind query, key, value, mask and the two caches.
    const auto blocks = BlockQuantization::of(c.at(18));
    uint32_t slot = kFirst;
    for (const Part& part : parts) {
        if (part.columns < 0 || part.columns > kMostRows) return c.give_up();
        c.tagged(part.weight, {part.rows, blocks.bits > 0 ? blocks.packed(part.columns) : part.columns},
                 slot++);
        c.plain(part.bias, {part.rows}, slot++);
    }
    if (c.at(18) == 0) return;
    for (const Part& part : parts) {
        const bool single = &part == &parts.back() && blocks.bits == 0;
        c.plain(part.scale,
                blocks.bits > 0 ? Dims{part.rows, blocks.blocks(part.columns)} : Dims{single ? 1 : part.rows},
                slot++);
    }
    if (!blocks.has_input_scales) return;
    for (const Part& part : parts) c.plain(part.input_scale, {part.columns}, slot++);
}

void gemm(Collector& c, const Layer&) {
    const int64_t m = c.at(7);
    const int64_t n = c.at(8);
    const int64_t k = c.at(9);
    if (std::max({m, n, k}) > kMostRows || std::min({m, n, k}) < 0) return c.give_up();
    const auto blocks = BlockQuantization::of(c.at(18));
    if (c.at(4) == 1) c.tagged("A", c.at(2) == 0 ? Dims{m, k} : Dims{k, m}, 0);
    if (c.at(5) == 1) {
        c.tagged("B", c.at(3) == 0 ? Dims{k, n} : Dims{n, blocks.bits > 0 ? blocks.packed(k) : k}, 1);
    }
    const int64_t broadcast = c.at(10);
    if (c.at(6) == 1 && broadcast >= 0 && broadcast <= 4) {
        const std::array<Dims, 5> shapes = {Dims{1}, Dims{m}, Dims{m, 1}, Dims{m, n}, Dims{1, n}};
        c.tagged("C", shapes[static_cast<size_t>(broadcast)], 2);
    }
    if (blocks.bits > 0) {
        c.plain("B_scales", {n, blocks.blocks(k)}, 4);
        if (blocks.has_input_scales) c.plain("B_input_scales", {k}, 5);
    } else if (c.at(18) != 0) {
        if (c.at(4) == 1) c.plain("A_scales", {m}, 3);
        if (c.at(5) == 1) c.plain("B_scale", {1}, 4);
    }
}

void memory(Collector& c, const Layer&) {
    Dims dims;
    for (const int64_t id : {2, 11, 1, 0}) {
        if (c.at(id) != 0) dims.push_back(c.at(id));
    }
    if (dims.empty()) return;
    c.at(21, 1) == 0 ? c.tagged("data", dims, 0) : c.plain("data", dims, 0);
}

void requantize(Collector& c, const Layer&) {
    c.plain("scale_in", {c.at(0, 1)}, 1);
    c.plain("scale_out", {c.at(1, 1)}, 2);
    if (c.at(2) != 0) c.plain("bias", {c.at(2)}, 3);
}

void dequantize(Collector& c, const Layer&) {
    c.plain("scale", {c.at(0, 1)}, 1);
    if (c.at(1) != 0) c.plain("bias", {c.at(1)}, 2);
}

void padding(Collector& c, const Layer&) {
    if (c.at(6) != 0) c.plain("per_channel_pad", {c.at(6)}, 1);
}

struct Row {
    std::string_view type;
    void (*collect)(Collector&, const Layer&);
};

constexpr auto kRows = std::to_array<Row>({
    {"BatchNorm", batch_norm},
    {"Bias", [](Collector& c, const Layer&) { single<0>(c, "bias"); }},
    {"Convolution", convolution},
    {"Convolution1D", convolution},
    {"Convolution3D", convolution},
    {"ConvolutionDepthWise", convolution},
    {"ConvolutionDepthWise1D", convolution},
    {"ConvolutionDepthWise3D", convolution},
    {"Deconvolution", convolution},
    {"Deconvolution1D", convolution},
    {"Deconvolution3D", convolution},
    {"DeconvolutionDepthWise", convolution},
    {"DeconvolutionDepthWise1D", convolution},
    {"DeconvolutionDepthWise3D", convolution},
    {"DeformableConv2D", convolution},
    {"Dequantize", dequantize},
    {"Embed", embed},
    {"GRU", [](Collector& c, const Layer&) { recurrent(c, 3, 4); }},
    {"Gemm", gemm},
    {"GroupNorm", [](Collector& c, const Layer&) { affine(c, 1, 3, true); }},
    {"InnerProduct", inner_product},
    {"InstanceNorm", [](Collector& c, const Layer&) { affine(c, 0, 2, true); }},
    {"LSTM", [](Collector& c, const Layer&) { recurrent(c, 4, 4); }},
    {"LayerNorm", [](Collector& c, const Layer&) { affine(c, 0, 2, true); }},
    {"MemoryData", memory},
    {"MultiHeadAttention", attention},
    {"Normalize", [](Collector& c, const Layer&) { single<3>(c, "scale"); }},
    {"PReLU", [](Collector& c, const Layer&) { single<0>(c, "slope"); }},
    {"Padding", padding},
    {"Quantize", [](Collector& c, const Layer&) { c.plain("scale", {c.at(0, 1)}, 1); }},
    {"RMSNorm", [](Collector& c, const Layer&) { affine(c, 0, 2, false); }},
    {"RNN", [](Collector& c, const Layer&) { recurrent(c, 1, 1); }},
    {"Requantize", requantize},
    {"Scale", scale},
});

}  // namespace

std::vector<Weight> weights_of(const Layer& layer) {
    const auto row = std::ranges::find(kRows, layer.type, &Row::type);
    if (row == kRows.end()) return {};
    Collector collector(layer);
    row->collect(collector, layer);
    return collector.take();
}

}  // namespace netloupe::ncnn
