#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "containers/pickle.h"
#include "formats/python/strided.h"
#include "model/model.h"

namespace netloupe::python {

/// Bytes of a file of the model.
struct Span {
    FileId file;
    uint64_t offset = 0;
    uint64_t length = 0;
};

/// An element type of NumPy, as a pickle gives it.
struct NumpyType {
    DataType type = DataType::kUnknown;
    Layout::Element element = Layout::Element::kNumber;
    uint64_t bytes = 0;  ///< Of an element; 0 of objects, which have no bytes.
    bool big_endian = false;
};

/// The type that the object says; nothing when it is none of NumPy's.
std::optional<NumpyType> numpy_type(const pickle::Pickle& pickle, pickle::ValueId id);

/// Reads arrays of NumPy out of a pickle. Their values stay where they are.
class NumpyArrays {
public:
    /// The pickle was read from bytes of that file, of which it is a part.
    NumpyArrays(Model& model, const pickle::Pickle& pickle, FileId file)
        : model_(model), pickle_(pickle), file_(file) {}

    /// Where the data of an array stands that the pickle only describes (joblib), by the object that does.
    void set_data(pickle::ValueId object, Span span) { data_.insert_or_assign(object, span); }

    /// Whether the object is an array (or describes one), or a scalar of NumPy.
    [[nodiscard]] bool is_array(pickle::ValueId id) const;
    [[nodiscard]] bool is_scalar(pickle::ValueId id) const;

    /// The array as a constant. Errors: kCorrupt, kUnsupported.
    Result<ConstantId> read(pickle::ValueId id, std::string_view name);
    /// The scalar's value as text.
    std::string scalar_text(pickle::ValueId id) const;

    /// The objects of an array of objects, which the pickle holds as a list.
    [[nodiscard]] pickle::ValueId objects(pickle::ValueId id) const;

private:
    struct Description;
    [[nodiscard]] std::optional<Description> describe(pickle::ValueId id) const;
    Span span_of(std::string_view data) const;
    Span raw_data(pickle::ValueId id);

    Model& model_;
    const pickle::Pickle& pickle_;
    FileId file_;
    std::unordered_map<pickle::ValueId, Span> data_;
};

}  // namespace netloupe::python
