#include <algorithm>
#include <array>
#include <filesystem>

#include "base/byte_cursor.h"
#include "base/text.h"
#include "containers/external_stream.h"
#include "formats/darknet.h"
#include "layers.h"

namespace netloupe {

namespace darknet {

namespace {

/// Which input of a layer its weights are, so that signatures can say what they are.
constexpr std::array<std::string_view, 5> kSlots = {"weights", "biases", "scales", "mean", "variance"};

bool is_network(std::string_view type) {
    return type == "net" || type == "network";
}

std::string weights_of_model(const std::string& path) {
    return std::filesystem::path(path).filename().replace_extension(".weights").string();
}

/// The numbers between the commas; nothing when a part is none.
template <typename Number>
std::optional<std::vector<Number>> numbers_of(std::string_view list) {
    std::vector<Number> numbers;
    const bool all = for_each_part(list, ',', [&](std::string_view part) {
        const auto number = parse_number<Number>(part);
        if (number) numbers.push_back(*number);
        return number.has_value() || part.empty();
    });
    return all ? std::optional(std::move(numbers)) : std::nullopt;
}

/// The head of the file of weights: a version, and how many images the training saw.
struct WeightHead {
    uint64_t bytes = 0;
    bool transposed = false;

    static WeightHead of(Bytes file) {
        const auto major = load<int32_t>(file, 0);
        const auto minor = load<int32_t>(file, 4);
        if (!major || !minor) return {};
        const bool is_wide = int64_t{*major} * 10 + *minor >= 2;
        return {3 * sizeof(int32_t) + (is_wide ? sizeof(uint64_t) : sizeof(uint32_t)),
                *major > 1000 || *minor > 1000};
    }
};

class NetworkReader {
public:
    explicit NetworkReader(Model& model)
        : model_(model), weights_(model, model.strings.intern(weights_of_model(model.files[0].path))) {
        const WeightHead head = WeightHead::of(weights_.bytes());
        weights_.skip(head.bytes);
        transposed_ = head.transposed;
    }

    Result<void> read(const SectionText& text, const CancelToken& cancel) {
        read_network(text.sections[0]);
        for (size_t i = 1; i < text.sections.size(); ++i) {
            if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
            if (is_network(text.sections[i].type)) {
                complain(text.sections[i], "describes the network once more, and is left out", {});
                continue;
            }
            read_layer(text.sections[i]);
        }
        find_outputs();
        connect(model_, graph_);
        model_.graphs.push_back(std::move(graph_));
        weights_.finish();
        return {};
    }

private:
    struct LayerOutput {
        TensorId tensor;
        Extent extent;
    };

    StringId intern(std::string_view text) { return model_.strings.intern(text); }

    /// Input, size of a batch and what the training did.
    void read_network(const Section& section) {
        const Extent image = Extent::image(section.integer("channels", 0), section.integer("height", 0),
                                           section.integer("width", 0));
        input_ = {add_tensor("input", section),
                  image.known() ? image : Extent::row(section.integer("inputs", 0))};
        set_extent(input_);
        graph_.inputs.push_back(input_.tensor);
        std::vector<KeyValue> entries;
        for (const Option& option : section.options)
            entries.push_back({intern(option.key), intern(option.value)});
        model_.model_metadata = append(model_.metadata, std::span<const KeyValue>(entries));
    }

    TensorId add_tensor(std::string_view name, const Section& section) {
        Tensor& tensor = graph_.tensors.emplace_back();
        tensor.name = intern(name);
        tensor.kind = ValueKind::kTensor;
        tensor.dtype = DataType::kFloat32;
        tensor.origin = {Error::kNoOffset, section.line};
        return TensorId(graph_.tensors.size() - 1);
    }

    Shape make_shape(std::span<const int64_t> dims) {
        Shape shape{{static_cast<uint32_t>(model_.dims.size()), static_cast<uint32_t>(dims.size())}, true};
        for (const int64_t dim : dims) model_.dims.push_back({std::max<int64_t>(dim, 0), {}});
        return shape;
    }

