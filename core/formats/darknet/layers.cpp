#include "layers.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace netloupe::darknet {

namespace {

constexpr int64_t kMostExtent = INT32_MAX;  // Darknet counts in int.

/// 0 when the product is none that a tensor can have.
int64_t times(int64_t a, int64_t b) {
    int64_t product = 0;
    if (a <= 0 || b <= 0 || __builtin_mul_overflow(a, b, &product)) return 0;
    return product;
}

/// How a window moves; pads are of both sides together.
struct Window {
    int64_t size = 1;
    int64_t stride_x = 1;
    int64_t stride_y = 1;
    int64_t pads = 0;

    [[nodiscard]] static int64_t places(int64_t extent, int64_t size, int64_t stride, int64_t pads) {
        if (stride < 1 || pads < 0 || extent + pads < size) return 0;
        return (extent + pads - size) / stride + 1;
    }
    [[nodiscard]] Extent over(const Extent& input, int64_t channels) const {
        return Extent::image(channels, places(input.height, size, stride_y, pads),
                             places(input.width, size, stride_x, pads));
    }
};

void set_strides(const Section& section, Window& window) {
    const int64_t stride = section.integer("stride", 1);
    window.stride_x = section.integer("stride_x", stride);
    window.stride_y = section.integer("stride_y", stride);
    if (window.stride_x < 1) window.stride_x = stride;
    if (window.stride_y < 1) window.stride_y = stride;
}

/// Collects what a layer has.
class Layer {
public:
    Layer(const LayerPlace& place, bool transposed) : place_(place), transposed_(transposed) {}

    [[nodiscard]] const Section& section() const { return place_.section; }
    [[nodiscard]] const Extent& input() const { return place_.input; }
    [[nodiscard]] const std::vector<Extent>& sources() const { return place_.sources; }
    [[nodiscard]] int64_t at(std::string_view key, int64_t fallback) const {
        return section().integer(key, fallback);
    }
    LayerFacts& facts() { return facts_; }

    void add(std::string name, std::vector<int64_t> dims) {
        if (at("dontload", 0) != 0) return;
        if (std::ranges::any_of(dims, [](int64_t d) { return d <= 0; })) facts_.lost = true;
        facts_.weights.push_back({std::move(name), std::move(dims)});
    }

    [[nodiscard]] bool is_normalized() const {
        return (at("batch_normalize", 0) != 0 || at("cbn", 0) != 0) && at("dontloadscales", 0) == 0;
    }

    void add_normalization(const std::string& prefix, int64_t channels) {
        for (const char* name : {"scales", "mean", "variance"}) add(prefix + name, {channels});
    }

    void add_convolution(const std::string& prefix, int64_t inputs, int64_t outputs, int64_t groups,
                         int64_t size) {
        add(prefix + "biases", {outputs});
        if (is_normalized()) add_normalization(prefix, outputs);
        const bool divides = groups > 0 && inputs % groups == 0;
        const int64_t rows = divides ? inputs / groups : 0;
        // "flipped" matrices are stored with an output a column.
        if (at("flipped", 0) != 0) {
            add(prefix + "weights", {times(rows, times(size, size)), outputs});
        } else {
            add(prefix + "weights", {outputs, rows, size, size});
        }
    }

