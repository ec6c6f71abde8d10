#include <algorithm>
#include <array>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "config_graph.h"
#include "containers/hdf5.h"
#include "containers/zip_directory.h"
#include "foreign_code.h"
#include "formats/keras.h"
#include "layer_weights.h"
#include "metadata.h"
#include "model/module_graph.h"
#include "weight_file.h"

namespace netloupe {

namespace keras {

namespace {

using json::member;
using Match = FormatReader::Match;

constexpr std::string_view kConfigFile = "config.json";
constexpr std::string_view kMetadataFile = "metadata.json";
constexpr std::string_view kWeightsFile = "model.weights.h5";

const ZipMember* find_member(std::span<const ZipMember> archive, std::string_view name) {
    const auto found = std::ranges::find(archive, name, &ZipMember::name);
    return found == archive.end() ? nullptr : &*found;
}

/// What only Keras puts into the root of an HDF5 file, or into that of the first form.
bool is_of_keras(const hdf5::Object& root) {
    static constexpr auto kAttributes = std::to_array<std::string_view>(
        {"model_config", "layer_names", "layer_names0", "keras_version", "nb_layers"});
    static constexpr auto kGroups = std::to_array<std::string_view>(
        {"layers", "model_weights", "_layer_checkpoint_dependencies", "optimizer_weights"});
    const auto has = [](const auto& names, const auto& known) {
        return std::ranges::any_of(names, [&](std::string_view name) { return known(name) != nullptr; });
    };
    return has(kAttributes, [&](std::string_view name) { return root.attribute(name); }) ||
           has(kGroups, [&](std::string_view name) { return root.link(name); });
}

Match sniff_hdf5(const Glance& glance) {
    auto file = hdf5::File::open(glance.bytes);
    if (!file) return Match::kMaybe;
    const auto root = file->object(file->root());
    // Of a model in an archive only the beginning is seen.
    if (!root) return Match::kSure;
    return is_of_keras(*root) ? Match::kSure : Match::kMaybe;
}

Match sniff_json(std::string_view head) {
    if (!head.substr(std::min(head.find_first_not_of(" \t\r\n"), head.size())).starts_with('{'))
        return Match::kNo;
    // TensorFlow.js has the same layers inside a form of its own.
    if (!head.contains("\"class_name\"") || head.contains("\"modelTopology\"")) return Match::kNo;
    const bool layers = head.contains("\"layers\"") || head.contains("\"Sequential\"");
    const bool keras = head.contains("\"registered_name\"") || head.contains("\"keras_version\"");
    return head.contains("\"config\"") && (layers || keras) ? Match::kSure : Match::kNo;
}

Match sniff(const Glance& glance) {
    if (hdf5::is_hdf5(glance.head)) return sniff_hdf5(glance);
    if (!glance.archive.empty()) {
        const bool keras = find_member(glance.archive, kConfigFile) != nullptr &&
                           (find_member(glance.archive, kWeightsFile) != nullptr ||
                            find_member(glance.archive, kMetadataFile) != nullptr);
        return keras ? Match::kSure : Match::kNo;
    }
    return sniff_json(as_text(glance.head));
}

class Reader {
public:
    explicit Reader(Model& model) : model_(model), metadata_(model) {
        model_.format = Format::kKeras;
        model_.format_name = kKerasReader.name;
    }

    Result<void> read() {
        const Bytes bytes = model_.files[0].bytes();
        const auto read = hdf5::is_hdf5(bytes.first(std::min(bytes.size(), kSniffBytes))) ? read_hdf5()
                          : as_text(bytes).starts_with("PK")                              ? read_archive()
                                                                                          : read_json();
        if (!read) return read;
        metadata_.finish();
        return {};
    }

private:
    void set_version(std::string_view version) {
        if (!version.empty()) model_.format_version = "v" + std::string(version);
    }

    Result<void> read_hdf5() {
        auto weights = WeightFile::open(model_, {FileId(0U), 0, model_.files[0].bytes().size()});
        if (!weights) return std::unexpected(weights.error());
        const auto text = [&](std::string_view attribute) {
            return weights->file().text(weights->root(), attribute);
        };
        const std::string config = text("model_config");
        add_training(text("training_config"));
        describe(*weights);
        if (!config.empty()) {
            const auto json = parse_json(config);
            if (json && json->is_object()) return read_config(*json, *weights);
            weights->damage(Error{ErrorCode::kCorrupt, "The attribute model_config is no JSON object."});
        }
        return read_weights(*weights);
    }

    /// Which Keras, on what, wrote the file: of a file of a model at its root or with its weights.
    void describe(WeightFile& weights) {
        const auto group = weights.find(weights.root(), "model_weights");
        for (const hdf5::Object* object : {&weights.root(), group.get()}) {
            if (object == nullptr) continue;
            if (model_.format_version.empty()) set_version(weights.file().text(*object, "keras_version"));
            if (model_.runtime.empty()) model_.runtime = weights.file().text(*object, "backend");
        }
    }

    /// A file of weights alone, or of no Keras at all.
    Result<void> read_weights(WeightFile& weights) {
        model_.format_name = is_of_keras(weights.root()) ? "Keras Weights" : "HDF5 Weights";
        for (const hdf5::Attribute& attribute : weights.root().attributes) {
            const auto texts = weights.file().texts(attribute);
            if (texts.size() == 1 && attribute.name != "keras_version" && attribute.name != "backend")
                metadata_.add(attribute.name, texts[0]);
        }
        const LayerWeights layers(weights);
        if (layers.named().empty()) return add_weight_tree(model_, weights);
        ModuleGraph modules(model_, '/');
        for (const auto& [name, all] : layers.named()) {
            if (all.empty()) continue;
            const NodeId layer = modules.module(name, "Module", {});
            for (const LayerWeight& weight : all)
                modules.add(layer, weight.argument, weight.name, weight.constant, {});
        }
        modules.finish();
        return {};
    }

