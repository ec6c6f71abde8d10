#include "formats/pytorch/tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "base/utf8.h"
#include "formats/python/strided.h"

namespace netloupe::torch {

using pickle::Kind;
using pickle::Pickle;
using pickle::ValueId;

namespace {

struct TypeName {
    std::string_view name;
    DataType type;
};
constexpr auto kDataTypes = std::to_array<TypeName>({
    {"float64", DataType::kFloat64},
    {"double", DataType::kFloat64},
    {"float32", DataType::kFloat32},
    {"float", DataType::kFloat32},
    {"float16", DataType::kFloat16},
    {"half", DataType::kFloat16},
    {"bfloat16", DataType::kBFloat16},
    {"float8_e4m3fn", DataType::kFloat8E4M3FN},
    {"float8_e4m3fnuz", DataType::kFloat8E4M3FNUZ},
    {"float8_e5m2", DataType::kFloat8E5M2},
    {"float8_e5m2fnuz", DataType::kFloat8E5M2FNUZ},
    {"float8_e8m0fnu", DataType::kFloat8E8M0},
    {"int8", DataType::kInt8},
    {"int16", DataType::kInt16},
    {"short", DataType::kInt16},
    {"int32", DataType::kInt32},
    {"int", DataType::kInt32},
    {"int64", DataType::kInt64},
    {"long", DataType::kInt64},
    {"uint8", DataType::kUint8},
    {"uint16", DataType::kUint16},
    {"uint32", DataType::kUint32},
    {"uint64", DataType::kUint64},
    {"bool", DataType::kBool},
    {"complex32", DataType::kComplex32},
    {"complex64", DataType::kComplex64},
    {"complex128", DataType::kComplex128},
    {"qint8", DataType::kInt8},
    {"quint8", DataType::kUint8},
    {"qint32", DataType::kInt32},
    {"quint4x2", DataType::kUint4},
    {"quint2x4", DataType::kUint2},
});
constexpr auto kStorageTypes = std::to_array<TypeName>({
    {"DoubleStorage", DataType::kFloat64},
    {"FloatStorage", DataType::kFloat32},
    {"HalfStorage", DataType::kFloat16},
    {"BFloat16Storage", DataType::kBFloat16},
    {"CharStorage", DataType::kInt8},
    {"ShortStorage", DataType::kInt16},
    {"IntStorage", DataType::kInt32},
    {"LongStorage", DataType::kInt64},
    {"ByteStorage", DataType::kUint8},
    {"BoolStorage", DataType::kBool},
    {"ComplexFloatStorage", DataType::kComplex64},
    {"ComplexDoubleStorage", DataType::kComplex128},
    {"QInt8Storage", DataType::kInt8},
    {"QUInt8Storage", DataType::kUint8},
    {"QInt32Storage", DataType::kInt32},
    {"QUInt4x2Storage", DataType::kUint4},
    {"QUInt2x4Storage", DataType::kUint2},
    {"UntypedStorage", DataType::kUint8},
    {"_UntypedStorage", DataType::kUint8},
});

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('.') + 1);
}

std::optional<std::vector<int64_t>> numbers_of(const Pickle& pickle, ValueId id) {
    if (pickle.callee_path(id) == "torch.Size") id = pickle.item(pickle[id].arguments, 0);
    const Kind kind = pickle[id].kind;
    if (kind != Kind::kTuple && kind != Kind::kList) return std::nullopt;
    std::vector<int64_t> out;
    for (const ValueId item : pickle.items(id)) {
        const auto number = pickle.integer(item);
        if (!number || out.size() >= limits::kRank) return std::nullopt;
        out.push_back(*number);
    }
    return out;
}

/// Functions that give back their first argument, as a parameter, on a device, or as it is.
bool passes_through(std::string_view function) {
    return function == "torch._utils._rebuild_parameter" ||
           function == "torch._utils._rebuild_parameter_with_state" ||
           function == "torch._utils._rebuild_device_tensor_from_cpu_tensor" ||
           function == "torch.nn.parameter.Parameter" || function == "torch.nn.parameter.Buffer" ||
           function == "torch.nn.Parameter" || function == "torch.autograd.variable.Variable" ||
           function == "torch.tensor";
}

bool rebuilds_a_tensor(std::string_view function) {
    return function == "torch._utils._rebuild_tensor" || function == "torch._utils._rebuild_tensor_v2" ||
           function == "torch._utils._rebuild_tensor_v3" || function == "torch._utils._rebuild_qtensor" ||
           function == "torch._utils._rebuild_meta_tensor_no_storage";
}

}  // namespace

DataType data_type_of(std::string_view name) {
    const auto* const found = std::ranges::find(kDataTypes, last_part(name), &TypeName::name);
    return found == kDataTypes.end() ? DataType::kUnknown : found->type;
}

DataType storage_type(std::string_view name) {
    const auto* const found = std::ranges::find(kStorageTypes, last_part(name), &TypeName::name);
    return found == kStorageTypes.end() ? DataType::kUnknown : found->type;
}

