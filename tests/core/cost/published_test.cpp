// Generated networks against the figures that are published for them.
#include <gtest/gtest.h>

#include <string>

#include "cost_testing.h"

namespace netloupe::cost {
namespace {

using test::count;
using test::Counted;

/// Within one percent.
void expect_near(const Amount& amount, double published) {
    ASSERT_TRUE(amount.number());
    EXPECT_NEAR(static_cast<double>(*amount.number()), published, published / 100);
}

class Network {
public:
    explicit Network(const std::string& input) : text_("onnx opset=21\ninput " + input + "\n") {}

    std::string conv(const std::string& x, int from, int to, int kernel, int stride, int group = 1) {
        const std::string y = next();
        const int pad = kernel / 2;
        text_ += "const w" + y + ":int8[" + std::to_string(to) + "," + std::to_string(from / group) + "," +
                 std::to_string(kernel) + "," + std::to_string(kernel) + "] = 0\nconst b" + y + ":int8[" +
                 std::to_string(to) + "] = 0\nConv(" + x + ", w" + y + ", b" + y + ") -> " + y +
                 " { strides=[" + std::to_string(stride) + "," + std::to_string(stride) + "] pads=[" +
                 std::to_string(pad) + "," + std::to_string(pad) + "," + std::to_string(pad) + "," +
                 std::to_string(pad) + "] group=" + std::to_string(group) + " }\n";
        return y;
    }
    std::string node(const std::string& call, const std::string& attributes = "") {
        const std::string y = next();
        text_ += call + " -> " + y + (attributes.empty() ? "" : " { " + attributes + " }") + "\n";
        return y;
    }
    std::string weight(const std::string& shape) {
        const std::string name = next();
        text_ += "const " + name + ":int8[" + shape + "] = 0\n";
        return name;
    }
    [[nodiscard]] Counted counted(const std::string& output) const {
        return count(text_ + "output " + output + "\n");
    }

private:
    std::string next() { return "t" + std::to_string(last_++); }

