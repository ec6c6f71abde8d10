#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "base/byte_cursor.h"
#include "base/contained_path.h"
#include "base/natural_order.h"
#include "base/utf8.h"
#include "containers/json_document.h"
#include "formats/safetensors.h"
#include "header.h"
#include "model/module_graph.h"

namespace netloupe {

namespace safetensors {

namespace {

/// A tensor of one of the files, or one that an index promises and no file has.
struct Found {
    std::string name;
    ConstantId constant;
    Origin origin;
};

class Reader {
public:
    Reader(Model& model, const CancelToken& cancel) : model_(model), cancel_(cancel) {
        model_.format = Format::kSafetensors;
        model_.format_name = kSafetensorsReader.name;
    }

    Result<void> read_file() {
        const auto header = read_header(model_.files[0].bytes());
        if (!header) return std::unexpected(header.error());
        add_tensors(*header, FileId(0U), {});
        return finish();
    }

    Result<void> read_index() {
        const auto index = parse_json(as_text(model_.files[0].bytes()));
        if (!index || !index->is_object() || !index->contains("weight_map") ||
            !(*index)["weight_map"].is_object())
            return fail(ErrorCode::kCorrupt, "The index is not a JSON object with a weight_map.", 0);
        const Json metadata = index->value("metadata", Json::object());
        for (const auto& [key, value] : metadata.items())
            metadata_.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
        std::map<std::string, std::vector<std::string>> shards;
        for (const auto& [name, shard] : (*index)["weight_map"].items())
            shards[shard.is_string() ? shard.get<std::string>() : shard.dump()].push_back(name);
        for (const auto& [shard, names] : shards) {
            if (cancel_.cancelled()) break;
            read_shard(shard, names);
        }
        return finish();
    }

private:
    void read_shard(const std::string& shard, const std::vector<std::string>& names) {
        const auto path = resolve_beside(model_.files[0].path, shard);
        if (!path) return miss(names, path.error());
        auto mapped = MappedFile::open(*path);
        if (!mapped) return miss(names, mapped.error());
        const auto header = read_header(mapped->bytes());
        if (!header) return miss(names, {header.error().code, shard + ": " + header.error().message});
        const FileId file(model_.files.size());
        model_.files.push_back({*path, std::move(*mapped)});
        add_tensors(*header, file, shard);
        std::unordered_set<std::string_view> present;
        for (const Entry& entry : header->entries) present.insert(entry.name);
        std::vector<std::string> absent;
        std::ranges::copy_if(names, std::back_inserter(absent),
                             [&](const auto& name) { return !present.contains(name); });
        if (!absent.empty())
            miss(absent,
                 {ErrorCode::kCorrupt, fmt::format("{} does not hold what the index says.", to_utf8(shard))});
    }

    void miss(const std::vector<std::string>& names, const Error& why) {
        for (const std::string& name : names) found_.push_back({name, {}, {}});
        const std::string more = names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "";
        model_.damages.push_back({{why.code, fmt::format("The values of tensor \"{}\"{} cannot be read. {}",
                                                         to_utf8(names[0]), more, why.message)},
                                  GraphId(0U),
                                  {},
                                  {}});
    }

    void add_tensors(const Header& header, FileId file, const std::string& shard) {
        const StringId location = model_.strings.intern(shard);
        const uint64_t file_bytes = model_.files[file.index()].bytes().size();
        for (const Entry& entry : header.entries) {
            Constant constant;
            constant.name = model_.strings.intern(entry.name);
            constant.dtype = type_of(entry.dtype);
            constant.shape = shape_of(entry);
            constant.file = file;
            constant.offset = header.data + entry.begin;
            constant.length = entry.end - entry.begin;
            constant.location = location;
            model_.constants.push_back(constant);
            // An origin is a place in files[0].
            const Origin origin = shard.empty() ? Origin{constant.offset, 0} : Origin{};
            found_.push_back({entry.name, ConstantId(model_.constants.size() - 1), origin});
        }
        for (Error& error : faults(header, file_bytes)) {
            if (!shard.empty()) error = {error.code, shard + ": " + error.message};
            model_.damages.push_back({std::move(error), GraphId(0U), {}, {}});
        }
        if (shard.empty()) metadata_ = header.metadata;
    }

    Shape shape_of(const Entry& entry) {
        Shape shape;
        shape.known = true;
        shape.dims.begin = static_cast<uint32_t>(model_.dims.size());
        shape.dims.count = static_cast<uint32_t>(entry.shape.size());
        for (const int64_t extent : entry.shape) model_.dims.push_back({extent, {}});
        return shape;
    }

    /// Writers sort by type and alphabet; people look for layer 2 before layer 10.
    Result<void> finish() {
        if (cancel_.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        std::ranges::stable_sort(found_, natural_less, &Found::name);
        ModuleGraph modules(model_);
        for (const Found& found : found_) modules.add(found.name, found.constant, found.origin);
        modules.finish();
        std::vector<KeyValue> entries;
        entries.reserve(metadata_.size());
        for (const auto& [key, value] : metadata_)
            entries.push_back({model_.strings.intern(key), model_.strings.intern(value)});
        model_.model_metadata = append(model_.metadata, std::span<const KeyValue>(entries));
        return {};
    }

    Model& model_;
    const CancelToken& cancel_;
    std::vector<Found> found_;
    std::vector<std::pair<std::string, std::string>> metadata_;
};

bool is_index(Bytes head) {
    const std::string_view text = as_text(head);
    return text.starts_with('{') && text.contains("\"weight_map\"") && text.contains(".safetensors\"");
}

FormatReader::Match sniff(const Glance& file) {
    using Match = FormatReader::Match;
    if (is_index(file.head)) return Match::kSure;
    const uint64_t length = declared_length(file.head);
    if (length == 0) return Match::kNo;
    const std::string_view text = as_text(file.head).substr(8);
    const bool names = text.contains("\"dtype\"") || text.contains("\"__metadata__\"");
    return names || text.starts_with("{}") ? Match::kSure : Match::kMaybe;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    Reader reader(model, cancel);
    const Bytes file = model.files[0].bytes();
    return is_index(file.first(std::min(file.size(), kSniffBytes))) ? reader.read_index()
                                                                    : reader.read_file();
}

/// "model-00001-of-00002.safetensors" belongs to "model.safetensors.index.json".
std::string model_of(const std::string& path) {
    constexpr std::string_view kEnding = ".safetensors";
    constexpr std::string_view kForm = "-00000-of-00000";
    if (!path.ends_with(kEnding) || path.size() < kEnding.size() + kForm.size()) return {};
    const std::string stem = path.substr(0, path.size() - kEnding.size());
    const size_t at = stem.size() - kForm.size();
    const bool fits = std::ranges::equal(stem.substr(at), kForm, [](char c, char form) {
        return form == '0' ? c >= '0' && c <= '9' : c == form;
    });
    return fits ? stem.substr(0, at) + ".safetensors.index.json" : std::string();
}

constexpr auto kOwn = std::to_array<std::string_view>({".safetensors", ".safetensors.index.json"});

}  // namespace

}  // namespace safetensors

constexpr FormatReader kSafetensorsReader = {
    .name = "Safetensors",
    .endings = {.own = safetensors::kOwn},
    .sniff = safetensors::sniff,
    .read = safetensors::read,
    .model_of = safetensors::model_of,
};

}  // namespace netloupe
