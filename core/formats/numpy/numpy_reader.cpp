#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "array.h"
#include "base/byte_cursor.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "formats/numpy.h"
#include "model/module_graph.h"
#include "model/values.h"

namespace netloupe {

namespace numpy {

namespace {

/// What is inflated of an archive's member to show values of it.
constexpr uint64_t kMostInflated = 256ULL << 20;
constexpr uint64_t kHeaderGuess = 4096;

/// Where the decoder finds the array: its span is the whole .npy, deflated or not.
constexpr uint64_t kDeflated = 1;

/// Reads arrays that are no dense rows of little-endian numbers, by the header in front of them.
class ArrayDecoder : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto span = constant_bytes(model, constant);
        if (!span) return std::unexpected(span.error());
        if (constant.decoder_argument == kDeflated) return decode_deflated(*span, first, count);
        const auto array = read_header(*span);
        if (!array) return std::unexpected(array.error());
        return numpy::decode(*array, span->subspan(array->header_bytes), first, count);
    }

private:
    static Result<Values> decode_deflated(Bytes packed, uint64_t first, uint64_t count) {
        const auto front = inflate_front(packed, kHeaderGuess);
        if (!front) return std::unexpected(front.error());
        const auto header = header_bytes(as_bytes(*front));
        if (!header || *header > kMostInflated)
            return fail(ErrorCode::kCorrupt, "The array's header is damaged.");
        const auto begin = inflate_front(packed, *header);
        if (!begin) return std::unexpected(begin.error());
        const auto array = read_header(as_bytes(*begin));
        if (!array) return std::unexpected(array.error());
        // In the order of Fortran any element may be the last.
        const uint64_t last = first + count;
        uint64_t needed = array->bytes.value_or(0);
        if (!array->fortran) needed = std::min(needed, last * array->element.bytes);
        if (needed > kMostInflated)
            return fail(ErrorCode::kLimit, "These values stand too far into compressed data to be shown.");
        const auto content = inflate_front(packed, *header + needed);
        if (!content) return std::unexpected(content.error());
        const Bytes data = as_bytes(*content);
        return numpy::decode(*array, data.subspan(std::min<uint64_t>(*header, data.size())), first, count);
    }
};

const ArrayDecoder kDecoder;

bool is_dense(const Array& array) {
    const Element& element = array.element;
    return element.kind == Element::Kind::kNumber && !array.fortran &&
           (!element.big_endian || element.bytes == 1);
}

class Reader {
public:
    Reader(Model& model, const CancelToken& cancel) : model_(model), cancel_(cancel) {
        model_.format = Format::kNumpy;
    }

    Result<void> read_array() {
        model_.format_name = "NumPy Array";
        const Bytes file = model_.files[0].bytes();
        const auto array = read_header(file);
        if (!array) return std::unexpected(array.error());
        ModuleGraph modules(model_);
        const ConstantId constant = add_constant(*array, {}, {0, file.size(), 0});
        modules.add(modules.module({}, "numpy.ndarray"), "value", {}, constant, {0, 0});
        modules.finish();
        note(*array, {}, TensorId(0U), file.size());
        return {};
    }

