#include "layer_message.h"

#include <algorithm>
#include <array>

#include "base/byte_cursor.h"

namespace netloupe::caffe {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

/// Numbers of fields in one generation's message.
struct Numbers {
    uint32_t name = 0;
    uint32_t type = 0;
    uint32_t bottom = 0;  ///< 0: there is none.
    uint32_t top = 0;
    uint32_t blobs = 0;
};
constexpr Numbers kV2Numbers = {1, 2, 3, 4, 7};
constexpr Numbers kV1Numbers = {4, 5, 2, 3, 6};
constexpr Numbers kV0Numbers = {1, 2, 0, 0, 50};
/// Of the message of the first generation in one of the second.
constexpr uint32_t kInnerLayer = 1;

/// By number of the second generation's enumeration.
constexpr std::array<std::string_view, 40> kV1Types = {
    "None",
    "Accuracy",
    "BNLL",
    "Concat",
    "Convolution",
    "Data",
    "Dropout",
    "EuclideanLoss",
    "Flatten",
    "HDF5Data",
    "HDF5Output",
    "Im2col",
    "ImageData",
    "InfogainLoss",
    "InnerProduct",
    "LRN",
    "MultinomialLogisticLoss",
    "Pooling",
    "ReLU",
    "Sigmoid",
    "Softmax",
    "SoftmaxWithLoss",
    "Split",
    "TanH",
    "WindowData",
    "Eltwise",
    "Power",
    "SigmoidCrossEntropyLoss",
    "HingeLoss",
    "MemoryData",
    "ArgMax",
    "Threshold",
    "DummyData",
    "Slice",
    "MVN",
    "AbsVal",
    "Silence",
    "ContrastiveLoss",
    "Exp",
    "Deconvolution",
};

using Renamed = std::pair<std::string_view, std::string_view>;
/// Types of the first generation.
constexpr auto kV0Types = std::to_array<Renamed>({
    {"accuracy", "Accuracy"},
    {"bnll", "BNLL"},
    {"concat", "Concat"},
    {"conv", "Convolution"},
    {"data", "Data"},
    {"dropout", "Dropout"},
    {"euclidean_loss", "EuclideanLoss"},
    {"flatten", "Flatten"},
    {"hdf5_data", "HDF5Data"},
    {"hdf5_output", "HDF5Output"},
    {"hinge_loss", "HingeLoss"},
    {"im2col", "Im2col"},
    {"images", "ImageData"},
    {"infogain_loss", "InfogainLoss"},
    {"innerproduct", "InnerProduct"},
    {"lrn", "LRN"},
    {"multinomial_logistic_loss", "MultinomialLogisticLoss"},
    {"padding", "Padding"},
    {"pool", "Pooling"},
    {"relu", "ReLU"},
    {"sigmoid", "Sigmoid"},
    {"softmax", "Softmax"},
    {"softmax_loss", "SoftmaxWithLoss"},
    {"split", "Split"},
    {"tanh", "TanH"},
    {"window_data", "WindowData"},
});

std::string_view todays_type(std::string_view v0) {
    const auto found = std::ranges::find(kV0Types, v0, &Renamed::first);
    return found == kV0Types.end() ? v0 : found->second;
}

class MessageReader {
public:
    MessageReader(Bytes file, LayerMessage& layer) : file_(file), layer_(layer) {}

    void read(const wire::Field& message, const Numbers& numbers) {
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (!take(field, numbers)) add_option(field, reader.offset());
        }
        layer_.is_cut |= reader.failed() || message.cut;
    }

private:
    bool take(const wire::Field& field, const Numbers& numbers) {
        const uint32_t number = field.number();
        if (field.tag == varint_tag(numbers.type)) {
            layer_.type = field.value < kV1Types.size() ? kV1Types[field.value] : "Unknown";
        } else if (field.type() != wire::WireType::kBytes) {
            return false;
        } else if (&numbers == &kV1Numbers && number == kInnerLayer) {
            layer_.generation = Generation::kV0;
            read(field, kV0Numbers);
            layer_.type = todays_type(layer_.type);
        } else if (number == numbers.name) {
            layer_.name = as_text(field.bytes);
        } else if (number == numbers.type) {
            layer_.type = as_text(field.bytes);
        } else if (number == numbers.bottom && number != 0) {
            layer_.bottoms.push_back(as_text(field.bytes));
        } else if (number == numbers.top && number != 0) {
            layer_.tops.push_back(as_text(field.bytes));
        } else if (number == numbers.blobs) {
            layer_.blobs.push_back(field);
        } else {
            return false;
        }
        return true;
    }

    void add_option(const wire::Field& field, uint64_t end) {
        // The names of both generations' fields around a layer of the first are of no use to it.
        const Bytes bytes = file_.subspan(field.start, end - field.start);
        if (!field.cut) layer_.options.insert(layer_.options.end(), bytes.begin(), bytes.end());
    }

    Bytes file_;
    LayerMessage& layer_;
};

}  // namespace

LayerMessage LayerMessage::read(Bytes file, const wire::Field& message, bool is_v1) {
    LayerMessage layer;
    layer.generation = is_v1 ? Generation::kV1 : Generation::kV2;
    MessageReader(file, layer).read(message, is_v1 ? kV1Numbers : kV2Numbers);
    return layer;
}

}  // namespace netloupe::caffe
