#include "constants.h"

#include <algorithm>

#include "base/limits.h"
#include "base/text.h"
#include "decoders.h"
#include "types.h"

namespace netloupe::openvino {

namespace {

/// The element that has the layer's parameters: <data>, in version 2 named after the operator.
pugi::xml_node data_of(const pugi::xml_node& layer) {
    for (const pugi::xml_node child : layer.children()) {
        if (std::string_view(child.name()).ends_with("data")) return child;
    }
    return {};
}

Shape fixed_shape(Model& model, std::span<const uint64_t> dims) {
    Shape shape{{static_cast<uint32_t>(model.dims.size()), static_cast<uint32_t>(dims.size())}, true};
    for (const uint64_t dim : dims) model.dims.push_back({static_cast<int64_t>(dim), {}});
    return shape;
}

class ConstantReader {
public:
    ConstantReader(Reading& reading, const pugi::xml_node& element, StringId name, GraphId graph)
        : reading_(reading), element_(element), graph_(graph) {
        constant_.name = name;
    }

    /// The span that `offset` and `size` of the element give; false without them.
    bool read_span() {
        const auto offset = parse_number<uint64_t>(Reading::text(element_, "offset"));
        const auto size = parse_number<uint64_t>(Reading::text(element_, "size"));
        if (!offset || !size) {
            complain("has no offset and size of its values");
            return false;
        }
        place_ = {reading_.weights_file, *offset, *size};
        return true;
    }
    [[nodiscard]] uint64_t bytes() const { return place_.length.value_or(0); }

    ConstantId finish(DataType type, const Shape& shape) {
        constant_.dtype = type;
        constant_.shape = shape;
        Model& model = reading_.model;
        for (const Dimension& dim : model.dims_of(shape)) {
            if (!dim.fixed()) return absent("has a shape that is not fixed");
        }
        const auto elements = element_count(model, shape);
        if (!elements) return absent("has a shape whose product is too large");
        const auto needed = packed_bytes(type, *elements);
        if (type == DataType::kString) constant_.decoder = &kPackedStrings;
        if (type == DataType::kUint1 || type == DataType::kUint2) constant_.decoder = &kBitsFromTheTop;
        if (place_.location.valid()) {
            reading_.external.place(model, place_, needed, constant_);
            if (needed && *needed > bytes()) {
                complain("has " + std::to_string(bytes()) + " bytes of values, but its type and shape " +
                         shape_text(model, shape) + " take " + std::to_string(*needed));
            }
        } else {
            constant_.state = ConstantState::kAbsent;
        }
        return add();
    }

private:
    ConstantId absent(const std::string& why) {
        complain(why);
        constant_.shape = fixed_shape(reading_.model, {});
        constant_.state = ConstantState::kAbsent;
        return add();
    }

    ConstantId add() {
        reading_.model.constants.push_back(constant_);
        return ConstantId(reading_.model.constants.size() - 1);
    }

    void complain(const std::string& problem) {
        const std::string_view name = reading_.model.text(constant_.name);
        reading_.damage(element_, "The constant \"" + std::string(name) + "\" " + problem + ".", graph_);
    }

