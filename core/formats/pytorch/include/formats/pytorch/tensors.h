#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>

#include "containers/pickle.h"
#include "formats/python/object_graph.h"
#include "formats/pytorch/archive.h"
#include "model/model.h"

namespace netloupe::torch {

/// What a pickle says of a storage that it keeps elsewhere.
struct StorageReference {
    DataType dtype = DataType::kUnknown;  ///< kUint8 of storages without a type.
    std::string_view key;
    int64_t elements = 0;
    int64_t first = 0;      ///< Of a view of another storage: where it begins there, in elements.
    std::string_view type;  ///< "torch.FloatStorage".
};

/// The storage that a persistent id names; nothing when it names something else.
std::optional<StorageReference> storage_reference(const pickle::Pickle& pickle, pickle::ValueId persistent);

/// A tensor as all forms of files describe it: a window of a storage.
struct TensorView {
    DataType dtype = DataType::kUnknown;
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;  ///< In elements.
    int64_t first = 0;             ///< Where it begins in the storage, in elements.
    bool big_endian = false;
    bool has_storage = true;             ///< False for tensors that are only described ("meta").
    std::optional<StoredBytes> storage;  ///< None when it is missing.
    std::string_view storage_name = {};
};

/// Adds the constant of a view. Errors: kCorrupt when it leaves its storage or cannot be, kUnsupported.
Result<ConstantId> add_view(Model& model, const TensorView& view, std::string_view name, uint64_t offset);

/// "torch.FloatStorage" or "FloatStorage"; kUnknown for other names.
DataType storage_type(std::string_view name);

/// "torch.float32" or "float32" of a dtype; kUnknown for other names.
DataType data_type_of(std::string_view name);

/// Reads the tensors of a pickle. Their values stay where they are.
class Tensors {
public:
    /// Where the bytes of a storage are, by its key; nothing when they are missing.
    using Find = std::function<std::optional<StoredBytes>(std::string_view key)>;

    Tensors(Model& model, const pickle::Pickle& pickle, Find find, bool big_endian)
        : model_(model), pickle_(pickle), find_(std::move(find)), big_endian_(big_endian) {}

    /// Whether the object is a tensor or a parameter that is one.
    [[nodiscard]] bool is_tensor(pickle::ValueId id) const;
    /// Errors: kCorrupt, kNotFound (its storage), kUnsupported. One object read twice is one constant.
    Result<python::ArrayValue> read(pickle::ValueId id, std::string_view name);

private:
    struct Rebuild;
    [[nodiscard]] std::optional<Rebuild> rebuild(pickle::ValueId id) const;
    [[nodiscard]] std::optional<TensorView> view_of(const Rebuild& call) const;
    Result<python::ArrayValue> read_strided(const Rebuild& call, pickle::ValueId id, std::string_view name);
    Result<QuantizationId> read_quantizer(pickle::ValueId quantizer, ConstantId of, std::string_view name);
    Result<ParameterSource> read_numbers(pickle::ValueId id, std::string_view name, bool real);

    Model& model_;
    const pickle::Pickle& pickle_;
    Find find_;
    bool big_endian_;
    std::unordered_map<pickle::ValueId, python::ArrayValue> read_;
};

}  // namespace netloupe::torch
