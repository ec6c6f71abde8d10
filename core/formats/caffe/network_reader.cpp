#include "network_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <unordered_map>

#include "base/byte_cursor.h"
#include "base/contained_path.h"
#include "base/limits.h"
#include "blob_reader.h"
#include "layer_message.h"

namespace netloupe::caffe {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

constexpr size_t kMostDamages = 64;
constexpr uint32_t kLayers = 2;  ///< Of the first two generations.
constexpr uint32_t kLayer = 100;

/// What the blobs of a type are called, in their order.
struct BlobNames {
    std::string_view type;
    std::array<std::pair<std::string_view, BlobUse>, 4> blobs;
};
constexpr std::pair<std::string_view, BlobUse> kNoBlob = {"", BlobUse::kOther};
constexpr std::pair<std::string_view, BlobUse> kBias = {"bias", BlobUse::kVector};
constexpr auto kBlobNames = std::to_array<BlobNames>({
    {"BN",
     {{{"scale", BlobUse::kVector}, kBias, {"mean", BlobUse::kVector}, {"variance", BlobUse::kVector}}}},
    {"BatchNorm",
     {{{"mean", BlobUse::kVector},
       {"variance", BlobUse::kVector},
       {"scale_factor", BlobUse::kVector},
       kNoBlob}}},
    {"Bias", {{kBias, kNoBlob, kNoBlob, kNoBlob}}},
    {"Convolution", {{{"weights", BlobUse::kKernel}, kBias, kNoBlob, kNoBlob}}},
    {"ConvolutionDepthwise", {{{"weights", BlobUse::kKernel}, kBias, kNoBlob, kNoBlob}}},
    {"Deconvolution", {{{"weights", BlobUse::kKernel}, kBias, kNoBlob, kNoBlob}}},
    {"DepthwiseConvolution", {{{"weights", BlobUse::kKernel}, kBias, kNoBlob, kNoBlob}}},
    {"Embed", {{{"weights", BlobUse::kMatrix}, kBias, kNoBlob, kNoBlob}}},
    {"InnerProduct", {{{"weights", BlobUse::kMatrix}, kBias, kNoBlob, kNoBlob}}},
    {"Normalize", {{{"scale", BlobUse::kVector}, kNoBlob, kNoBlob, kNoBlob}}},
    {"PReLU", {{{"slope", BlobUse::kVector}, kNoBlob, kNoBlob, kNoBlob}}},
    {"Scale", {{{"scale", BlobUse::kVector}, kBias, kNoBlob, kNoBlob}}},
});

std::pair<std::string, BlobUse> blob_name(std::string_view type, size_t index) {
    const auto known = std::ranges::find(kBlobNames, type, &BlobNames::type);
    if (known != kBlobNames.end() && index < known->blobs.size() && !known->blobs[index].first.empty()) {
        return {std::string(known->blobs[index].first), known->blobs[index].second};
    }
    return {"blob" + std::to_string(index), BlobUse::kOther};
}

/// Calls `take(message, is_v1)` for each layer of a network.
template <typename Take>
void for_each_layer(Bytes network, Take&& take) {
    wire::Reader reader(network, 0);
    wire::Field field;
    while (reader.next(field)) {
        const bool is_v1 = field.tag == bytes_tag(kLayers);
        if ((is_v1 || field.tag == bytes_tag(kLayer)) && !take(field, is_v1)) return;
    }
}

/// The weights of a network that was read as text, by the names of their layers.
class StoredWeights {
public:
    void open(Model& model) {
        const std::filesystem::path path(model.files[0].path);
        auto beside =
            resolve_beside(path.string(), path.filename().replace_extension(".caffemodel").string());
        if (!beside) return;
        auto mapped = MappedFile::open(*beside);
        if (!mapped) return;
        file_ = FileId(model.files.size());
        model.files.push_back({*beside, std::move(*mapped)});
        const Bytes bytes = model.files.back().bytes();
        for_each_layer(bytes, [&](const wire::Field& message, bool is_v1) {
            LayerMessage layer = LayerMessage::read(bytes, message, is_v1);
            if (!layer.blobs.empty()) blobs_.try_emplace(std::string(layer.name), std::move(layer.blobs));
            return true;
        });
    }

