#pragma once

#include <span>

#include "model/model.h"

namespace netloupe {

/// Appends attributes to Model::attributes, for readers of binary formats. Bytes that it is given are of
/// files[0], so that what is long can stay there.
class AttributeList {
public:
    explicit AttributeList(Model& model) : model_(model) {}

    void add_int(StringId name, int64_t value);
    void add_real(StringId name, double value);
    void add_bool(StringId name, bool value);
    /// Text, or bytes when it is not UTF-8.
    void add_text(StringId name, Bytes text);
    void add_enum(StringId name, int64_t value, StringId enumerator);
    void add_ints(StringId name, std::span<const int64_t> values);
    void add_reals(StringId name, std::span<const double> values);
    void add_texts(StringId name, std::span<const StringId> texts);
    void add_json(StringId name, std::string_view json);
    /// A list of numbers; one over limits::kInlineList stays in the file.
    void add_numbers(StringId name, DataType dtype, Bytes bytes);
    /// Opaque bytes; long ones stay in the file as a constant of uint8.
    void add_bytes(StringId name, Bytes bytes);
    void add_tensor(StringId name, ConstantId constant);
    void add_graph(StringId name, GraphId graph, int64_t index);
    void add_graphs(StringId name, Range graphs);

    [[nodiscard]] Model& model() const { return model_; }

private:
    Attribute& add(StringId name, AttributeType type);
    void add_constant(StringId name, DataType dtype, Bytes bytes);

    Model& model_;
};

}  // namespace netloupe