    Result<void> read_config(const Json& config, WeightFile& weights) {
        add_foreign_code(model_, config);
        if (!has_layers(config)) return read_opaque(config, weights);
        LayerWeights layers(weights);
        add_config_graph(model_, config, layers);
        return {};
    }

    /// A model whose class alone knows its layers: its weights are a tree.
    Result<void> read_opaque(const Json& config, WeightFile& weights) {
        const auto read = add_weight_tree(model_, weights);
        name_graph(config);
        return read;
    }

    void name_graph(const Json& config) {
        if (model_.graphs.empty()) model_.graphs.emplace_back();
        model_.graphs[0].name = model_.strings.intern(json::text(member(member(config, "config"), "name")));
        model_.graphs[0].doc = model_.strings.intern(json::text(member(config, "class_name")));
    }

    Result<void> read_archive() {
        const Bytes bytes = model_.files[0].bytes();
        const auto members = zip_members(bytes);
        if (!members) return std::unexpected(members.error());
        const ZipMember* config_file = find_member(*members, kConfigFile);
        if (config_file == nullptr) return fail(ErrorCode::kCorrupt, "The archive has no config.json.");
        const auto text = zip_content(bytes, *config_file, limits::kInflatedBytes);
        if (!text) return std::unexpected(text.error());
        const auto config = parse_json(*text);
        if (!config || !config->is_object())
            return fail(ErrorCode::kCorrupt, "The archive's config.json is no JSON object.",
                        config_file->header);
        read_date(bytes, *members);
        metadata_.add_training(member(*config, "compile_config"));
        const auto place = weights_place(bytes, *members);
        if (place) {
            auto weights = WeightFile::open(model_, *place);
            if (weights) return read_config(*config, *weights);
            damage(weights.error());
        } else {
            damage(place.error());
        }
        return read_without_weights(*config);
    }

    void read_date(Bytes bytes, std::span<const ZipMember> members) {
        const ZipMember* found = find_member(members, kMetadataFile);
        if (found == nullptr) return;
        const auto text = zip_content(bytes, *found, limits::kInflatedBytes);
        const auto json = text ? parse_json(*text) : std::nullopt;
        if (!json)
            return damage(
                {ErrorCode::kCorrupt, "The archive's metadata.json cannot be read.", found->header});
        set_version(json::text(member(*json, "keras_version")));
        metadata_.add("date_saved", std::string(json::text(member(*json, "date_saved"))));
    }

    /// Keras stores the weights as they are. An archive that was packed again is unpacked into memory.
    Result<hdf5::Place> weights_place(Bytes bytes, std::span<const ZipMember> members) {
        const ZipMember* found = find_member(members, kWeightsFile);
        if (found == nullptr)
            return fail(ErrorCode::kNotFound,
                        "The archive has no model.weights.h5; its layers have no weights.");
        if (found->method == ZipMember::Method::kStored && !found->encrypted) {
            const auto stored = zip_packed(bytes, *found);
            if (!stored) return std::unexpected(stored.error());
            return hdf5::Place{FileId(0U), static_cast<uint64_t>(stored->data() - bytes.data()),
                               stored->size()};
        }
        constexpr uint64_t kMostUnpacked = 1ULL << 30;
        const auto content = zip_content(bytes, *found, kMostUnpacked);
        if (!content) return std::unexpected(content.error());
        const Bytes unpacked = as_bytes(*content);
        const FileId file(model_.files.size());
        model_.files.push_back(
            {model_.files[0].path, std::vector<std::byte>(unpacked.begin(), unpacked.end())});
        return hdf5::Place{file, 0, unpacked.size()};
    }

    Result<void> read_json() {
        const Bytes bytes = model_.files[0].bytes();
        if (bytes.size() > kJsonBytes) return fail(ErrorCode::kLimit, "The JSON is larger than is read.");
        const auto config = parse_json(as_text(bytes));
        if (!config || !config->is_object() || !member(*config, "class_name").is_string())
            return fail(ErrorCode::kCorrupt, "The file is no JSON object that describes a model of Keras.",
                        0);
        set_version(json::text(member(*config, "keras_version")));
        model_.runtime = json::text(member(*config, "backend"));
        metadata_.add_training(member(*config, "compile_config"));
        return read_without_weights(*config);
    }

    Result<void> read_without_weights(const Json& config) {
        add_foreign_code(model_, config);
        if (!has_layers(config)) {
            name_graph(config);
            return {};
        }
        LayerWeights none;
        add_config_graph(model_, config, none);
        return {};
    }

    void add_training(const std::string& text) {
        if (text.empty()) return;
        const auto json = parse_json(text);
        if (json) metadata_.add_training(*json);
        if (!json) damage({ErrorCode::kCorrupt, "The attribute training_config is no JSON."});
    }

    void damage(Error error) { model_.damages.push_back({std::move(error), GraphId(0U), {}, {}}); }

    Model& model_;
    Metadata metadata_;
};

Result<void> read(Model& model, const CancelToken& cancel) {
    const auto done = Reader(model).read();
    if (!done) return done;
    if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
    return {};
}

constexpr auto kOwn = std::to_array<std::string_view>({".keras", ".h5", ".hdf5"});
constexpr auto kShared = std::to_array<std::string_view>({".json"});

}  // namespace

}  // namespace keras

constexpr FormatReader kKerasReader = {
    .name = "Keras",
    .endings = {.own = keras::kOwn, .shared = keras::kShared},
    .sniff = keras::sniff,
    .read = keras::read,
};

}  // namespace netloupe
