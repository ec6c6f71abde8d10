#include "binary_layers.h"

#include <algorithm>

#include "layer_types.h"

namespace netloupe::ncnn {

namespace {

constexpr int32_t kEndOfParameters = -233;
constexpr int32_t kFirstList = -23300;
constexpr int32_t kFirstText = -23400;
constexpr uint32_t kCustom = 1U << 8;
constexpr int32_t kLongestText = 1 << 16;

}  // namespace

BinaryLayers::BinaryLayers(Bytes file) : cursor_(file) {
    cursor_.read<int32_t>();
    announced_ = cursor_.read<int32_t>();
    cursor_.read<int32_t>();  // How many blobs there are.
}

bool BinaryLayers::cut() {
    return fail("The file ends within layer " + std::to_string(read_) + ".", cursor_.offset(), 0);
}

bool BinaryLayers::next(Layer& layer) {
    layer = Layer();
    if (cursor_.done() || read_ >= announced_.value_or(0)) return false;
    layer.offset = cursor_.offset();
    const auto type = cursor_.read<uint32_t>();
    const auto inputs = cursor_.read<uint32_t>();
    const auto outputs = cursor_.read<uint32_t>();
    if (!type || !inputs || !outputs) return cut();
    if ((uint64_t{*inputs} + *outputs) * sizeof(int32_t) > cursor_.remaining()) return cut();
    const LayerType* known = layer_type_of(*type);
    layer.type = known == nullptr ? "Custom" + std::to_string(*type & ~kCustom) : std::string(known->name);
    for (uint32_t i = 0; i < *inputs + *outputs; ++i) {
        (i < *inputs ? layer.bottoms : layer.tops).push_back(std::to_string(*cursor_.read<int32_t>()));
    }
    layer.name = std::to_string(read_);
    if (!read_parameters(layer, *type)) return false;
    ++read_;
    return true;
}

bool BinaryLayers::read_parameters(Layer& layer, uint32_t type) {
    while (true) {
        const auto key = cursor_.read<int32_t>();
        if (!key) return cut();
        if (*key == kEndOfParameters) return true;
        Parameter parameter;
        if (!read_parameter(*key, type & ~kCustom, parameter)) return false;
        layer.parameters.push_back(std::move(parameter));
    }
}

bool BinaryLayers::read_parameter(int32_t key, uint32_t type, Parameter& parameter) {
    const LayerType* known = layer_type_of(type);
    const bool is_text = key <= kFirstText;
    const bool is_list = key <= kFirstList;
    parameter.id = is_text ? int64_t{kFirstText} - key : is_list ? int64_t{kFirstList} - key : int64_t{key};
    if (parameter.id < 0) {
        return fail("Layer " + std::to_string(read_) + " has a parameter with the number " +
                        std::to_string(key) + ", which is none.",
                    cursor_.offset(), 0);
    }
    const ParameterType* meant = known == nullptr || parameter.id > UINT32_MAX
                                     ? nullptr
                                     : known->parameter(static_cast<uint32_t>(parameter.id));
    const bool is_real = meant != nullptr && meant->kind == ParameterType::Kind::kReal;
    if (is_text) return read_text(parameter);
    if (is_list) return read_list(is_real, parameter);
    parameter.kind = is_real ? Parameter::Kind::kReal : Parameter::Kind::kInt;
    const auto bits = cursor_.read<uint32_t>();
    if (!bits) return cut();
    if (is_real) parameter.real = std::bit_cast<float>(*bits);
    parameter.integer = static_cast<int32_t>(*bits);
    return true;
}

bool BinaryLayers::read_list(const bool reals, Parameter& parameter) {
    const auto count = cursor_.read<uint32_t>();
    if (!count || uint64_t{*count} * sizeof(float) > cursor_.remaining()) return cut();
    parameter.kind = reals ? Parameter::Kind::kReals : Parameter::Kind::kInts;
    for (uint32_t i = 0; i < *count; ++i) {
        if (reals) {
            parameter.reals.push_back(*cursor_.read<float>());
        } else {
            parameter.ints.push_back(*cursor_.read<int32_t>());
        }
    }
    return true;
}

bool BinaryLayers::read_text(Parameter& parameter) {
    const auto length = cursor_.read<int32_t>();
    if (!length || *length < 0 || *length > kLongestText) return cut();
    const auto padded = cursor_.take((static_cast<uint64_t>(*length) + 3) / 4 * 4);
    if (!padded) return cut();
    parameter.kind = Parameter::Kind::kText;
    parameter.text = as_text(padded->first(static_cast<size_t>(*length)));
    return true;
}

}  // namespace netloupe::ncnn
