#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "architecture.h"
#include "base/byte_cursor.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "decoders.h"
#include "formats/gguf.h"
#include "model/ggml_file_type.h"
#include "model/module_graph.h"
#include "tensor_types.h"
#include "wire.h"

namespace netloupe {

namespace gguf {

namespace {

/// Elements of a metadata array that are written out; longer ones are told by their beginning.
constexpr uint64_t kShownElements = 16;
constexpr uint64_t kDefaultAlignment = 32;
constexpr uint32_t kMostSplits = 10'000;

/// "dir/m-00002-of-00009.gguf": what stands in front of the numbers, and how many files there are.
struct SplitName {
    std::string stem;
    uint32_t number = 0;
    uint32_t count = 0;

    [[nodiscard]] std::string path(uint32_t of) const {
        return fmt::format("{}-{:05}-of-{:05}.gguf", stem, of, count);
    }
};

std::optional<SplitName> split_name(const std::string& path) {
    constexpr std::string_view kForm = "-00000-of-00000.gguf";
    if (path.size() < kForm.size()) return std::nullopt;
    const std::string_view end = std::string_view(path).substr(path.size() - kForm.size());
    const bool fits = std::ranges::equal(
        end, kForm, [](char c, char form) { return form == '0' ? c >= '0' && c <= '9' : c == form; });
    if (!fits) return std::nullopt;
    SplitName name{path.substr(0, path.size() - kForm.size()), 0, 0};
    std::from_chars(end.data() + 1, end.data() + 6, name.number);
    std::from_chars(end.data() + 10, end.data() + 15, name.count);
    return name;
}

class Reader {
public:
    Reader(Model& model, const CancelToken& cancel) : model_(model), cancel_(cancel) {}