    [[nodiscard]] FileId file() const { return file_; }
    [[nodiscard]] const std::vector<wire::Field>* blobs(std::string_view layer) const {
        const auto found = blobs_.find(std::string(layer));
        return found == blobs_.end() ? nullptr : &found->second;
    }

private:
    FileId file_;
    std::unordered_map<std::string, std::vector<wire::Field>> blobs_;
};

class NetworkReader {
public:
    NetworkReader(Model& model, std::span<const uint32_t> lines, bool is_text)
        : model_(model), lines_(lines), is_text_(is_text), file_(model.files[0].bytes()) {}

    Result<void> read(const CancelToken& cancel) {
        if (is_text_) stored_.open(model_);
        file_ = model_.files[0].bytes();
        read_head();
        bool cancelled = false;
        for_each_layer(file_, [&](const wire::Field& message, bool is_v1) {
            cancelled = cancel.cancelled();
            if (cancelled || elements() > limits::kElements) return false;
            read_layer(LayerMessage::read(file_, message, is_v1), message);
            return true;
        });
        if (cancelled) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        if (layers_ == 0) {
            return fail(ErrorCode::kCorrupt, "The network has no layers.", is_text_ ? Error::kNoOffset : 0);
        }
        check_end();
        finish();
        return {};
    }

private:
    [[nodiscard]] size_t elements() const {
        return graph_.nodes.size() + graph_.tensors.size() + model_.operands.size();
    }

    StringId intern(std::string_view text) { return model_.strings.intern(text); }

    /// What stands beside the layers: name and inputs of the network.
    void read_head() {
        std::vector<std::string_view> inputs;
        std::vector<std::vector<int64_t>> shapes;
        std::vector<int64_t> dims;
        wire::Reader reader(file_, 0);
        wire::Field field;
        while (reader.next(field)) {
            switch (field.tag) {
                case bytes_tag(1):
                    graph_.name = intern(as_text(field.bytes));
                    break;
                case bytes_tag(3):
                    inputs.push_back(as_text(field.bytes));
                    break;
                case varint_tag(4):
                    dims.push_back(field.integer32());
                    break;
                case bytes_tag(8):
                    shapes.push_back(read_shape(field));
                    break;
                default:
                    break;
            }
        }
        for (size_t i = 0; i < inputs.size(); ++i) {
            const bool has_dims = dims.size() >= (i + 1) * 4;
            if (i >= shapes.size() && has_dims) {
                add_input(inputs[i], std::span(dims).subspan(i * 4, 4), {});
            } else {
                add_input(
                    inputs[i],
                    i < shapes.size() ? std::span<const int64_t>(shapes[i]) : std::span<const int64_t>(), {});
            }
        }
    }

    static std::vector<int64_t> read_shape(const wire::Field& message) {
        std::vector<int64_t> dims;
        const auto add = [&](uint64_t dim) {
            if (dims.size() < limits::kRank) dims.push_back(static_cast<int64_t>(dim));
            return dims.size() < limits::kRank;
        };
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (field.tag == varint_tag(1)) add(field.value);
            if (field.tag == bytes_tag(1)) wire::for_each_varint(field.bytes, add);
        }
        return dims;
    }

    TensorId add_tensor(StringId name, Origin origin) {
        Tensor& tensor = graph_.tensors.emplace_back();
        tensor.name = name;
        tensor.kind = ValueKind::kTensor;
        tensor.dtype = DataType::kFloat32;
        tensor.origin = origin;
        return TensorId(graph_.tensors.size() - 1);
    }