std::optional<StorageReference> storage_reference(const Pickle& pickle, ValueId persistent) {
    // Programs that are not PyTorch leave the id where PyTorch makes a persistent one of it.
    const bool bare = pickle[persistent].kind == Kind::kTuple;
    if (!bare && pickle[persistent].kind != Kind::kPersistent) return std::nullopt;
    const ValueId id = bare ? persistent : pickle[persistent].arguments;
    if (pickle.text(pickle.item(id, 0)) != "storage") return std::nullopt;
    StorageReference storage;
    storage.type = pickle.global_path(pickle.item(id, 1));
    storage.key = pickle.text(pickle.item(id, 2));
    storage.elements = pickle.integer(pickle.item(id, 4)).value_or(0);
    storage.dtype = storage_type(storage.type);
    if (const ValueId view = pickle.item(id, 5); pickle[view].kind == Kind::kTuple)
        storage.first = pickle.integer(pickle.item(view, 1)).value_or(0);
    return storage;
}

struct Tensors::Rebuild {
    std::string_view function;
    ValueId arguments;
};

std::optional<Tensors::Rebuild> Tensors::rebuild(ValueId id) const {
    constexpr int kWrappers = 16;
    Rebuild call{python::class_path(pickle_, id), pickle_[id].arguments};
    for (int i = 0; i < kWrappers; ++i) {
        if (rebuilds_a_tensor(call.function)) return call;
        if (passes_through(call.function)) {
            ValueId inner = pickle_.item(call.arguments, 0);
            // Parameters of the first versions got their tensor as state.
            if (!inner.valid()) inner = pickle_.item(pickle_[id].state, 0);
            call = {python::class_path(pickle_, inner), pickle_[inner].arguments};
        } else if (call.function.ends_with("._rebuild_from_type_v2") ||
                   call.function.ends_with("._rebuild_from_type")) {
            const ValueId function = pickle_.item(call.arguments, 0);
            if (pickle_[function].kind != Kind::kGlobal) return std::nullopt;
            call = {pickle_.global_path(function), pickle_.item(call.arguments, 2)};
        } else {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

bool Tensors::is_tensor(ValueId id) const {
    return pickle_[id].kind == Kind::kCall && rebuild(id).has_value();
}

Result<python::ArrayValue> Tensors::read(ValueId id, std::string_view name) {
    if (const auto known = read_.find(id); known != read_.end()) return known->second;
    const auto call = rebuild(id);
    if (!call) return fail(ErrorCode::kUnsupported, "The object is no tensor.", pickle_[id].offset);
    auto value = read_strided(*call, id, name);
    if (value) read_.emplace(id, *value);
    return value;
}

Result<python::ArrayValue> Tensors::read_strided(const Rebuild& call, ValueId id, std::string_view name) {
    const uint64_t offset = pickle_[id].offset;
    const auto view = view_of(call);
    if (!view) {
        return fail(ErrorCode::kCorrupt,
                    fmt::format("The tensor \"{}\" has no storage, shape and strides that a tensor can have.",
                                to_utf8(name)),
                    offset);
    }
    const auto constant = add_view(model_, *view, name, offset);
    if (!constant) return std::unexpected(constant.error());
    python::ArrayValue value{*constant, {}};
    if (call.function == "torch._utils._rebuild_qtensor") {
        const auto quantization = read_quantizer(pickle_.item(call.arguments, 4), *constant, name);
        if (!quantization) return std::unexpected(quantization.error());
        value.quantization = *quantization;
    }
    return value;
}

std::optional<TensorView> Tensors::view_of(const Rebuild& call) const {
    const ValueId arguments = call.arguments;
    const bool meta = call.function == "torch._utils._rebuild_meta_tensor_no_storage";
    auto shape = numbers_of(pickle_, pickle_.item(arguments, meta ? 1 : 2));
    auto strides = numbers_of(pickle_, pickle_.item(arguments, meta ? 2 : 3));
    if (!shape || !strides || strides->size() != shape->size()) return std::nullopt;
    TensorView view;
    view.shape = std::move(*shape);
    view.strides = std::move(*strides);
    view.big_endian = big_endian_;
    view.has_storage = !meta;
    if (meta) {
        view.dtype = data_type_of(pickle_.global_path(pickle_.item(arguments, 0)));
        return view;
    }
    const auto storage = storage_reference(pickle_, pickle_.item(arguments, 0));
    const auto first = pickle_.integer(pickle_.item(arguments, 1));
    if (!storage || !first || *first < 0 || storage->first < 0 ||
        __builtin_add_overflow(*first, storage->first, &view.first)) {
        return std::nullopt;
    }
    view.dtype = storage->dtype;
    // Since storages have no types any more, the tensor says its own.
    if (call.function == "torch._utils._rebuild_tensor_v3")
        view.dtype = data_type_of(pickle_.global_path(pickle_.item(arguments, 6)));
    view.storage = find_(storage->key);
    view.storage_name = storage->key;
    return view;
}

Result<ConstantId> add_view(Model& model, const TensorView& view, std::string_view name, uint64_t offset) {
    const auto damaged = [&](std::string_view what) {
        return fail(ErrorCode::kCorrupt, fmt::format("The tensor \"{}\" {}.", to_utf8(name), what), offset);
    };
    Constant constant;
    constant.name = model.strings.intern(name);
    constant.dtype = view.dtype;
    constant.state = ConstantState::kAbsent;
    const bool packed = bits(view.dtype) > 0 && bits(view.dtype) < 8;
    python::Layout layout;
    layout.element_bytes = packed ? 1 : bits(view.dtype) / 8;
    layout.big_endian = view.big_endian;
    layout.shape = view.shape;
    layout.strides = view.strides;
    const auto needed = python::extent_bytes(layout);
    if (!needed) return damaged("has a shape or strides of more elements than there can be");
    if (packed && (!python::is_dense(layout) || view.first != 0)) {
        return fail(
            ErrorCode::kUnsupported,
            fmt::format("The tensor \"{}\" is a view of packed numbers, which is not read.", to_utf8(name)),
            offset);
    }
    const uint64_t length = packed ? packed_bytes(view.dtype, *needed).value_or(UINT64_MAX) : *needed;
    if (view.storage) {
        const StoredBytes& stored = *view.storage;
        uint64_t start = 0;
        if (view.first < 0 ||
            __builtin_mul_overflow(static_cast<uint64_t>(view.first), layout.element_bytes, &start) ||
            length > stored.bytes || start > stored.bytes - length) {
            return damaged(fmt::format("reaches beyond its storage of {} bytes", stored.bytes));
        }
        constant.state = ConstantState::kPresent;
        constant.file = stored.file;
        constant.offset = stored.offset + (stored.deflated ? 0 : start);
        constant.length = stored.deflated ? stored.length : length;
        layout.deflated = stored.deflated;
        layout.start = start;
    } else if (view.has_storage) {
        constant.state = ConstantState::kMissing;
        constant.location = model.strings.intern("storage " + to_utf8(view.storage_name));
    }
    python::set_layout(model, constant, layout);
    model.constants.push_back(constant);
    return ConstantId(model.constants.size() - 1);
}

Result<ParameterSource> Tensors::read_numbers(ValueId id, std::string_view name, bool real) {
    ParameterSource source;
    if (is_tensor(id)) {
        const auto tensor = read(id, name);
        if (!tensor) return std::unexpected(tensor.error());
        source.kind = ParameterSource::Kind::kConstant;
        source.constant = tensor->constant;
        return source;
    }
    source.kind = ParameterSource::Kind::kPool;
    const bool list = pickle_[id].kind == Kind::kList || pickle_[id].kind == Kind::kTuple;
    const auto items = list ? pickle_.items(id) : std::span(&id, 1);
    source.pool = {static_cast<uint32_t>(real ? model_.floats.size() : model_.ints.size()),
                   static_cast<uint32_t>(items.size())};
    for (const ValueId item : items) {
        const pickle::Value& value = pickle_[item];
        const bool floating = value.kind == Kind::kFloat;
        if (real) {
            model_.floats.push_back(floating ? value.real() : static_cast<double>(value.integer));
        } else {
            model_.ints.push_back(floating ? 0 : value.integer);
        }
    }
    return source;
}

/// (torch.per_tensor_affine, scale, zero point) or (torch.per_channel_affine, scales, zero points, axis).
Result<QuantizationId> Tensors::read_quantizer(ValueId quantizer, ConstantId of, std::string_view name) {
    Quantization quantization;
    quantization.storage = model_.constant(of).dtype;
    const bool per_channel =
        last_part(pickle_.global_path(pickle_.item(quantizer, 0))).starts_with("per_channel");
    const std::string base(name);
    const auto scale = read_numbers(pickle_.item(quantizer, 1), base + ".scale", true);
    if (!scale) return std::unexpected(scale.error());
    const auto zero_point = read_numbers(pickle_.item(quantizer, 2), base + ".zero_point", false);
    if (!zero_point) return std::unexpected(zero_point.error());
    quantization.scale = *scale;
    quantization.zero_point = *zero_point;
    if (per_channel) {
        quantization.scheme = QuantizationScheme::kPerAxis;
        const int64_t axis = pickle_.integer(pickle_.item(quantizer, 3)).value_or(0);
        const auto rank = static_cast<int64_t>(model_.constant(of).shape.dims.count);
        if (axis < 0 || axis >= rank)
            return fail(
                ErrorCode::kCorrupt,
                fmt::format("The axis of the scales of \"{}\" is none of its dimensions.", to_utf8(name)));
        quantization.axis = static_cast<int32_t>(axis);
    }
    model_.quantizations.push_back(quantization);
    return QuantizationId(model_.quantizations.size() - 1);
}

}  // namespace netloupe::torch
