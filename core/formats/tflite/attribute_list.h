#pragma once

#include <string_view>

#include "containers/flexbuffer.h"
#include "model/model.h"

namespace netloupe::tflite {

/// Appends attributes to Model::attributes. Bytes that it is given are of files[0], so that what is long can
/// stay there.
class AttributeList {
public:
    explicit AttributeList(Model& model) : model_(model) {}

    void add_int(StringId name, int64_t value);
    void add_real(StringId name, double value);
    void add_bool(StringId name, bool value);
    /// Text, or bytes when it is not UTF-8.
    void add_text(StringId name, Bytes text);
    void add_enum(StringId name, int64_t value, StringId enumerator);
    void add_texts(StringId name, std::span<const StringId> texts);
    void add_json(StringId name, std::string_view json);
    /// A list of numbers; one over limits::kInlineList stays in the file.
    void add_numbers(StringId name, DataType dtype, Bytes bytes);
    /// Opaque bytes; long ones stay in the file as a constant of uint8.
    void add_bytes(StringId name, Bytes bytes);
    void add_graph(StringId name, GraphId graph, int64_t index);
    void add_graphs(StringId name, Range graphs);
    /// What custom operators and composites carry: each key of a map becomes an attribute, any other
    /// FlexBuffer the attribute `whole`, and what is no FlexBuffer stays bytes.
    void add_custom_options(StringId whole, Bytes bytes);

private:
    Attribute& add(StringId name, AttributeType type);
    void add_constant(StringId name, DataType dtype, Bytes bytes);
    void add_flex(StringId name, const FlexValue& value, Bytes whole);
    bool add_flex_texts(StringId name, const FlexValue& value);

    Model& model_;
};

}  // namespace netloupe::tflite