    void add_connected(const std::string& prefix, int64_t inputs, int64_t outputs) {
        add(prefix + "biases", {outputs});
        add(prefix + "weights", transposed_ ? std::vector{inputs, outputs} : std::vector{outputs, inputs});
        if (is_normalized()) add_normalization(prefix, outputs);
    }

private:
    const LayerPlace& place_;
    bool transposed_;
    LayerFacts facts_;
};

void convolutional(Layer& l) {
    Window window{.size = l.at("size", 1)};
    set_strides(l.section(), window);
    window.pads = 2 * (l.at("pad", 0) != 0 ? window.size / 2 : l.at("padding", 0));
    const int64_t filters = l.at("filters", 1);
    const int64_t antialiasing = l.at("antialiasing", 0);
    if (antialiasing != 0) {
        // The convolution itself takes steps of 1; a blur behind it takes those of the options.
        Window dense = window;
        dense.stride_x = dense.stride_y = 1;
        const int64_t blur = antialiasing == 2 ? 2 : 3;
        window.size = blur;
        window.pads = antialiasing == 2 ? 0 : 2;
        l.facts().output = window.over(dense.over(l.input(), filters), filters);
        window.size = dense.size;
    } else {
        l.facts().output = window.over(l.input(), filters);
    }
    if (l.section().has("share_index")) return;  // Another layer's weights.
    l.add_convolution("", l.input().channels, filters, l.at("groups", 1), window.size);
}

void deconvolutional(Layer& l) {
    const int64_t size = l.at("size", 1);
    const int64_t stride = l.at("stride", 1);
    const int64_t padding = l.at("pad", 0) != 0 ? size / 2 : l.at("padding", 0);
    const int64_t filters = l.at("filters", 1);
    const auto spread = [&](int64_t extent) { return times(extent - 1, stride) + size - 2 * padding; };
    l.facts().output = Extent::image(filters, spread(l.input().height), spread(l.input().width));
    l.add("biases", {filters});
    if (l.is_normalized()) l.add_normalization("", filters);
    l.add("weights", {l.input().channels, filters, size, size});
}

void local(Layer& l) {
    const int64_t size = l.at("size", 1);
    const int64_t stride = std::max<int64_t>(l.at("stride", 1), 1);
    const int64_t filters = l.at("filters", 1);
    const int64_t cut = l.at("pad", 0) != 0 ? 1 : size;
    const auto places = [&](int64_t extent) { return extent < cut ? 0 : (extent - cut) / stride + 1; };
    const Extent output = Extent::image(filters, places(l.input().height), places(l.input().width));
    l.facts().output = output;
    l.add("biases", {output.size});
    l.add("weights", {times(output.height, output.width), filters, l.input().channels, size, size});
}

void connected(Layer& l) {
    l.facts().output = Extent::row(l.at("output", 1));
    l.add_connected("", l.input().size, l.at("output", 1));
}

void batch_normalization(Layer& l) {
    l.facts().output = l.input();
    l.add("biases", {l.input().channels});
    l.add_normalization("", l.input().channels);
}

void pool(Layer& l) {
    Window window;
    set_strides(l.section(), window);
    window.size = l.at("size", l.at("stride", 1));
    window.pads = l.at("padding", window.size - 1);
    if (l.at("maxpool_depth", 0) != 0) {
        l.facts().output = Extent::image(l.at("out_channels", 1), l.input().height, l.input().width);
        return;
    }
    Extent output = window.over(l.input(), l.input().channels);
    const int64_t antialiasing = l.at("antialiasing", 0);
    if (antialiasing != 0) {
        Window dense = window;
        dense.stride_x = dense.stride_y = 1;
        window.size = antialiasing == 2 ? 2 : 3;
        window.pads = antialiasing == 2 ? 0 : 2;
        output = window.over(dense.over(l.input(), l.input().channels), l.input().channels);
    }
    l.facts().output = output;
}

void global_pool(Layer& l) {
    l.facts().output = Extent::image(l.input().channels, 1, 1);
}

void crop(Layer& l) {
    l.facts().output = Extent::image(l.input().channels, l.at("crop_height", 1), l.at("crop_width", 1));
}

void reorganize(Layer& l) {
    const int64_t stride = std::clamp<int64_t>(l.at("stride", 1), 1, INT16_MAX);
    const int64_t area = stride * stride;
    const Extent& in = l.input();
    l.facts().output =
        l.at("reverse", 0) != 0
            ? Extent::image(in.channels / area, times(in.height, stride), times(in.width, stride))
            : Extent::image(times(in.channels, area), in.height / stride, in.width / stride);
}

void upsample(Layer& l) {
    const int64_t stride = l.at("stride", 2);
    const Extent& in = l.input();
    // A negative stride makes the image smaller.
    l.facts().output = stride < 0
                           ? Extent::image(in.channels, in.height / -stride, in.width / -stride)
                           : Extent::image(in.channels, times(in.height, stride), times(in.width, stride));
}

void route(Layer& l) {
    if (l.sources().empty()) return;
    const Extent& first = l.sources()[0];
    int64_t channels = 0;
    int64_t size = 0;
    bool fits = first.is_image();
    for (const Extent& source : l.sources()) {
        fits &= source.width == first.width && source.height == first.height;
        if (__builtin_add_overflow(channels, source.channels, &channels)) return;
        if (!source.known() || __builtin_add_overflow(size, source.size, &size)) return;
    }
    const int64_t groups = std::max<int64_t>(l.at("groups", 1), 1);
    l.facts().output =
        fits ? Extent::image(channels / groups, first.height, first.width) : Extent::row(size / groups);
}

void shortcut(Layer& l) {
    l.facts().output = l.input();
    const std::string_view type = l.section().text("weights_type", "none");
    const auto inputs = static_cast<int64_t>(l.sources().size()) + 1;
    if (type == "per_feature" || type == "per_layer") l.add("weights", {inputs});
    if (type == "per_channel") l.add("weights", {inputs, l.input().channels});
}

/// The image is another layer's, multiplied by what comes in.
void scale_by_input(Layer& l) {
    if (!l.sources().empty()) l.facts().output = l.sources()[0];
}

void implicit(Layer& l) {
    const int64_t filters = l.at("filters", 128);
    const int64_t atoms = l.at("atoms", 1);
    l.facts().output = Extent::image(filters, atoms, 1);
    l.add("weights", {filters, atoms});
}

void history(Layer& l) {
    l.facts().output =
        Extent::image(times(l.input().channels, l.at("history_size", 4)), l.input().height, l.input().width);
}

void recurrent(Layer& l) {
    const int64_t hidden = l.at("hidden", 1);
    const int64_t output = l.at("output", 1);
    l.facts().output = Extent::row(output);
    l.add_connected("input.", l.input().size, hidden);
    l.add_connected("self.", hidden, hidden);
    l.add_connected("output.", hidden, output);
}

void gru(Layer& l) {
    const int64_t output = l.at("output", 1);
    l.facts().output = Extent::row(output);
    for (const char* gate : {"input_z.", "input_r.", "input_h."})
        l.add_connected(gate, l.input().size, output);
    for (const char* gate : {"state_z.", "state_r.", "state_h."}) l.add_connected(gate, output, output);
}

void lstm(Layer& l) {
    const int64_t output = l.at("output", 1);
    l.facts().output = Extent::row(output);
    for (const char* gate : {"wf.", "wi.", "wg.", "wo."}) l.add_connected(gate, output, output);
    for (const char* gate : {"uf.", "ui.", "ug.", "uo."}) l.add_connected(gate, l.input().size, output);
}

/// A window of a convolution inside a recurrent layer.
Window inner_window(const Layer& l) {
    Window window{.size = l.at("size", 3), .stride_x = l.at("stride", 1), .stride_y = l.at("stride", 1)};
    window.pads = 2 * (l.at("pad", 0) != 0 ? window.size / 2 : l.at("padding", 0));
    return window;
}

void convolutional_recurrent(Layer& l) {
    const Window window = inner_window(l);
    const int64_t hidden = l.at("hidden", 1);
    const int64_t output = l.at("output", 1);
    const int64_t groups = l.at("groups", 1);
    l.facts().output = window.over(l.input(), output);
    l.add_convolution("input.", l.input().channels, hidden, groups, window.size);
    l.add_convolution("self.", hidden, hidden, groups, window.size);
    l.add_convolution("output.", hidden, output, groups, window.size);
}

void convolutional_lstm(Layer& l) {
    const Window window = inner_window(l);
    const int64_t output = l.at("output", 1);
    const int64_t groups = l.at("groups", 1);
    const auto add = [&](const char* gate, int64_t inputs) {
        l.add_convolution(gate, inputs, output, groups, window.size);
    };
    l.facts().output = window.over(l.input(), output);
    if (l.at("peephole", 0) != 0) {
        for (const char* gate : {"vf.", "vi.", "vo."}) add(gate, output);
    }
    const bool bottleneck = l.at("bottleneck", 0) != 0;
    add("wf.", bottleneck ? times(output, 2) : output);
    if (!bottleneck) {
        for (const char* gate : {"wi.", "wg.", "wo."}) add(gate, output);
    }
    for (const char* gate : {"uf.", "ui.", "ug.", "uo."}) add(gate, l.input().channels);
}

/// Layers that give what comes in, in the same form.
void same(Layer& l) {
    l.facts().output = l.input();
}

struct Row {
    std::string_view type;
    void (*describe)(Layer&);
};

constexpr auto kRows = std::to_array<Row>({
    {"Gaussian_yolo", same},
    {"activation", same},
    {"avg", global_pool},
    {"avgpool", global_pool},
    {"batchnorm", batch_normalization},
    {"conn", connected},
    {"connected", connected},
    {"contrastive", same},
    {"conv", convolutional},
    {"conv_lstm", convolutional_lstm},
    {"convolutional", convolutional},
    {"cost", same},
    {"crnn", convolutional_recurrent},
    {"crop", crop},
    {"deconv", deconvolutional},
    {"deconvolutional", deconvolutional},
    {"detection", same},
    {"dropout", same},
    {"empty", same},
    {"gru", gru},
    {"history", history},
    {"implicit", implicit},
    {"iseg", same},
    {"l2norm", same},
    {"local", local},
    {"local_avg", pool},
    {"local_avgpool", pool},
    {"logistic", same},
    {"lrn", same},
    {"lstm", lstm},
    {"max", pool},
    {"maxpool", pool},
    {"normalization", same},
    {"region", same},
    {"reorg", reorganize},
    {"reorg3d", reorganize},
    {"rnn", recurrent},
    {"route", route},
    {"sam", scale_by_input},
    {"scale_channels", scale_by_input},
    {"shortcut", shortcut},
    {"silence", same},
    {"soft", same},
    {"softmax", same},
    {"upsample", upsample},
    {"yolo", same},
});

}  // namespace

