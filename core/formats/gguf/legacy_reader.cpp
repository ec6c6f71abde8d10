#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_cursor.h"
#include "base/utf8.h"
#include "decoders.h"
#include "formats/gguf.h"
#include "model/module_graph.h"
#include "tensor_types.h"

namespace netloupe {

namespace gguf {

namespace {

/// Files without a table of contents: each program wrote its own numbers and vocabulary first, then the
/// tensors, each behind its name, to the end of the file.
enum class Container : uint8_t {
    kPlain,      ///< "ggml": no version.
    kVersioned,  ///< "ggmf"
    kAligned,    ///< "ggjt": tensors stand at multiples of 32.
    kAdapter,    ///< "ggla": a LoRA; tensors are aligned too.
};

struct Magic {
    std::string_view bytes;  ///< Little-endian, so backwards.
    std::string_view name;
    Container container;
};
constexpr auto kMagics = std::to_array<Magic>({
    {"lmgg", "ggml", Container::kPlain},
    {"fmgg", "ggmf", Container::kVersioned},
    {"tjgg", "ggjt", Container::kAligned},
    {"algg", "ggla", Container::kAdapter},
});

const Magic* magic_of(Bytes file) {
    const auto* const found = std::ranges::find_if(
        kMagics, [&](const Magic& magic) { return as_text(file).starts_with(magic.bytes); });
    return found == kMagics.end() ? nullptr : found;
}

struct Record {
    std::string_view name;
    std::vector<int64_t> ne;
    uint32_t type = 0;
    uint64_t place = 0;
    uint64_t offset = 0;
    uint64_t bytes = 0;
};

/// What the chain of tensors looks like.
struct Form {
    bool aligned = false;
    bool old_blocks = false;  ///< Q4_0 and Q4_1 with scales of float32, until ggjt version 2.
};

/// Bytes of a tensor; nothing for types that are not known.
std::optional<uint64_t> bytes_of(uint32_t id, uint64_t elements, const Form& form) {
    constexpr uint64_t kElements = 32;
    constexpr uint64_t kOldQ40 = 20;
    constexpr uint64_t kOldQ41 = 24;
    if (form.old_blocks && (id == 2 || id == 3))
        return elements % kElements == 0 ? std::optional(elements / kElements * (id == 2 ? kOldQ40 : kOldQ41))
                                         : std::nullopt;
    const TensorType* type = tensor_type(id);
    return type == nullptr ? std::nullopt : stored_bytes(*type, elements);
}

bool is_name(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

std::optional<Record> record_at(Bytes file, uint64_t at, const Form& form) {
    constexpr uint32_t kMostDims = 4;
    constexpr uint32_t kLongestName = 256;
    constexpr uint64_t kAlignment = 32;
    ByteCursor cursor(file.subspan(at), at);
    const auto dims = cursor.read<uint32_t>();
    const auto name_bytes = cursor.read<uint32_t>();
    const auto type = cursor.read<uint32_t>();
    if (!type || *dims > kMostDims || *dims == 0 || *name_bytes == 0 || *name_bytes > kLongestName)
        return std::nullopt;
    Record record{{}, {}, *type, at, 0, 0};
    uint64_t elements = 1;
    for (uint32_t d = 0; d < *dims; ++d) {
        const auto extent = cursor.read<int32_t>();
        if (!extent || *extent <= 0 ||
            __builtin_mul_overflow(elements, static_cast<uint64_t>(*extent), &elements))
            return std::nullopt;
        record.ne.push_back(*extent);
    }
    const auto name = cursor.take(*name_bytes);
    const auto bytes = bytes_of(*type, elements, form);
    if (!name || !bytes || !is_name(as_text(*name))) return std::nullopt;
    record.name = as_text(*name);
    record.offset = cursor.offset();
    if (form.aligned) record.offset = (record.offset + kAlignment - 1) / kAlignment * kAlignment;
    record.bytes = *bytes;
    return slice(file, record.offset, record.bytes) ? std::optional(record) : std::nullopt;
}

/// Finds the tensors: the chain of records that ends where the file ends.
class ChainFinder {
public:
    explicit ChainFinder(Bytes file) : file_(file) {}

    std::vector<Record> find(const Form& form) {
        /// Vocabularies are smaller.
        constexpr uint64_t kFurthest = 64U << 20;
        for (uint64_t at = 4; at < std::min<uint64_t>(file_.size(), kFurthest) && steps_ < kMostSteps; ++at) {
            auto chain = chain_from(at, form);
            if (!chain.empty()) return chain;
        }
        return {};
    }

private:
    /// A hostile file might begin long chains everywhere.
    static constexpr uint64_t kMostSteps = 20'000'000;

    std::vector<Record> chain_from(uint64_t at, const Form& form) {
        std::vector<Record> chain;
        while (at < file_.size()) {
            ++steps_;
            auto record = record_at(file_, at, form);
            if (!record || steps_ > kMostSteps) return {};
            at = record->offset + record->bytes;
            chain.push_back(std::move(*record));
        }
        return chain;
    }

    Bytes file_;
    uint64_t steps_ = 0;
};

/// Numbers in front of everything, as two programs name them; of others only the first ones are told.
constexpr auto kLlamaNames =
    std::to_array<std::string_view>({"n_vocab", "n_embd", "n_mult", "n_head", "n_layer", "n_rot", "ftype"});
constexpr auto kWhisperNames = std::to_array<std::string_view>(
    {"n_vocab", "n_audio_ctx", "n_audio_state", "n_audio_head", "n_audio_layer", "n_text_ctx", "n_text_state",
     "n_text_head", "n_text_layer", "n_mels", "ftype"});

class LegacyReader {
public:
    explicit LegacyReader(Model& model) : model_(model) {}

    Result<void> read(const Magic& magic) {
        const Bytes file = model_.files[0].bytes();
        model_.format = Format::kGgml;
        model_.format_name = "GGML";
        const bool versioned = magic.container != Container::kPlain;
        const auto version = versioned ? load<uint32_t>(file, 4) : std::nullopt;
        model_.format_version =
            version ? fmt::format("{} v{}", magic.name, *version) : std::string(magic.name);
        const bool aligned = magic.container == Container::kAligned || magic.container == Container::kAdapter;
        std::vector<Record> chain;
        for (const bool old_blocks : {false, true}) {
            form_ = {aligned, old_blocks};
            chain = ChainFinder(file).find(form_);
            if (!chain.empty()) break;
        }
        if (chain.empty())
            return fail(ErrorCode::kCorrupt,
                        "No list of tensors ends where the file ends: it was cut short, or is of a program "
                        "that stores them otherwise.",
                        4);
        add_numbers(file, versioned ? 8 : 4, chain);
        ModuleGraph modules(model_);
        for (const Record& record : chain) modules.add(record.name, add_constant(record), {record.offset, 0});
        modules.finish();
        return {};
    }

private:
    void add_numbers(Bytes file, uint64_t at, const std::vector<Record>& chain) {
        const auto has = [&](std::string_view name) {
            return std::ranges::find(chain, name, &Record::name) != chain.end();
        };
        std::span<const std::string_view> names;
        if (has("tok_embeddings.weight")) names = kLlamaNames;
        if (has("decoder.token_embedding.weight")) names = kWhisperNames;
        std::vector<KeyValue> entries;
        for (size_t i = 0; i < kWhisperNames.size(); ++i) {
            const auto value = load<int32_t>(file, at + 4 * i);
            if (!value || at + 4 * i >= chain[0].place || (!names.empty() && i >= names.size())) break;
            const std::string key = names.empty() ? fmt::format("number {}", i) : std::string(names[i]);
            entries.push_back({model_.strings.intern(key), model_.strings.intern(fmt::format("{}", *value))});
        }
        model_.model_metadata = append(model_.metadata, std::span<const KeyValue>(entries));
    }

    ConstantId add_constant(const Record& record) {
        Constant constant;
        constant.name = model_.strings.intern(record.name);
        constant.shape.known = true;
        constant.shape.dims = {static_cast<uint32_t>(model_.dims.size()),
                               static_cast<uint32_t>(record.ne.size())};
        for (size_t d = record.ne.size(); d-- > 0;) model_.dims.push_back({record.ne[d], {}});
        constant.file = FileId(0U);
        constant.offset = record.offset;
        constant.length = record.bytes;
        const TensorType* type = tensor_type(record.type);
        constant.dtype = type->dtype;
        const bool old = form_.old_blocks && (record.type == 2 || record.type == 3);
        if (type->decode != nullptr) {
            constant.decoder = &kBlockDecoder;
            // Values of the old blocks are not shown: no type has that number.
            constant.decoder_argument = old ? UINT32_MAX : type->id;
        }
        model_.constants.push_back(constant);
        return ConstantId(model_.constants.size() - 1);
    }

    Model& model_;
    Form form_;
};

FormatReader::Match sniff(const Glance& file) {
    return magic_of(file.head) != nullptr ? FormatReader::Match::kSure : FormatReader::Match::kNo;
}

Result<void> read(Model& model, const CancelToken&) {
    const Magic* magic = magic_of(model.files[0].bytes());
    if (magic == nullptr)
        return fail(ErrorCode::kCorrupt, "The file does not begin with a magic of ggml.", 0);
    return LegacyReader(model).read(*magic);
}

constexpr auto kOwn = std::to_array<std::string_view>({".ggml"});
constexpr auto kShared = std::to_array<std::string_view>({".bin"});

}  // namespace

}  // namespace gguf

constexpr FormatReader kGgmlReader = {
    .name = "GGML",
    .endings = {.own = gguf::kOwn, .shared = gguf::kShared},
    .sniff = gguf::sniff,
    .read = gguf::read,
};

}  // namespace netloupe