    void set_extent(const LayerOutput& output) {
        const Extent& extent = output.extent;
        if (!extent.known()) return;
        const std::array<int64_t, 3> image = {extent.channels, extent.height, extent.width};
        const std::array<int64_t, 1> row = {extent.size};
        graph_.tensors[output.tensor.index()].shape =
            make_shape(extent.is_image() ? std::span<const int64_t>(image) : std::span<const int64_t>(row));
    }

    void read_layer(const Section& section) {
        const NodeId id(graph_.nodes.size());
        const std::string name = std::to_string(outputs_.size());
        const LayerOutput& previous = outputs_.empty() ? input_ : outputs_.back();
        LayerPlace place{section, previous.extent, {}};
        std::vector<TensorId> inputs;
        std::vector<StringId> names;
        if (takes_previous(section)) inputs.push_back(previous.tensor);
        for (const int64_t number : named_layers(section, static_cast<int64_t>(outputs_.size()))) {
            if (number < 0 || static_cast<size_t>(number) >= outputs_.size()) {
                complain(section, "names layer " + std::to_string(number) + ", which is not before it", id);
                continue;
            }
            inputs.push_back(outputs_[static_cast<size_t>(number)].tensor);
            place.sources.push_back(outputs_[static_cast<size_t>(number)].extent);
        }
        LayerFacts facts = facts_of(place, transposed_);
        if (!is_known(section.type)) complain(section, "is of a type that Darknet does not have", id);
        add_weights(section, name, facts, inputs, names);
        const LayerOutput output{add_tensor(name, section), facts.output};
        set_extent(output);
        outputs_.push_back(output);
        Node node;
        node.op = intern(section.type);
        node.name = intern(name);
        node.is_custom = !is_known(section.type);
        node.origin = {Error::kNoOffset, section.line};
        node.inputs = append(model_.operands, std::span<const TensorId>(inputs));
        node.input_names = append(model_.texts, std::span<const StringId>(names));
        node.outputs = append(model_.operands, std::span(&output.tensor, 1));
        node.attributes = read_options(section);
        graph_.nodes.push_back(node);
    }

    /// Weights of one matrix have places of their own among the inputs; those of several follow each other.
    void add_weights(const Section& section, const std::string& layer, const LayerFacts& facts,
                     std::vector<TensorId>& inputs, std::vector<StringId>& names) {
        const size_t first = inputs.size();
        const bool single = first == 1 && std::ranges::all_of(facts.weights, [](const Weight& weight) {
                                return std::ranges::find(kSlots, weight.name) != kSlots.end();
                            });
        if (!single && !facts.weights.empty()) names.assign(first, intern("input"));
        for (const Weight& weight : facts.weights) {
            const TensorId id = add_weight(section, layer, weight);
            if (!single) {
                inputs.push_back(id);
                names.push_back(intern(weight.name));
                continue;
            }
            const auto slot =
                first + static_cast<size_t>(std::ranges::find(kSlots, weight.name) - kSlots.begin());
            if (slot >= inputs.size()) inputs.resize(slot + 1);
            inputs[slot] = id;
        }
        if (facts.lost) weights_.lose();
    }

    TensorId add_weight(const Section& section, const std::string& layer, const Weight& weight) {
        Constant constant;
        constant.name = intern(layer + "." + weight.name);
        constant.dtype = DataType::kFloat32;
        constant.shape = make_shape(weight.dims);
        const auto elements = element_count(model_, constant.shape);
        const auto bytes = elements ? packed_bytes(DataType::kFloat32, *elements) : std::nullopt;
        if (!bytes || *bytes == 0) weights_.lose();
        weights_.take(bytes.value_or(0), 0, constant);
        model_.constants.push_back(constant);
        const TensorId id = add_tensor(model_.text(constant.name), section);
        Tensor& tensor = graph_.tensors[id.index()];
        tensor.shape = constant.shape;
        tensor.declared = true;
        tensor.constant = ConstantId(model_.constants.size() - 1);
        return id;
    }

    Range read_options(const Section& section) {
        std::vector<Attribute> attributes;
        for (const Option& option : section.options) attributes.push_back(read_option(option));
        return append(model_.attributes, std::span<const Attribute>(attributes));
    }

