#include "formats/python/numpy_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/limits.h"
#include "base/utf8.h"
#include "formats/python/literal.h"
#include "formats/python/number_types.h"
#include "model/values.h"

namespace netloupe::python {

namespace {

using pickle::Kind;
using pickle::Pickle;
using pickle::ValueId;

/// "numpy.core.multiarray._reconstruct" of old and new versions is "multiarray._reconstruct".
std::string_view in_numpy(std::string_view path) {
    for (const std::string_view start : {"numpy.core.", "numpy._core."}) {
        if (path.starts_with(start)) return path.substr(start.size());
    }
    return path.starts_with("numpy.") ? path.substr(6) : std::string_view();
}

/// Subclasses of arrays that joblib describes, and its description's names over the years.
bool is_wrapper(std::string_view path) {
    return path.ends_with("joblib.numpy_pickle.NumpyArrayWrapper");
}

/// What stands in a pickle of protocol 2 for bytes: their text in Latin-1 and a call that encodes it.
bool is_encoded(const Pickle& pickle, ValueId id) {
    return pickle.callee_path(id) == "_codecs.encode";
}

/// The bytes whose text in Latin-1 this is; empty when a character is none of Latin-1.
std::vector<std::byte> latin1(std::string_view text) {
    std::vector<std::byte> out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            out.push_back(std::byte{lead});
            continue;
        }
        if (lead > 0xC3 || i + 1 == text.size()) return {};
        out.push_back(static_cast<std::byte>(lead << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F)));
    }
    return out;
}

std::optional<std::vector<int64_t>> extents(const Pickle& pickle, ValueId id) {
    std::vector<int64_t> shape;
    // An array of one dimension may give a number for its shape.
    if (const auto single = pickle.integer(id)) return std::vector<int64_t>{*single};
    if (pickle[id].kind != Kind::kTuple && pickle[id].kind != Kind::kList) return std::nullopt;
    for (const ValueId item : pickle.items(id)) {
        const auto extent = pickle.integer(item);
        if (!extent || *extent < 0 || shape.size() >= limits::kRank) return std::nullopt;
        shape.push_back(*extent);
    }
    return shape;
}

}  // namespace

std::optional<NumpyType> numpy_type(const Pickle& pickle, ValueId id) {
    if (pickle.callee_path(id) != "numpy.dtype") return std::nullopt;
    const std::string_view code = pickle.text(pickle.item(pickle[id].arguments, 0));
    const ValueId state = pickle[id].state;
    NumpyType type;
    type.big_endian = pickle.text(pickle.item(state, 1)) == ">";
    if (const auto known = number_type(code)) {
        type.type = *known;
        type.bytes = bits(*known) / 8;
        return type;
    }
    if (code.starts_with('O')) {
        type.type = DataType::kObject;
        return type;
    }
    uint64_t size = 0;
    const bool sized = code.size() > 1 &&
                       std::from_chars(code.data() + 1, code.data() + code.size(), size).ec == std::errc();
    if (!sized || size > limits::kTextBytes) return std::nullopt;
    type.bytes = size;
    if (code[0] == 'S') {
        type.type = DataType::kString;
        type.element = Layout::Element::kLatin;
    } else if (code[0] == 'U') {
        type.type = DataType::kString;
        type.element = Layout::Element::kUcs4;
        type.bytes = size * 4;
    } else {
        type.type = DataType::kRecord;
        // Structures give their size in the state.
        const auto item_bytes = pickle.integer(pickle.item(state, 5));
        if (item_bytes && *item_bytes > 0) type.bytes = static_cast<uint64_t>(*item_bytes);
    }
    return type;
}

struct NumpyArrays::Description {
    ValueId shape;
    ValueId type;
    ValueId data;
    bool fortran = false;
};

std::optional<NumpyArrays::Description> NumpyArrays::describe(ValueId id) const {
    const std::string_view path = pickle_.callee_path(id);
    const ValueId state = pickle_[id].state;
    const ValueId arguments = pickle_[id].arguments;
    if (is_wrapper(path)) {
        const bool fortran = pickle_.text(pickle_.find(state, "order")) == "F";
        return Description{pickle_.find(state, "shape"), pickle_.find(state, "dtype"), {}, fortran};
    }
    const std::string_view function = in_numpy(path);
    if (function == "multiarray._reconstruct") {
        const bool fortran = pickle_.integer(pickle_.item(state, 3)).value_or(0) != 0;
        return Description{pickle_.item(state, 1), pickle_.item(state, 2), pickle_.item(state, 4), fortran};
    }
    if (function == "numeric._frombuffer") {
        const bool fortran = pickle_.text(pickle_.item(arguments, 3)) == "F";
        return Description{pickle_.item(arguments, 2), pickle_.item(arguments, 1), pickle_.item(arguments, 0),
                           fortran};
    }
    return std::nullopt;
}

