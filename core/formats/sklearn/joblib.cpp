#include "joblib.h"

#include "formats/python/numpy_array.h"

namespace netloupe::sklearn {

namespace {

using pickle::Pickle;
using pickle::ValueId;

/// Bytes of the data that the description promises; nothing when it cannot be.
std::optional<uint64_t> data_bytes(const Pickle& pickle, ValueId shape, const python::NumpyType& type) {
    uint64_t bytes = type.bytes;
    for (const ValueId item : pickle.items(shape)) {
        const auto extent = pickle.integer(item);
        if (!extent || *extent < 0 || __builtin_mul_overflow(bytes, static_cast<uint64_t>(*extent), &bytes))
            return std::nullopt;
    }
    return bytes;
}

class InlineData {
public:
    InlineData(JoblibPickle& out, const Model& model, FileId file, uint64_t begin)
        : out_(out), model_(model), file_(file), begin_(begin) {}

    /// How many bytes belong to the object that was just described.
    Result<uint64_t> operator()(const Pickle& pickle, ValueId object, uint64_t offset) const {
        if (!pickle.callee_path(object).ends_with("joblib.numpy_pickle.NumpyArrayWrapper")) return 0;
        const ValueId state = pickle[object].state;
        const auto type = python::numpy_type(pickle, pickle.find(state, "dtype"));
        const uint64_t at = begin_ + offset;
        const auto unknown = [&] {
            return fail(ErrorCode::kUnsupported,
                        "The array's type or shape is not known, so that its end is not either.", at);
        };
        if (!type) return unknown();
        if (type->type == DataType::kObject) {
            auto nested = read_joblib(model_, file_, at);
            if (nested->pickle.damage) return std::unexpected(*nested->pickle.damage);
            const uint64_t length = nested->pickle.end;
            out_.nested.emplace(object, std::move(nested));
            return length;
        }
        const auto bytes = data_bytes(pickle, pickle.find(state, "shape"), *type);
        if (!bytes) return unknown();
        const uint64_t padding = padding_bytes(pickle, state, at);
        out_.data.emplace(object, python::Span{file_, at + padding, *bytes});
        return padding + *bytes < padding ? UINT64_MAX : padding + *bytes;
    }

private:
    /// Newer versions align the data: a byte that counts, then as many bytes.
    [[nodiscard]] uint64_t padding_bytes(const Pickle& pickle, ValueId state, uint64_t at) const {
        if (!pickle.integer(pickle.find(state, "numpy_array_alignment_bytes"))) return 0;
        return 1 + load<uint8_t>(model_.files[file_.index()].bytes(), at).value_or(0);
    }

    JoblibPickle& out_;
    const Model& model_;
    FileId file_;
    uint64_t begin_;
};

}  // namespace

std::unique_ptr<JoblibPickle> read_joblib(const Model& model, FileId file, uint64_t begin) {
    auto out = std::make_unique<JoblibPickle>();
    pickle::Options options;
    options.base = begin;
    options.inline_data = InlineData(*out, model, file, begin);
    out->pickle = pickle::disassemble(model.files[file.index()].bytes().subspan(begin), options);
    return out;
}

}  // namespace netloupe::sklearn
