#include "support/model_graphs.h"

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace netloupe::layout::graphs {
namespace {

/// Adds boxes in file order, each with edges from its inputs.
class Builder {
public:
    uint32_t op(std::initializer_list<uint32_t> inputs, Size size = {96, 36}) {
        return op(std::span(inputs.begin(), inputs.size()), size);
    }
    uint32_t op(std::span<const uint32_t> inputs, Size size = {96, 36}) {
        const auto box = count();
        graph_.boxes.push_back(size);
        for (const uint32_t input : inputs) {
            graph_.edges.push_back({.from = input, .to = box, .label = kLabel});
        }
        return box;
    }
    uint32_t conv(uint32_t input) { return op({input}, {128, 52}); }
    [[nodiscard]] uint32_t count() const { return static_cast<uint32_t>(graph_.boxes.size()); }
    Graph take() { return std::move(graph_); }

private:
    static constexpr float kLabel = 20;
    Graph graph_;
};

uint32_t layer_norm(Builder& b, uint32_t x) {
    const uint32_t mean = b.op({x});
    const uint32_t difference = b.op({x, mean});
    const uint32_t square = b.op({difference});
    const uint32_t variance = b.op({square});
    const uint32_t root = b.op({b.op({variance})});
    return b.op({b.op({b.op({difference, root})})});
}

/// One of query, key and value: a projection that is reshaped to a shape computed from its own.
uint32_t attention_head(Builder& b, uint32_t x) {
    const uint32_t projected = b.op({b.op({x})});
    const uint32_t shape = b.op({b.op({b.op({b.op({projected})})})});
    return b.op({b.op({projected, shape})});
}

uint32_t decoder_layer(Builder& b, uint32_t x, const uint32_t* mask) {
    const uint32_t normal = layer_norm(b, x);
    const uint32_t query = attention_head(b, normal);
    const uint32_t key = attention_head(b, normal);
    const uint32_t value = attention_head(b, normal);
    uint32_t scores = b.op({b.op({query, b.op({key})})});
    if (mask != nullptr) scores = b.op({scores, *mask});
    const uint32_t attended = b.op({b.op({scores}), value});
    const uint32_t output = b.op({b.op({b.op({b.op({attended})})})});
    x = b.op({x, output});
    const uint32_t hidden = b.op({b.op({layer_norm(b, x)})});
    const uint32_t erf = b.op({b.op({b.op({hidden})})});
    const uint32_t gelu = b.op({b.op({hidden, erf})});
    return b.op({x, b.op({b.op({gelu})})});
}

}  // namespace

Graph chain(uint32_t boxes) {
    Builder b;
    for (uint32_t last = b.op({}); b.count() < boxes;) last = b.op({last});
    return b.take();
}

Graph transformer(uint32_t boxes, bool with_mask) {
    Builder b;
    uint32_t x = b.op({});
    const uint32_t mask = with_mask ? b.op({b.op({b.op({b.op({})})})}) : 0;
    while (b.count() < boxes) x = decoder_layer(b, x, with_mask ? &mask : nullptr);
    return b.take();
}

Graph unet(uint32_t boxes) {
    Builder b;
    std::vector<uint32_t> levels;
    uint32_t x = b.op({});
    while (b.count() < boxes / 2) {
        x = b.conv(b.conv(x));
        levels.push_back(x);
        x = b.op({x});
    }
    for (x = b.conv(x); !levels.empty(); levels.pop_back()) {
        x = b.conv(b.conv(b.op({b.op({x}), levels.back()})));
    }
    return b.take();
}

Graph inception(uint32_t boxes) {
    Builder b;
    uint32_t x = b.op({b.conv(b.conv(b.op({})))});
    while (b.count() < boxes) {
        const uint32_t one = b.conv(x);
        const uint32_t two = b.conv(b.conv(x));
        const uint32_t three = b.conv(b.conv(b.conv(x)));
        const uint32_t pooled = b.conv(b.op({x}));
        x = b.op({one, two, three, pooled}, {140, 36});
    }
    return b.take();
}

Graph resnet(uint32_t boxes) {
    Builder b;
    uint32_t x = b.op({b.op({b.conv(b.op({}))})});
    for (uint32_t block = 0; b.count() < boxes; ++block) {
        uint32_t y = b.op({b.conv(x)});
        y = b.op({b.conv(y)});
        y = b.conv(y);
        x = b.op({b.op({y, block % 4 == 0 ? b.conv(x) : x})});
    }
    return b.take();
}

Graph mobilenet(uint32_t boxes) {
    Builder b;
    uint32_t x = b.conv(b.op({}));
    for (uint32_t block = 0; b.count() < boxes; ++block) {
        const uint32_t y = b.conv(b.conv(b.conv(x)));
        x = block % 3 == 0 ? y : b.op({x, y});
    }
    return b.take();
}

Graph densenet(uint32_t boxes) {
    constexpr size_t kBlock = 6;
    Builder b;
    uint32_t x = b.conv(b.op({}));
    while (b.count() < boxes) {
        std::vector<uint32_t> outputs{x};
        for (size_t layer = 0; layer < kBlock; ++layer) {
            outputs.push_back(b.conv(b.conv(b.op(outputs, {140, 36}))));
        }
        x = b.op({b.conv(b.op(outputs, {140, 36}))});
    }
    return b.take();
}

Graph detector(uint32_t boxes) {
    Builder b;
    std::vector<uint32_t> scales;
    uint32_t x = b.op({});
    const uint32_t depth = std::max(2U, boxes / 8);
    for (uint32_t i = 1; i <= depth; ++i) {
        x = b.conv(x);
        if (i % std::max(1U, depth / 4) == 0) scales.push_back(x);
    }
    std::vector<uint32_t> results;
    for (uint32_t merged = b.conv(scales.back()); !scales.empty();) {
        const uint32_t boxes_head = b.op({b.conv(b.conv(merged))});
        const uint32_t class_head = b.op({b.conv(b.conv(merged))});
        results.push_back(b.op({boxes_head, class_head}));
        scales.pop_back();
        if (!scales.empty()) merged = b.conv(b.op({b.op({merged}), b.conv(scales.back())}));
    }
    b.op(results, {140, 36});
    return b.take();
}

Graph random_dag(uint32_t boxes, uint32_t reach, uint32_t seed) {
    std::mt19937 random(seed);
    Builder b;
    b.op({});
    while (b.count() < boxes) {
        std::array<uint32_t, 3> inputs{};
        const size_t count = 1 + random() % inputs.size();
        const uint32_t far = std::min(reach, b.count());
        for (uint32_t& input : inputs) input = b.count() - 1 - static_cast<uint32_t>(random() % far);
        b.op(std::span(inputs).first(count), {60 + static_cast<float>(random() % 90), 36});
    }
    return b.take();
}

Graph fan_out(uint32_t boxes, bool chained) {
    Builder b;
    const uint32_t source = b.op({});
    while (b.count() < boxes) {
        if (chained && b.count() > 1) {
            b.op({b.count() - 1, source});
        } else {
            b.op({source});
        }
    }
    return b.take();
}

Graph bipartite(uint32_t left, uint32_t right) {
    Builder b;
    std::vector<uint32_t> sources;
    sources.reserve(left);
    for (uint32_t i = 0; i < left; ++i) sources.push_back(b.op({}));
    for (uint32_t i = 0; i < right; ++i) b.op(sources);
    return b.take();
}

Graph isolated(uint32_t boxes) {
    Builder b;
    while (b.count() < boxes) b.op({});
    return b.take();
}

Graph binary_tree(uint32_t boxes) {
    Builder b;
    b.op({});
    while (b.count() < boxes) b.op({(b.count() - 1) / 2});
    return b.take();
}

Graph by_name(std::string_view kind, uint32_t boxes) {
    using Make = std::function<Graph(uint32_t)>;
    static const std::map<std::string_view, Make> kKinds{
        {"chain", chain},
        {"transformer", [](uint32_t n) { return transformer(n, true); }},
        {"local", [](uint32_t n) { return transformer(n, false); }},
        {"unet", unet},
        {"inception", inception},
        {"resnet", resnet},
        {"mobilenet", mobilenet},
        {"densenet", densenet},
        {"detector", detector},
        {"random", [](uint32_t n) { return random_dag(n, 12, 1); }},
        {"random_far", [](uint32_t n) { return random_dag(n, n, 1); }},
        {"fan_out", [](uint32_t n) { return fan_out(n, false); }},
        {"fan_chain", [](uint32_t n) { return fan_out(n, true); }},
        {"bipartite", [](uint32_t n) { return bipartite(n / 2, n / 2); }},
        {"isolated", isolated},
        {"tree", binary_tree},
    };
    const auto found = kKinds.find(kind);
    return found == kKinds.end() ? Graph{} : found->second(boxes);
}

}  // namespace netloupe::layout::graphs
