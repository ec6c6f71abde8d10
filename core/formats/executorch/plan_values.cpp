#include "plan_values.h"

#include <algorithm>

#include "base/limits.h"
#include "tensor_reader.h"

namespace netloupe::executorch {

using wire::Value;
using wire::ValueEntry;

PlanValues::PlanValues(ProgramReading& reading, const FlatTable& plan, GraphId graph)
    : reading_(reading),
      values_(plan.tables<ValueEntry>(wire::Plan::VT_VALUES)),
      graph_(graph),
      tensors_(values_.size()),
      computed_(values_.size()) {}

Value PlanValues::kind(int64_t index) const {
    if (!exists(index)) return Value::NONE;
    return static_cast<Value>(
        values_[static_cast<uint32_t>(index)].number<uint8_t>(ValueEntry::VT_VALUE_TYPE));
}

FlatTable PlanValues::table(int64_t index) const {
    const FlatTable entry = values_[static_cast<uint32_t>(index)];
    switch (kind(index)) {
        case Value::Tensor:
            return entry.table<wire::Tensor>(ValueEntry::VT_VALUE);
        case Value::Int:
            return entry.table<wire::Int>(ValueEntry::VT_VALUE);
        case Value::Bool:
            return entry.table<wire::Bool>(ValueEntry::VT_VALUE);
        case Value::Double:
            return entry.table<wire::Double>(ValueEntry::VT_VALUE);
        case Value::Text:
            return entry.table<wire::Text>(ValueEntry::VT_VALUE);
        case Value::IntList:
            return entry.table<wire::IntList>(ValueEntry::VT_VALUE);
        case Value::DoubleList:
            return entry.table<wire::DoubleList>(ValueEntry::VT_VALUE);
        case Value::BoolList:
            return entry.table<wire::BoolList>(ValueEntry::VT_VALUE);
        case Value::TensorList:
            return entry.table<wire::TensorList>(ValueEntry::VT_VALUE);
        case Value::OptionalTensorList:
            return entry.table<wire::OptionalTensorList>(ValueEntry::VT_VALUE);
        default:
            return {};
    }
}

TensorId PlanValues::tensor(int64_t index) {
    if (!exists(index)) return {};
    const auto i = static_cast<uint32_t>(index);
    if (tensors_[i].valid()) return tensors_[i];
    const TensorId id(reading_.model.graph(graph_).tensors.size());
    const Place place{graph_, NodeId(), id};
    Tensor tensor;
    if (kind(index) == Value::Tensor) {
        tensor = read_tensor(reading_, table(index), i, place);
    } else {
        tensor.name = reading_.intern(std::to_string(i));
        tensor.kind = ValueKind::kTensor;
        tensor.dtype = kind(index) == Value::Int      ? DataType::kInt64
                       : kind(index) == Value::Bool   ? DataType::kBool
                       : kind(index) == Value::Double ? DataType::kFloat64
                                                      : DataType::kUnknown;
        tensor.shape.known = tensor.dtype != DataType::kUnknown;
    }
    reading_.settle([&] { return value_path(graph_, i); }, ValueEntry::GetFullyQualifiedName(), place);
    reading_.model.graphs[graph_.index()].tensors.push_back(tensor);
    tensors_[i] = id;
    return id;
}

std::vector<int32_t> PlanValues::elements(int64_t index) const {
    const FlatTable list = table(index);
    // Both kinds of lists have their items in the same place.
    static_assert(+wire::TensorList::VT_ITEMS == +wire::OptionalTensorList::VT_ITEMS);
    const auto items = list.numbers<int32_t>(wire::TensorList::VT_ITEMS);
    std::vector<int32_t> out;
    out.reserve(items.size());
    for (uint32_t i = 0; i < items.size(); ++i) {
        if (items[i] != -1 && !exists(items[i])) {
            list.reject(wire::TensorList::VT_ITEMS, "names a value that does not exist", i);
        }
        out.push_back(exists(items[i]) ? items[i] : -1);
    }
    return out;
}

void PlanValues::mark_computed(int64_t index) {
    if (exists(index)) computed_[static_cast<size_t>(index)] = true;
}

bool PlanValues::is_computed(int64_t index) const {
    return exists(index) && computed_[static_cast<size_t>(index)];
}

int64_t PlanValues::integer(int64_t index) const {
    return kind(index) == Value::Int ? table(index).number<int64_t>(wire::Int::VT_VALUE) : 0;
}

void PlanValues::add_attribute(AttributeList& list, StringId name, int64_t index,
                               std::vector<int64_t>& computed) {
    const FlatTable value = table(index);
    switch (kind(index)) {
        case Value::Int:
            return list.add_int(name, value.number<int64_t>(wire::Int::VT_VALUE));
        case Value::Bool:
            return list.add_bool(name, value.number<uint8_t>(wire::Bool::VT_VALUE) != 0);
        case Value::Double:
            return list.add_real(name, value.number<double>(wire::Double::VT_VALUE));
        case Value::Text:
            return list.add_text(name, as_bytes(value.text(wire::Text::VT_VALUE)));
        case Value::IntList:
            return add_indirect_list(list, name, value, computed);
        case Value::DoubleList:
            return list.add_numbers(name, DataType::kFloat64,
                                    value.numbers<double>(wire::DoubleList::VT_ITEMS).bytes());
        case Value::BoolList:
            return list.add_numbers(name, DataType::kBool,
                                    value.numbers<uint8_t>(wire::BoolList::VT_ITEMS).bytes());
        default:
            return;
    }
}

/// Lists of integers hold indices of values, because a size may be computed: such an element is written by
/// the name of its tensor.
void PlanValues::add_indirect_list(AttributeList& list, StringId name, const FlatTable& table,
                                   std::vector<int64_t>& computed) {
    const auto items = table.numbers<int64_t>(wire::IntList::VT_ITEMS);
    std::vector<int64_t> numbers;
    const size_t computed_before = computed.size();
    for (uint32_t i = 0; i < items.size(); ++i) {
        if (!exists(items[i])) {
            table.reject(wire::IntList::VT_ITEMS, "names a value that does not exist", i);
            return;
        }
        numbers.push_back(integer(items[i]));
        if (is_computed(items[i])) computed.push_back(items[i]);
    }
    if (computed.size() == computed_before) return list.add_ints(name, numbers);
    std::vector<StringId> texts;
    texts.reserve(items.size());
    for (uint32_t i = 0; i < items.size(); ++i) {
        texts.push_back(reading_.intern(is_computed(items[i]) ? "%" + std::to_string(items[i])
                                                              : std::to_string(numbers[i])));
    }
    list.add_texts(name, texts);
}

}  // namespace netloupe::executorch