    Result<void> read() {
        model_.format = Format::kGguf;
        model_.format_name = kGgufReader.name;
        const Bytes file = model_.files[0].bytes();
        const auto header = read_header(file);
        if (!header) return std::unexpected(header.error());
        model_.format_version = fmt::format("v{}", header->encoding.version);
        for (const Entry& entry : header->entries) entries_.try_emplace(entry.key, entry.value);
        encoding_ = header->encoding;
        read_metadata(file, *header);
        read_tensors(FileId(0U), *header);
        read_other_splits();
        if (cancel_.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        make_graph(file);
        return {};
    }

private:
    [[nodiscard]] std::optional<std::string> text_of(std::string_view key) const {
        const auto found = entries_.find(key);
        if (found == entries_.end()) return std::nullopt;
        return value_text(model_.files[0].bytes(), encoding_, found->second, kShownElements);
    }
    [[nodiscard]] std::optional<int64_t> integer_of(std::string_view key) const {
        const auto found = entries_.find(key);
        if (found == entries_.end()) return std::nullopt;
        return value_integer(model_.files[0].bytes(), encoding_, found->second);
    }

    void read_metadata(Bytes file, const Header& header) {
        std::vector<KeyValue> all;
        all.reserve(header.entries.size());
        for (const Entry& entry : header.entries) {
            all.push_back(
                {model_.strings.intern(entry.key),
                 model_.strings.intern(value_text(file, header.encoding, entry.value, kShownElements))});
        }
        model_.model_metadata = append(model_.metadata, std::span<const KeyValue>(all));
        architecture_ = text_of("general.architecture").value_or("");
        model_.description = text_of("general.description").value_or("");
        model_.version = text_of("general.version").value_or("");
    }

    void read_tensors(FileId file_id, const Header& header) {
        const Bytes file = model_.files[file_id.index()].bytes();
        const uint64_t data = data_offset(header);
        // Small files of metadata alone have no data, and so no padding.
        for (const TensorInfo& info : header.tensors) add_tensor(file_id, file, data, header, info);
        if (header.damage) add_damage(*header.damage, file_id);
    }

    [[nodiscard]] uint64_t data_offset(const Header& header) const {
        const auto given = integer_of("general.alignment");
        const uint64_t alignment = given && *given > 0 ? static_cast<uint64_t>(*given) : kDefaultAlignment;
        const uint64_t over = header.end % alignment;
        return over == 0 ? header.end : header.end + (alignment - over);
    }

    void add_tensor(FileId file_id, Bytes file, uint64_t data, const Header& header, const TensorInfo& info) {
        const TensorType* type = tensor_type(info.type);
        Constant constant;
        constant.name = model_.strings.intern(info.name);
        constant.shape = shape_of(info);
        constant.file = file_id;
        constant.offset = data + std::min(info.offset, UINT64_MAX - data);
        if (file_id.value != 0) constant.location = file_name(file_id);
        const auto elements = element_count(model_, constant.shape);
        const auto bytes = type != nullptr && elements ? stored_bytes(*type, *elements) : std::nullopt;
        constant.length = bytes.value_or(0);
        if (type == nullptr) {
            // It says that it does not know the type; rules ask which one it is.
            constant.decoder = &kBlockDecoder;
            constant.decoder_argument = info.type;
        } else {
            constant.dtype = type->dtype;
            if (type->decode != nullptr) {
                constant.decoder = &kBlockDecoder;
                constant.decoder_argument = type->id;
            } else if (header.encoding.big_endian && type->bytes > 1) {
                constant.decoder = &kSwappedDecoder;
            }
            Measure& measure = measures_[type->id];
            ++measure.tensors;
            measure.elements += elements.value_or(0);
            measure.bytes += constant.length;
        }
        model_.constants.push_back(constant);
        const Origin origin = file_id.value == 0 ? Origin{constant.offset, 0} : Origin{};
        weights_.push_back({model_.text(constant.name), ConstantId(model_.constants.size() - 1), origin});
        check_tensor(file_id, file, constant, info, type, bytes);
    }

    /// In the order of C: the file names the fastest dimension first.
    Shape shape_of(const TensorInfo& info) {
        Shape shape;
        shape.known = true;
        shape.dims = {static_cast<uint32_t>(model_.dims.size()), static_cast<uint32_t>(info.dims.size())};
        for (size_t d = info.dims.size(); d-- > 0;)
            model_.dims.push_back({static_cast<int64_t>(std::min<uint64_t>(info.dims[d], INT64_MAX)), {}});
        return shape;
    }

    /// What keeps the tensor's values from being read. What llama.cpp demands beyond that, rules tell.
    void check_tensor(FileId file_id, Bytes file, const Constant& constant, const TensorInfo& info,
                      const TensorType* type, std::optional<uint64_t> bytes) {
        const std::string name = to_utf8(info.name);
        if (type == nullptr) return;
        if (!bytes) {
            add_damage(
                {ErrorCode::kCorrupt,
                 fmt::format("The tensor \"{}\" is no whole number of {} blocks, or too large for any file.",
                             name, type->name),
                 info.place},
                file_id);
        } else if (!slice(file, constant.offset, *bytes)) {
            ++beyond_;
            if (beyond_ > 1) return;
            add_damage(
                {ErrorCode::kCorrupt,
                 fmt::format(
                     "The values of tensor \"{}\" reach beyond the end of the file: {} bytes at offset {}, "
                     "but the file has {}. It was cut short; copy or download it again.",
                     name, *bytes, constant.offset, file.size()),
                 info.place},
                file_id);
        }
    }

    StringId file_name(FileId file) {
        return model_.strings.intern(
            std::filesystem::path(model_.files[file.index()].path).filename().string());
    }

    void add_damage(Error error, FileId file) {
        if (model_.damages.size() >= limits::kDamages) return;
        // A place is one in files[0].
        if (file.value != 0)
            error = {error.code, fmt::format("{}: {}", to_utf8(model_.text(file_name(file))), error.message)};
        model_.damages.push_back({std::move(error), GraphId(0U), {}, {}});
    }

    /// The first file of a set stands for all of it; what is missing a rule tells.
    void read_other_splits() {
        const auto count = integer_of("split.count");
        const auto number = integer_of("split.no");
        const auto name = split_name(model_.files[0].path);
        if (!count || *count < 2 || *count > kMostSplits || number != 0 || !name || name->count != *count)
            return;
        for (uint32_t split = 2; split <= name->count && !cancel_.cancelled(); ++split) {
            auto mapped = MappedFile::open(name->path(split));
            if (!mapped) continue;
            const auto header = read_header(mapped->bytes());
            const FileId file(model_.files.size());
            model_.files.push_back({name->path(split), std::move(*mapped)});
            if (header) {
                read_tensors(file, *header);
            } else {
                add_damage(header.error(), file);
            }
        }
    }

    void make_graph(Bytes file) {
        const auto tokenizer = read_tokenizer(file);
        const auto parameter = [this](std::string_view key) {
            return text_of(architecture_ + "." + std::string(key));
        };
        if (!draw_architecture(model_, architecture_, weights_, tokenizer, parameter)) {
            ModuleGraph modules(model_);
            if (tokenizer)
                model_.graphs[0].nodes[modules.module("tokenizer", "tokenizer").index()].attributes =
                    tokenizer->attributes;
            for (const Weight& weight : weights_) modules.add(weight.name, weight.constant, weight.origin);
            modules.finish();
        } else {
            model_.graphs[0].doc = model_.strings.intern(
                "Drawn from the architecture's name and the tensors' names; the file holds no graph.");
        }
        Graph& graph = model_.graphs[0];
        graph.name = model_.strings.intern(architecture_);
        graph.metadata = measured();
        describe_quantization(graph);
    }

    /// The entries that begin with "tokenizer.", long arrays as constants.
    std::optional<Tokenizer> read_tokenizer(Bytes file) {
        Tokenizer tokenizer{{static_cast<uint32_t>(model_.attributes.size()), 0}};
        for (const KeyValue& entry : model_.metadata_of(model_.model_metadata)) {
            const std::string_view key = model_.text(entry.key);
            constexpr std::string_view kPrefix = "tokenizer.";
            if (!key.starts_with(kPrefix)) continue;
            const Value& value = entries_.at(key);
            Attribute attribute;
            const std::string_view name =
                key.substr(key.starts_with("tokenizer.ggml.") ? 15 : kPrefix.size());
            attribute.name = model_.strings.intern(name);
            attribute.type = AttributeType::kString;
            attribute.text = entry.value;
            if (value.type == ValueType::kArray) keep_array(file, value, attribute);
            model_.attributes.push_back(attribute);
            ++tokenizer.attributes.count;
        }
        if (tokenizer.attributes.empty()) return std::nullopt;
        return tokenizer;
    }

    void keep_array(Bytes file, const Value& value, Attribute& attribute) {
        constexpr std::array kTypes{
            DataType::kUint8,  DataType::kInt8,    DataType::kUint16, DataType::kInt16,  DataType::kUint32,
            DataType::kInt32,  DataType::kFloat32, DataType::kBool,   DataType::kString, DataType::kUnknown,
            DataType::kUint64, DataType::kInt64,   DataType::kFloat64};
        const auto element = static_cast<size_t>(value.element);
        if (element >= kTypes.size() || kTypes[element] == DataType::kUnknown ||
            value.offset + value.length > file.size())
            return;
        Constant constant;
        constant.name = attribute.name;
        constant.dtype = kTypes[element];
        constant.shape.known = true;
        constant.shape.dims = {static_cast<uint32_t>(model_.dims.size()), 1};
        model_.dims.push_back({static_cast<int64_t>(std::min<uint64_t>(value.count, INT64_MAX)), {}});
        constant.file = FileId(0U);
        constant.offset = value.offset;
        constant.length = value.length;
        if (value.element == ValueType::kString) {
            constant.decoder = &kStringDecoder;
            constant.decoder_argument = uint64_t{encoding_.version} << 1 | (encoding_.big_endian ? 1 : 0);
        } else if (encoding_.big_endian && size_of(value.element) > 1) {
            constant.decoder = &kSwappedDecoder;
        }
        model_.constants.push_back(constant);
        attribute.type = AttributeType::kTensor;
        attribute.constant = ConstantId(model_.constants.size() - 1);
    }

    /// How the tensors are stored in truth, beside the label that the file gives itself.
    Range measured() {
        std::vector<KeyValue> out;
        const auto add = [&](std::string_view key, const std::string& value) {
            out.push_back({model_.strings.intern(key), model_.strings.intern(value)});
        };
        if (const auto id = integer_of("general.file_type")) {
            const GgmlFileType* type = ggml_file_type(static_cast<uint32_t>(*id) & ~kGuessedFileType);
            add("label", type == nullptr ? fmt::format("{} (not known)", *id) : std::string(type->name));
        }
        uint64_t bytes = 0;
        uint64_t elements = 0;
        std::string types;
        for (const auto& [id, measure] : measures_) {
            bytes += measure.bytes;
            elements += measure.elements;
            types += fmt::format("{}{} × {} ({:.1f} MiB)", types.empty() ? "" : ", ", tensor_type(id)->name,
                                 measure.tensors, static_cast<double>(measure.bytes) / (1U << 20));
        }
        if (elements > 0) {
            add("measured types", types);
            add("measured bits per weight",
                fmt::format("{:.2f}", static_cast<double>(bytes) * 8 / static_cast<double>(elements)));
        }
        return append(model_.metadata, std::span<const KeyValue>(out));
    }

    /// One quantization a type, which all its tensors share.
    void describe_quantization(Graph& graph) {
        std::unordered_map<DataType, QuantizationId> known;
        for (Tensor& tensor : graph.tensors) {
            const auto types = tensor_types();
            const auto type = std::ranges::find(types, tensor.dtype, &TensorType::dtype);
            if (!tensor.constant.valid() || type == types.end() || type->decode == nullptr) continue;
            const auto [found, added] =
                known.try_emplace(tensor.dtype, QuantizationId(model_.quantizations.size()));
            if (added) {
                Quantization quantization;
                quantization.scheme = QuantizationScheme::kCustom;
                quantization.block_size = type->elements;
                quantization.storage = tensor.dtype;
                quantization.details = model_.strings.intern(
                    fmt::format("{}: {} weights in a block of {} bytes, {:.4g} bits a weight", type->name,
                                type->elements, type->bytes, 8.0 * type->bytes / type->elements));
                model_.quantizations.push_back(quantization);
            }
            tensor.quantization = found->second;
        }
    }

    struct Measure {
        uint64_t tensors = 0;
        uint64_t elements = 0;
        uint64_t bytes = 0;
    };

    Model& model_;
    const CancelToken& cancel_;
    Encoding encoding_;
    std::unordered_map<std::string_view, Value> entries_;
    std::string architecture_;
    std::vector<Weight> weights_;
    std::map<uint32_t, Measure> measures_;
    uint64_t beyond_ = 0;
};

FormatReader::Match sniff(const Glance& file) {
    return as_text(file.head).starts_with("GGUF") ? FormatReader::Match::kSure : FormatReader::Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    return Reader(model, cancel).read();
}

constexpr auto kOwn = std::to_array<std::string_view>({".gguf"});

}  // namespace

}  // namespace gguf

constexpr FormatReader kGgufReader = {
    .name = "GGUF",
    .endings = {.own = gguf::kOwn},
    .sniff = gguf::sniff,
    .read = gguf::read,
};

}  // namespace netloupe
