#pragma once

#include <optional>
#include <vector>

#include "model/attribute_list.h"
#include "program_reading.h"

namespace netloupe::executorch {

/// The values of a plan. Tensors are tensors of its graph; numbers, texts and lists are attributes of the
/// calls that take them, unless they are computed, which makes them tensors too.
class PlanValues {
public:
    PlanValues(ProgramReading& reading, const FlatTable& plan, GraphId graph);

    [[nodiscard]] wire::Value kind(int64_t index) const;
    /// The tensor that stands for the value, made at the first call; invalid for an index that is none.
    TensorId tensor(int64_t index);
    /// Elements of a list of tensors, with -1 for none.
    [[nodiscard]] std::vector<int32_t> elements(int64_t index) const;
    void mark_computed(int64_t index);
    [[nodiscard]] bool is_computed(int64_t index) const;
    [[nodiscard]] bool is_tensor(int64_t index) const {
        return kind(index) == wire::Value::Tensor || is_computed(index);
    }
    /// Adds what is not computed of a number, text or list as an attribute; the indices of what is computed
    /// of it go to `computed`.
    void add_attribute(AttributeList& list, StringId name, int64_t index, std::vector<int64_t>& computed);
    [[nodiscard]] bool exists(int64_t index) const { return index >= 0 && index < int64_t{values_.size()}; }

private:
    [[nodiscard]] FlatTable table(int64_t index) const;
    void add_indirect_list(AttributeList& list, StringId name, const FlatTable& table,
                           std::vector<int64_t>& computed);
    [[nodiscard]] int64_t integer(int64_t index) const;

    ProgramReading& reading_;
    FlatTables values_;
    GraphId graph_;
    std::vector<TensorId> tensors_;
    std::vector<bool> computed_;
};

}  // namespace netloupe::executorch