    void add_input(std::string_view name, std::span<const int64_t> dims, Origin origin) {
        const StringId id = intern(name);
        const TensorId tensor = add_tensor(id, origin);
        if (!dims.empty()) {
            Shape shape{{static_cast<uint32_t>(model_.dims.size()), static_cast<uint32_t>(dims.size())},
                        true};
            for (const int64_t dim : dims) model_.dims.push_back({dim < 0 ? Dimension::kDynamic : dim, {}});
            graph_.tensors[tensor.index()].shape = shape;
            graph_.tensors[tensor.index()].declared = true;
        }
        latest_[id] = tensor;
        graph_.inputs.push_back(tensor);
    }

    Origin origin(const wire::Field& message) const {
        if (!is_text_) return {message.start, 0};
        return {Error::kNoOffset, layers_ < lines_.size() ? lines_[layers_] : 0};
    }

    void read_layer(const LayerMessage& layer, const wire::Field& message) {
        const Origin at = origin(message);
        const NodeId id(graph_.nodes.size());
        ++layers_;
        newest_ = std::min(newest_, layer.generation);
        if (layer.is_cut) damage("ends before its fields do", layer, id, message);
        if (layer.type == "Input" && layer.bottoms.empty()) return read_inputs(layer, at);
        Node node;
        node.op = intern(layer.type);
        node.name = intern(layer.name);
        node.origin = at;
        std::vector<TensorId> operands;
        for (const std::string_view bottom : layer.bottoms) operands.push_back(blob(bottom, at));
        read_blobs(layer, operands, at);
        node.inputs = append(model_.operands, std::span<const TensorId>(operands));
        operands.clear();
        // Of a layer that works in place, later layers take what it leaves.
        for (const std::string_view top : layer.tops) {
            const StringId name = intern(top);
            operands.push_back(add_tensor(name, at));
            latest_[name] = operands.back();
        }
        node.outputs = append(model_.operands, std::span<const TensorId>(operands));
        std::vector<Attribute> attributes;
        read_parameters(model_, layer.generation, layer.options, attributes);
        node.attributes = append(model_.attributes, std::span<const Attribute>(attributes));
        graph_.nodes.push_back(node);
    }

    /// A blob of that name as the layers before left it; one that none gives is an input of the network.
    TensorId blob(std::string_view name, Origin at) {
        const StringId id = intern(name);
        const auto [found, is_new] = latest_.try_emplace(id, TensorId());
        if (is_new) {
            const TensorId tensor = add_tensor(id, at);
            latest_[id] = tensor;
            return tensor;
        }
        return found->second;
    }

    void read_inputs(const LayerMessage& layer, Origin at) {
        std::vector<std::vector<int64_t>> shapes;
        constexpr uint32_t kInputParameter = 143;
        wire::Reader options(layer.options, 0);
        wire::Field field;
        while (options.next(field)) {
            if (field.tag != bytes_tag(kInputParameter)) continue;
            wire::Reader parameter(field.bytes, 0);
            wire::Field shape;
            while (parameter.next(shape)) {
                if (shape.tag == bytes_tag(1)) shapes.push_back(read_shape(shape));
            }
        }
        for (size_t i = 0; i < layer.tops.size(); ++i) {
            const size_t which = shapes.size() == 1 ? 0 : i;
            add_input(
                layer.tops[i],
                which < shapes.size() ? std::span<const int64_t>(shapes[which]) : std::span<const int64_t>(),
                at);
        }
    }

