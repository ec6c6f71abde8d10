#include <algorithm>
#include <array>
#include <deque>

#include "base/utf8.h"
#include "containers/compressed.h"
#include "formats/python/imports.h"
#include "formats/sklearn.h"
#include "joblib.h"

namespace netloupe {

namespace sklearn {

namespace {

using Match = FormatReader::Match;
using pickle::Pickle;
using pickle::ValueId;

/// What a compressed file is unpacked to at most; xz and bzip2 take seconds for more.
constexpr uint64_t kMostUnpacked = 256ULL << 20;
constexpr uint64_t kMostUnpackedSlowly = 64ULL << 20;
/// joblib before 0.10 wrote "ZF", the length in so many places, then zlib's data.
constexpr std::string_view kOldMark = "ZF0x";
constexpr uint64_t kOldHeaderBytes = 21;

Bytes compressed_part(Bytes file) {
    const bool old = as_text(file).starts_with(kOldMark) && file.size() > kOldHeaderBytes;
    return old ? file.subspan(kOldHeaderBytes) : file;
}

uint64_t most_unpacked(Bytes packed) {
    const Compression form = compression_of(packed);
    const bool slow = form == Compression::kBzip2 || form == Compression::kXz || form == Compression::kLzma;
    return slow ? kMostUnpackedSlowly : kMostUnpacked;
}

Match sniff(const Glance& file) {
    if (pickle::looks_like_pickle(file.head)) return Match::kMaybe;
    const Bytes packed = compressed_part(file.bytes);
    if (compression_of(packed) == Compression::kNone) return Match::kNo;
    const auto front = unpack(packed, kSniffBytes);
    return front && pickle::looks_like_pickle(front->bytes) ? Match::kSure : Match::kNo;
}

/// Joins a pickle and those inside it with what reads their arrays.
class Sources {
public:
    Sources(Model& model, FileId file) : model_(model), file_(file) {}

    const python::Source& make(const JoblibPickle& joblib) {
        python::add_imports(model_, joblib.pickle);
        auto& arrays = arrays_.emplace_back(model_, joblib.pickle, file_);
        for (const auto& [object, span] : joblib.data) arrays.set_data(object, span);
        auto& source = sources_.emplace_back(python::Source{.pickle = joblib.pickle, .arrays = arrays});
        source.in_main_file = file_ == FileId(0U);
        std::unordered_map<ValueId, const python::Source*> inside;
        for (const auto& [object, nested] : joblib.nested) inside.emplace(object, &make(*nested));
        source.nested = [inside = std::move(inside)](ValueId id) {
            const auto found = inside.find(id);
            return found == inside.end() ? nullptr : found->second;
        };
        return source;
    }

private:
    Model& model_;
    FileId file_;
    std::deque<python::NumpyArrays> arrays_;
    std::deque<python::Source> sources_;
};

void name_format(Model& model, const Pickle& pickle) {
    const bool known = std::ranges::any_of(
        pickle.globals, [](const pickle::Global& global) { return global.path.starts_with("sklearn."); });
    // paddle.save keeps this table beside the tensors of a state dict.
    const bool paddle = pickle.find(pickle.root, "StructuredToParameterName@@").valid();
    model.format_name = known ? "scikit-learn" : paddle ? "PaddlePaddle Pickle" : "Pickle";
    const std::string_view version = pickle.text(pickle.find(pickle[pickle.root].state, "_sklearn_version"));
    if (known && !version.empty()) model.format_version = "v" + to_utf8(version);
}

Result<FileId> unpacked_file(Model& model) {
    const Bytes file = model.files[0].bytes();
    if (pickle::looks_like_pickle(file)) return FileId(0U);
    const Bytes packed = compressed_part(file);
    auto unpacked = unpack(packed, most_unpacked(packed));
    if (!unpacked) return std::unexpected(unpacked.error());
    if (!unpacked->whole) {
        const bool limit = unpacked->bytes.size() == most_unpacked(packed);
        model.damages.push_back(
            {{limit ? ErrorCode::kLimit : ErrorCode::kCorrupt,
              limit ? "The file unpacks to more than is read; what is shown is its beginning."
                    : "The compressed data is damaged or cut off; what is shown stands in front of that.",
              Error::kNoOffset, 0},
             GraphId(0U),
             {},
             {}});
    }
    model.files.push_back({model.files[0].path, std::move(unpacked->bytes)});
    return FileId(1U);
}

Result<void> read(Model& model, const CancelToken& cancel) {
    model.format = Format::kPickle;
    const auto file = unpacked_file(model);
    if (!file) return std::unexpected(file.error());
    const auto joblib = read_joblib(model, *file);
    if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
    // A pickle that imports something is worth a warning even when it is damaged.
    if (!joblib->pickle.root.valid() && joblib->pickle.globals.empty())
        return std::unexpected(joblib->pickle.damage.value_or(Error{}));
    name_format(model, joblib->pickle);
    Sources sources(model, *file);
    python::ObjectGraph graph(model);
    if (joblib->pickle.root.valid()) graph.add(sources.make(*joblib), joblib->pickle.root);
    graph.finish();
    if (joblib->pickle.damage) model.damages.push_back({*joblib->pickle.damage, GraphId(0U), {}, {}});
    return {};
}

constexpr auto kOwn = std::to_array<std::string_view>({".joblib"});
constexpr auto kShared = std::to_array<std::string_view>(
    {".pkl", ".pickle", ".pkl.gz", ".pkl.xz", ".pkl.bz2", ".pkl.lz4", ".pkl.z", ".joblib.gz", ".joblib.z"});

}  // namespace

}  // namespace sklearn

constexpr FormatReader kSklearnReader = {
    .name = "scikit-learn",
    .endings = {.own = sklearn::kOwn, .shared = sklearn::kShared},
    .sniff = sklearn::sniff,
    .read = sklearn::read,
};

}  // namespace netloupe