    Reading& reading_;
    const pugi::xml_node element_;
    GraphId graph_;
    Constant constant_;
    ExternalFiles::Place place_;
};

/// The element in which a layer of version 3 to 7 keeps its weights; the layer itself in version 2.
pugi::xml_node blobs_of(const pugi::xml_node& layer) {
    const pugi::xml_node blobs = layer.child("blobs");
    return blobs ? blobs : layer;
}

/// Extents of a kernel: "3,3", or one attribute a dimension in the older versions.
std::vector<uint64_t> kernel_of(const pugi::xml_node& data) {
    std::vector<uint64_t> kernel;
    for_each_part(Reading::text(data, "kernel"), ',', [&](std::string_view part) {
        kernel.push_back(parse_number<uint64_t>(part).value_or(0));
        return kernel.size() < limits::kRank;
    });
    if (!kernel.empty()) return kernel;
    for (const char* axis : {"kernel-z", "kernel-y", "kernel-x"}) {
        if (const auto extent = parse_number<uint64_t>(Reading::text(data, axis))) kernel.push_back(*extent);
    }
    return kernel;
}

/// Shape of a layer's weights of `count` elements; a list when its data tell no more.
std::vector<uint64_t> weight_dims(const pugi::xml_node& layer, uint64_t count) {
    const std::string_view type = Reading::text(layer, "type");
    const pugi::xml_node data = data_of(layer);
    const std::vector<uint64_t> list{count};
    std::vector<uint64_t> dims;
    if (type == "FullyConnected" || type == "InnerProduct") {
        dims = {parse_number<uint64_t>(Reading::text(data, "out-size")).value_or(0)};
    } else if (type == "Convolution" || type == "Deconvolution") {
        dims = kernel_of(data);
        const uint64_t output = parse_number<uint64_t>(Reading::text(data, "output")).value_or(0);
        const uint64_t group = parse_number<uint64_t>(Reading::text(data, "group")).value_or(1);
        if (group == 0) return list;
        dims.insert(dims.begin(), type == "Convolution" ? output : output / group);
    } else {
        return list;
    }
    uint64_t product = 1;
    for (const uint64_t dim : dims) {
        if (dim == 0 || __builtin_mul_overflow(product, dim, &product)) return list;
    }
    if (count % product != 0) return list;
    // What is left are the input channels, before the output's in a deconvolution.
    dims.insert(dims.begin() + (type == "Deconvolution" ? 0 : 1), count / product);
    return dims;
}

}  // namespace

ConstantId read_const_layer(Reading& reading, const pugi::xml_node& layer, StringId name, const Shape& port,
                            DataType port_type, GraphId graph) {
    const pugi::xml_node data = layer.child("data");
    if (data.attribute("offset")) {
        ConstantReader reader(reading, data, name, graph);
        reader.read_span();
        const auto type = data.attribute("element_type");
        const auto shape = data.attribute("shape");
        return reader.finish(type ? data_type_of(type.value()) : port_type,
                             shape ? read_shape(reading, shape.value()) : port);
    }
    const pugi::xml_node blobs = blobs_of(layer);
    const pugi::xml_node custom = blobs.child("custom") ? blobs.child("custom") : blobs.child("weights");
    ConstantReader reader(reading, custom ? custom : layer, name, graph);
    reader.read_span();
    const auto precision = custom.attribute("precision");
    return reader.finish(precision ? data_type_of(precision.value()) : port_type, port);
}

std::vector<Blob> read_blobs(Reading& reading, const pugi::xml_node& layer, StringId name, GraphId graph) {
    std::vector<Blob> blobs;
    std::string_view precision = Reading::text(layer, "precision");
    if (precision.empty()) precision = reading.precision;
    for (const pugi::xml_node child : blobs_of(layer).children()) {
        if (!child.attribute("offset") || !child.attribute("size")) continue;
        const auto own = child.attribute("precision");
        const DataType type = data_type_of(own ? std::string_view(own.value()) : precision);
        const std::string full_name = std::string(reading.model.text(name)) + '.' + std::string(child.name());
        ConstantReader reader(reading, child, reading.intern(full_name), graph);
        if (!reader.read_span() || bits(type) == 0) continue;
        const uint64_t count = reader.bytes() * 8 / bits(type);
        const auto dims = std::string_view(child.name()) == "weights" ? weight_dims(layer, count)
                                                                      : std::vector<uint64_t>{count};
        blobs.push_back({child.name(), reader.finish(type, fixed_shape(reading.model, dims))});
    }
    return blobs;
}

Shape read_shape(Reading& reading, std::string_view text) {
    std::vector<Dimension> dims;
    bool ranked = true;
    for_each_part(text, ',', [&](std::string_view part) {
        ranked = part != "..." && dims.size() < limits::kRank;
        if (!ranked) return false;
        const auto number = parse_number<int64_t>(part);
        Dimension dim;
        if (number && *number >= 0) dim.value = *number;
        if (!number && part != "?") dim.symbol = reading.intern(part);
        dims.push_back(dim);
        return true;
    });
    if (!ranked) return {};
    return {append(reading.model.dims, std::span<const Dimension>(dims)), true};
}

}  // namespace netloupe::openvino