bool NumpyArrays::is_array(ValueId id) const {
    return describe(id).has_value();
}

bool NumpyArrays::is_scalar(ValueId id) const {
    return in_numpy(pickle_.callee_path(id)) == "multiarray.scalar";
}

ValueId NumpyArrays::objects(ValueId id) const {
    const auto description = describe(id);
    const bool listed = description && pickle_[description->data].kind == Kind::kList;
    return listed ? description->data : ValueId();
}

Span NumpyArrays::span_of(std::string_view data) const {
    const Bytes whole = model_.files[file_.index()].bytes();
    const auto* const at = reinterpret_cast<const std::byte*>(data.data());
    return {file_, static_cast<uint64_t>(at - whole.data()), data.size()};
}

Span NumpyArrays::raw_data(ValueId id) {
    if (const auto bytes = pickle_.bytes(id)) {
        const Bytes whole = model_.files[file_.index()].bytes();
        const bool inside = std::greater_equal<>()(bytes->data(), whole.data()) &&
                            std::less_equal<>()(bytes->data() + bytes->size(), whole.data() + whole.size());
        if (inside) return span_of(as_text(*bytes));
        // Texts with escapes are not in the file as they are meant.
        model_.files.push_back({model_.files[0].path, std::vector<std::byte>(bytes->begin(), bytes->end())});
        return {FileId(model_.files.size() - 1), 0, bytes->size()};
    }
    if (!is_encoded(pickle_, id)) return {};
    auto latin = latin1(pickle_.text(pickle_.item(pickle_[id].arguments, 0)));
    const uint64_t length = latin.size();
    model_.files.push_back({model_.files[0].path, std::move(latin)});
    return {FileId(model_.files.size() - 1), 0, length};
}

Result<ConstantId> NumpyArrays::read(ValueId id, std::string_view name) {
    const auto description = describe(id);
    const uint64_t offset = pickle_[id].offset;
    const auto damaged = [&](std::string_view what) {
        return fail(ErrorCode::kCorrupt, fmt::format("The array \"{}\" {}.", to_utf8(name), what), offset);
    };
    if (!description) return damaged("is none");
    const auto type = numpy_type(pickle_, description->type);
    const auto shape = extents(pickle_, description->shape);
    if (!shape) return damaged("has no shape that an array can have");
    Constant constant;
    constant.name = model_.strings.intern(name);
    constant.dtype = type ? type->type : DataType::kUnknown;
    const auto strides = dense_strides(*shape, description->fortran);
    Layout layout;
    if (type) {
        layout.element = type->element;
        layout.element_bytes = type->bytes;
        layout.big_endian = type->big_endian;
    }
    layout.shape = *shape;
    layout.strides = strides;
    const auto needed = extent_bytes(layout);
    if (!needed) return damaged("has a shape of more elements than there can be");
    const auto known = data_.find(id);
    const Span span = known != data_.end() ? known->second : raw_data(description->data);
    constant.file = span.file;
    constant.offset = span.offset;
    constant.length = *needed;
    if (layout.element_bytes == 0 || constant.dtype == DataType::kRecord ||
        constant.dtype == DataType::kUnknown) {
        constant.state = ConstantState::kAbsent;
        layout.element = Layout::Element::kNumber;
    } else if (!span.file.valid() || *needed > span.length) {
        return damaged(fmt::format("needs {} bytes, but {} are there", *needed, span.length));
    }
    set_layout(model_, constant, layout);
    model_.constants.push_back(constant);
    return ConstantId(model_.constants.size() - 1);
}

std::string NumpyArrays::scalar_text(ValueId id) const {
    const ValueId arguments = pickle_[id].arguments;
    const auto type = numpy_type(pickle_, pickle_.item(arguments, 0));
    std::vector<std::byte> bytes;
    const ValueId data = pickle_.item(arguments, 1);
    if (const auto stored = pickle_.bytes(data)) bytes.assign(stored->begin(), stored->end());
    if (is_encoded(pickle_, data)) bytes = latin1(pickle_.text(pickle_.item(pickle_[data].arguments, 0)));
    if (!type || type->element != Layout::Element::kNumber || bytes.size() != type->bytes || bytes.empty())
        return literal(pickle_, id);
    if (type->big_endian) std::ranges::reverse(bytes);
    const auto values = decode_dense(type->type, bytes, 0, 1);
    if (!values) return literal(pickle_, id);
    return std::visit(
        [](const auto& all) { return all.empty() ? std::string() : fmt::format("{}", all.front()); },
        *values);
}

}  // namespace netloupe::python