    /// The layer's own, or those that the file beside the text has for it.
    void read_blobs(const LayerMessage& layer, std::vector<TensorId>& operands, Origin at) {
        const std::vector<wire::Field>* beside = layer.blobs.empty() ? stored_.blobs(layer.name) : nullptr;
        const auto& blobs = beside != nullptr ? *beside : layer.blobs;
        const FileId file = beside != nullptr ? stored_.file() : FileId(0U);
        for (size_t i = 0; i < blobs.size(); ++i) {
            const auto [role, use] = blob_name(layer.type, i);
            const StringId name = intern(std::string(layer.name) + "." + role);
            const Constant constant = caffe::read_blob(model_, file, blobs[i], name, use);
            model_.constants.push_back(constant);
            const TensorId id = add_tensor(name, at);
            Tensor& tensor = graph_.tensors[id.index()];
            tensor.constant = ConstantId(model_.constants.size() - 1);
            tensor.dtype = constant.dtype;
            tensor.shape = constant.shape;
            tensor.declared = true;
            operands.push_back(id);
            check_blob(layer, constant, blobs[i]);
        }
    }

    void check_blob(const LayerMessage& layer, const Constant& constant, const wire::Field& message) {
        const auto needed = element_count(model_, constant.shape);
        const auto bytes = needed ? packed_bytes(constant.dtype, *needed) : std::nullopt;
        if (constant.state != ConstantState::kPresent || constant.decoder != nullptr) return;
        if (bytes && *bytes <= constant.length) return;
        damage("has a blob of " + shape_text(model_, constant.shape) + " with " +
                   std::to_string(constant.length) + " bytes of values, which is too few",
               layer, NodeId(graph_.nodes.size()), message);
    }

    void damage(const std::string& problem, const LayerMessage& layer, NodeId node,
                const wire::Field& message) {
        if (model_.damages.size() >= kMostDamages) return;
        Damage damage;
        damage.graph = GraphId(0U);
        damage.node = node;
        const Origin at = is_text_ ? graph_.origin : Origin{message.start, 0};
        damage.error = {ErrorCode::kCorrupt, "The layer \"" + std::string(layer.name) + "\" " + problem + ".",
                        at.offset, at.line};
        model_.damages.push_back(std::move(damage));
    }

    /// A file that was cut off, or has something in it that no message can have.
    void check_end() {
        wire::Reader reader(file_, 0);
        wire::Field field;
        while (reader.next(field)) {
        }
        const auto fault = reader.fault();
        if (!fault) return;
        model_.damages.push_back(
            {{ErrorCode::kCorrupt, "NetParameter: " + fault->message + ".", fault->offset, 0},
             GraphId(0U),
             {},
             {}});
    }

    void finish() {
        constexpr std::array<std::string_view, 3> kVersions = {"v0", "v1", "v2"};
        model_.format_version = kVersions[static_cast<size_t>(newest_)];
        std::vector<bool> taken(graph_.tensors.size());
        std::vector<bool> given(graph_.tensors.size());
        for (const Node& node : graph_.nodes) {
            for (const TensorId input : model_.inputs(node)) taken[input.index()] = true;
            for (const TensorId output : model_.outputs(node)) given[output.index()] = true;
        }
        for (const TensorId input : graph_.inputs) given[input.index()] = true;
        for (size_t i = 0; i < graph_.tensors.size(); ++i) {
            const bool is_constant = graph_.tensors[i].constant.valid();
            if (!given[i] && !is_constant) graph_.inputs.emplace_back(i);
        }
        for (const Node& node : graph_.nodes) {
            for (const TensorId output : model_.outputs(node)) {
                if (!taken[output.index()]) graph_.outputs.push_back(output);
            }
        }
        connect(model_, graph_);
        model_.graphs.push_back(std::move(graph_));
    }

    Model& model_;
    std::span<const uint32_t> lines_;
    bool is_text_;
    Bytes file_;
    Graph graph_;
    StoredWeights stored_;
    std::unordered_map<StringId, TensorId> latest_;  ///< By name: what the layers so far left there.
    size_t layers_ = 0;
    Generation newest_ = Generation::kV2;
};

}  // namespace

Result<void> read_network(Model& model, const CancelToken& cancel, std::span<const uint32_t> lines,
                          bool is_text) {
    return NetworkReader(model, lines, is_text).read(cancel);
}

}  // namespace netloupe::caffe