    std::string text_;
    int last_ = 0;
};

std::string classify(Network& net, const std::string& x, const std::string& features) {
    const std::string pooled = net.node("GlobalAveragePool(" + x + ")");
    const std::string flat = net.node("Flatten(" + pooled + ")");
    return net.node("Gemm(" + flat + ", " + net.weight(features + ",1000") + ", " + net.weight("1000") + ")");
}

// torchvision.models, ResNet50_Weights: 4.09 G multiply-adds, 25.56 M parameters.
TEST(Published, ResNet50) {
    Network net("x:int8[1,3,224,224]");
    std::string x = net.conv("x", 3, 64, 7, 2);
    x = net.node("MaxPool(" + x + ")", "kernel_shape=[3,3] strides=[2,2] pads=[1,1,1,1]");
    int channels = 64;
    for (const auto& [width, blocks] : {std::pair(64, 3), {128, 4}, {256, 6}, {512, 3}}) {
        for (int block = 0; block < blocks; ++block) {
            const int stride = block == 0 && width > 64 ? 2 : 1;
            std::string y = net.conv(x, channels, width, 1, 1);
            y = net.conv(y, width, width, 3, stride);
            y = net.conv(y, width, 4 * width, 1, 1);
            if (block == 0) x = net.conv(x, channels, 4 * width, 1, stride);
            channels = 4 * width;
            x = net.node("Add(" + x + ", " + y + ")");
        }
    }
    const Counted counted = net.counted(classify(net, x, "2048"));
    expect_near(counted.total(Metric::kMacs), 4.09e9);
    expect_near(counted.total(Metric::kParameters), 25.56e6);
}

// Sandler et al., "MobileNetV2: Inverted Residuals and Linear Bottlenecks": 300 M multiply-adds;
// torchvision.models, MobileNet_V2_Weights: 3.50 M parameters.
TEST(Published, MobileNetV2) {
    struct Stage {
        int expansion, channels, blocks, stride;
    };
    Network net("x:int8[1,3,224,224]");
    std::string x = net.conv("x", 3, 32, 3, 2);
    int channels = 32;
    for (const Stage& s : {Stage{1, 16, 1, 1},
                           {6, 24, 2, 2},
                           {6, 32, 3, 2},
                           {6, 64, 4, 2},
                           {6, 96, 3, 1},
                           {6, 160, 3, 2},
                           {6, 320, 1, 1}}) {
        for (int block = 0; block < s.blocks; ++block) {
            const int wide = channels * s.expansion;
            std::string y = s.expansion == 1 ? x : net.conv(x, channels, wide, 1, 1);
            y = net.conv(y, wide, wide, 3, block == 0 ? s.stride : 1, wide);
            y = net.conv(y, wide, s.channels, 1, 1);
            x = block == 0 ? y : net.node("Add(" + x + ", " + y + ")");
            channels = s.channels;
        }
    }
    x = net.conv(x, 320, 1280, 1, 1);
    const Counted counted = net.counted(classify(net, x, "1280"));
    expect_near(counted.total(Metric::kMacs), 300.8e6);
    expect_near(counted.total(Metric::kParameters), 3.50e6);
}

// Mohammadzadeh, "Details of the BERT Model": 1.86 G FLOPs, or 0.93 G multiply-adds, in each of 12 blocks at
// 128 tokens; parameters of Hugging Face's BertModel (bert-base-uncased) with embeddings and pooler: 109.5 M.
TEST(Published, BertBase) {
    Network net("ids:int64[1,128], kinds:int64[1,128]");
    const auto dense = [&](const std::string& x, const std::string& shape, const std::string& outputs) {
        const std::string product = net.node("MatMul(" + x + ", " + net.weight(shape) + ")");
        return net.node("Add(" + product + ", " + net.weight(outputs) + ")");
    };
    const auto normalize = [&](const std::string& x) {
        return net.node("LayerNormalization(" + x + ", " + net.weight("768") + ", " + net.weight("768") +
                        ")");
    };
    std::string x = net.node("Gather(" + net.weight("30522,768") + ", ids)");
    x = net.node("Add(" + x + ", " + net.node("Gather(" + net.weight("2,768") + ", kinds)") + ")");
    const std::string places = net.node("Slice(" + net.weight("512,768") + ", first:int64[1], end:int64[1])");
    x = normalize(net.node("Add(" + x + ", " + net.node("Reshape(" + places + ", [1 128 768]:int64)") + ")"));
    for (int block = 0; block < 12; ++block) {
        const auto heads = [&](const char* perm) {
            const std::string rows =
                net.node("Reshape(" + dense(x, "768,768", "768") + ", [1 128 12 64]:int64)");
            return net.node("Transpose(" + rows + ")", std::string("perm=") + perm);
        };
        const std::string q = heads("[0,2,1,3]");
        const std::string k = heads("[0,2,3,1]");
        const std::string v = heads("[0,2,1,3]");
        const std::string weights = net.node("Softmax(" + net.node("MatMul(" + q + ", " + k + ")") + ")");
        const std::string mixed =
            net.node("Transpose(" + net.node("MatMul(" + weights + ", " + v + ")") + ")", "perm=[0,2,1,3]");
        const std::string joined = net.node("Reshape(" + mixed + ", [1 128 768]:int64)");
        x = normalize(net.node("Add(" + x + ", " + dense(joined, "768,768", "768") + ")"));
        const std::string wide = net.node("Gelu(" + dense(x, "768,3072", "3072") + ")");
        x = normalize(net.node("Add(" + x + ", " + dense(wide, "3072,768", "768") + ")"));
    }
    const std::string first = net.node("Gather(" + x + ", 0:int64)", "axis=1");
    const Counted counted = net.counted(net.node("Tanh(" + dense(first, "768,768", "768") + ")"));
    expect_near(counted.total(Metric::kMacs), 12 * 1.86e9 / 2);
    expect_near(counted.total(Metric::kParameters), 109.5e6);
}

}  // namespace
}  // namespace netloupe::cost