Extent Extent::image(int64_t channels, int64_t height, int64_t width) {
    const int64_t size = times(times(channels, height), width);
    if (size == 0 || std::max({channels, height, width}) > kMostExtent) return {};
    return {channels, height, width, size};
}

std::vector<int64_t> named_layers(const Section& section, int64_t index) {
    std::vector<int64_t> layers;
    const bool is_route = section.type == "route";
    for_each_part(section.text(is_route ? "layers" : "from"), ',', [&](std::string_view part) {
        if (part.empty()) return true;
        const int64_t number = leading_number(part);
        layers.push_back(number < 0 ? index + number : number);
        return true;
    });
    return layers;
}

bool takes_previous(const Section& section) {
    return section.type != "route" && section.type != "implicit";
}

bool is_known(std::string_view type) {
    return std::ranges::find(kRows, type, &Row::type) != kRows.end();
}

LayerFacts facts_of(const LayerPlace& place, bool transposed) {
    const auto row = std::ranges::find(kRows, place.section.type, &Row::type);
    // A layer that is not known may have weights.
    if (row == kRows.end()) return {.output = {}, .weights = {}, .lost = true};
    Layer layer(place, transposed);
    row->describe(layer);
    return std::move(layer.facts());
}

}  // namespace netloupe::darknet