    Attribute read_option(const Option& option) {
        Attribute attribute;
        attribute.name = intern(option.key);
        if (const auto integer = parse_number<int64_t>(option.value)) {
            attribute.type = AttributeType::kInt;
            attribute.integer = *integer;
        } else if (const auto real = parse_number<double>(option.value)) {
            attribute.type = AttributeType::kFloat;
            attribute.real = *real;
        } else if (!read_list(option.value, attribute)) {
            attribute.type = AttributeType::kString;
            attribute.text = intern(option.value);
        }
        return attribute;
    }

    bool read_list(std::string_view value, Attribute& attribute) {
        if (value.find(',') == std::string_view::npos) return false;
        if (const auto integers = numbers_of<int64_t>(value)) {
            attribute.type = AttributeType::kInts;
            attribute.list = append(model_.ints, std::span<const int64_t>(*integers));
        } else if (const auto reals = numbers_of<double>(value)) {
            attribute.type = AttributeType::kFloats;
            attribute.list = append(model_.floats, std::span<const double>(*reals));
        } else {
            return false;
        }
        return true;
    }

    /// Outputs that no layer takes.
    void find_outputs() {
        std::vector<bool> taken(graph_.tensors.size());
        for (const Node& node : graph_.nodes) {
            for (const TensorId input : model_.inputs(node)) {
                if (input.valid()) taken[input.index()] = true;
            }
        }
        for (const LayerOutput& output : outputs_) {
            if (!taken[output.tensor.index()]) graph_.outputs.push_back(output.tensor);
        }
    }

    void complain(const Section& section, const std::string& problem, NodeId node) {
        constexpr size_t kMostDamages = 64;
        if (model_.damages.size() >= kMostDamages) return;
        Damage damage;
        damage.graph = GraphId(0U);
        damage.node = node;
        damage.error = {ErrorCode::kCorrupt,
                        "The section [" + std::string(section.type) + "] " + problem + ".", Error::kNoOffset,
                        section.line};
        model_.damages.push_back(std::move(damage));
    }

    Model& model_;
    ExternalStream weights_;
    bool transposed_ = false;
    Graph graph_;
    LayerOutput input_;
    std::vector<LayerOutput> outputs_;  ///< Of the layers before, by their numbers.
};

FormatReader::Match sniff(const Glance& file) {
    using Match = FormatReader::Match;
    const std::string_view text = as_text(file.head);
    if (text.find('\0') != std::string_view::npos) return Match::kNo;
    const SectionText parsed = parse_sections(text);
    if (parsed.sections.empty() || !is_network(parsed.sections[0].type)) return Match::kNo;
    const Section& network = parsed.sections[0];
    const bool has_input = network.has("height") || network.has("width") || network.has("inputs");
    const bool has_layer = parsed.sections.size() > 1 && is_known(parsed.sections[1].type);
    return has_layer || (has_input && parsed.sections.size() == 1) ? Match::kSure : Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    const SectionText text = parse_sections(as_text(model.files[0].bytes()));
    if (text.sections.empty() || !is_network(text.sections[0].type)) {
        return std::unexpected(Error{ErrorCode::kCorrupt, "The first section is not [net].", Error::kNoOffset,
                                     text.sections.empty() ? 1 : text.sections[0].line});
    }
    model.format = Format::kDarknet;
    model.format_name = kDarknetReader.name;
    if (text.strange_line != 0) {
        model.damages.push_back({{ErrorCode::kCorrupt, "The line is no section, option or comment.",
                                  Error::kNoOffset, text.strange_line},
                                 GraphId(0U),
                                 {},
                                 {}});
    }
    return NetworkReader(model).read(text, cancel);
}

/// The network of the weights "m.weights" is "m.cfg".
std::string model_of(const std::string& path) {
    std::filesystem::path network(path);
    return network.extension() == ".weights" ? network.replace_extension(".cfg").string() : std::string();
}

constexpr auto kOwn = std::to_array<std::string_view>({".weights"});
constexpr auto kShared = std::to_array<std::string_view>({".cfg"});

}  // namespace

}  // namespace darknet

const FormatReader kDarknetReader = {
    .name = "Darknet",
    .endings = {.own = darknet::kOwn, .text = {}, .shared = darknet::kShared},
    .sniff = darknet::sniff,
    .read = darknet::read,
    .model_of = darknet::model_of,
};

}  // namespace netloupe
