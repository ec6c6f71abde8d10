#pragma once

#include <optional>

#include "coreml_reading.h"

namespace netloupe::coreml {

/// The element type of a number in a MIL program.
DataType mil_data_type(uint64_t type);

/// Gives the tensor the type in a ValueType message.
void set_mil_type(CoremlReading& reading, Piece type, Tensor& tensor);

/// A value that stands in a program.
struct MilValue {
    enum class Storage : uint8_t { kNone, kFloats, kInts, kBools, kTexts, kLongs, kDoubles, kBytes, kBlob };

    Storage storage = Storage::kNone;
    DataType dtype = DataType::kUnknown;
    Shape shape;    ///< Known and fixed where it is a tensor.
    Piece payload;  ///< The message of the list; of kBytes the bytes.
    StringId file;  ///< Of kBlob.
    uint64_t offset = 0;

    [[nodiscard]] bool valid() const { return storage != Storage::kNone; }
};
/// Reads a Value message.
MilValue read_mil_value(CoremlReading& reading, Piece value);

/// The value as a constant: a span of the program, or of the file of weights.
Constant mil_constant(CoremlReading& reading, const MilValue& value, StringId name);

/// Writes a short value as an attribute; false when it is long or not in the program.
bool add_mil_attribute(CoremlReading& reading, const MilValue& value, StringId name);

/// The value when it is one text.
std::string_view mil_text(const MilValue& value);

}  // namespace netloupe::coreml