    Result<void> read_archive() {
        model_.format_name = "NumPy Archive";
        const Bytes file = model_.files[0].bytes();
        const auto members = zip_members(file);
        if (!members) return std::unexpected(members.error());
        const bool paths =
            std::ranges::any_of(*members, [](const ZipMember& member) { return member.name.contains('/'); });
        ModuleGraph modules(model_, paths ? '/' : '.');
        for (const ZipMember& member : *members) {
            if (cancel_.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
            if (!member.name.ends_with('/')) read_member(modules, file, member);
        }
        modules.finish();
        return {};
    }

private:
    struct Span {
        uint64_t offset = 0;
        uint64_t length = 0;
        uint64_t argument = 0;
    };

    void read_member(ModuleGraph& modules, Bytes file, const ZipMember& member) {
        constexpr std::string_view kEnding = ".npy";
        std::string_view name = member.name;
        if (name.ends_with(kEnding)) name.remove_suffix(kEnding.size());
        auto array = header_of(file, member);
        const auto packed = zip_packed(file, member);
        if (!array || !packed) {
            Error error = array ? packed.error() : array.error();
            error.message = fmt::format("The array \"{}\" cannot be read: {}", to_utf8(name), error.message);
            error.offset = member.header;
            add_damage(std::move(error), {});
            return;
        }
        const auto offset = static_cast<uint64_t>(packed->data() - file.data());
        const bool deflated = member.method != ZipMember::Method::kStored;
        const ConstantId constant =
            add_constant(*array, name, {offset, packed->size(), deflated ? kDeflated : 0});
        const TensorId tensor = modules.add(name, constant, {offset, 0});
        note(*array, name, tensor, member.bytes);
    }

    static Result<Array> header_of(Bytes file, const ZipMember& member) {
        auto front = zip_front(file, member, kHeaderGuess);
        if (!front) return std::unexpected(front.error());
        const auto needed = header_bytes(as_bytes(*front));
        if (!needed) return fail(ErrorCode::kCorrupt, "It does not begin with NumPy's magic bytes.");
        if (*needed > limits::kInflatedBytes) return fail(ErrorCode::kLimit, "Its header is too long.");
        if (*needed > front->size()) front = zip_front(file, member, *needed);
        if (!front) return std::unexpected(front.error());
        return read_header(as_bytes(*front));
    }

    ConstantId add_constant(const Array& array, std::string_view name, Span span) {
        Constant constant;
        constant.name = model_.strings.intern(name);
        constant.dtype = array.element.type;
        constant.shape.known = true;
        constant.shape.dims = {static_cast<uint32_t>(model_.dims.size()),
                               static_cast<uint32_t>(array.shape.size())};
        for (const int64_t extent : array.shape) model_.dims.push_back({extent, {}});
        constant.file = FileId(0U);
        constant.offset = span.offset;
        constant.length = span.length;
        if (is_dense(array) && span.argument == 0) {
            constant.offset += array.header_bytes;
            constant.length = array.bytes.value_or(span.length - array.header_bytes);
        } else {
            constant.decoder = &kDecoder;
            constant.decoder_argument = span.argument;
        }
        model_.constants.push_back(constant);
        return ConstantId(model_.constants.size() - 1);
    }

    /// What the header says beyond type and shape, and what is wrong with it.
    void note(const Array& array, std::string_view name, TensorId tensor, uint64_t file_bytes) {
        std::vector<KeyValue> entries;
        const auto add = [&](std::string_view key, std::string_view value) {
            entries.push_back({model_.strings.intern(key), model_.strings.intern(value)});
        };
        if (array.element.kind != Element::Kind::kNumber || array.element.big_endian)
            add("descr", array.description);
        if (array.fortran) add("fortran_order", "True");
        model_.graphs[0].tensors[tensor.index()].metadata =
            append(model_.metadata, std::span<const KeyValue>(entries));
        if (array.irregular) add_damage(*array.irregular, tensor);
        const uint64_t left = file_bytes - std::min(file_bytes, array.header_bytes);
        if (array.element.kind == Element::Kind::kObject || (array.bytes && *array.bytes <= left)) return;
        add_damage({ErrorCode::kCorrupt,
                    fmt::format("The array{} needs {} bytes, but {} follow its header.",
                                name.empty() ? "" : fmt::format(" \"{}\"", to_utf8(name)),
                                array.bytes ? fmt::format("{}", *array.bytes) : "more than any file's", left),
                    array.header_bytes},
                   tensor);
    }

    void add_damage(Error error, TensorId tensor) {
        if (model_.damages.size() < limits::kDamages)
            model_.damages.push_back({std::move(error), GraphId(0U), {}, tensor});
    }

    Model& model_;
    const CancelToken& cancel_;
};

FormatReader::Match sniff(const Glance& file) {
    using Match = FormatReader::Match;
    if (as_text(file.head).starts_with(kMagic)) return Match::kSure;
    const bool arrays =
        !file.archive.empty() && std::ranges::all_of(file.archive, [](const ZipMember& member) {
            return member.name.ends_with(".npy") || member.name.ends_with('/');
        });
    return arrays ? Match::kSure : Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    Reader reader(model, cancel);
    return as_text(model.files[0].bytes()).starts_with(kMagic) ? reader.read_array() : reader.read_archive();
}

constexpr auto kOwn = std::to_array<std::string_view>({".npy"});
constexpr auto kShared = std::to_array<std::string_view>({".npz"});

}  // namespace

}  // namespace numpy

constexpr FormatReader kNumpyReader = {
    .name = "NumPy",
    .endings = {.own = numpy::kOwn, .shared = numpy::kShared},
    .sniff = numpy::sniff,
    .read = numpy::read,
};

}  // namespace netloupe
