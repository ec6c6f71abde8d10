#include "model/attribute_list.h"

#include <variant>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/values.h"

namespace netloupe {

namespace {

constexpr uint64_t kInlineBytes = 4096;

}  // namespace

Attribute& AttributeList::add(StringId name, AttributeType type) {
    Attribute& attribute = model_.attributes.emplace_back();
    attribute.name = name;
    attribute.type = type;
    return attribute;
}

void AttributeList::add_int(StringId name, int64_t value) {
    add(name, AttributeType::kInt).integer = value;
}

void AttributeList::add_real(StringId name, double value) {
    add(name, AttributeType::kFloat).real = value;
}

void AttributeList::add_bool(StringId name, bool value) {
    add(name, AttributeType::kBool).integer = value ? 1 : 0;
}

void AttributeList::add_text(StringId name, Bytes text) {
    if (text.size() > kInlineBytes || !is_utf8(as_text(text))) return add_bytes(name, text);
    add(name, AttributeType::kString).text = model_.strings.intern(as_text(text));
}

void AttributeList::add_enum(StringId name, int64_t value, StringId enumerator) {
    Attribute& attribute = add(name, AttributeType::kEnum);
    attribute.integer = value;
    attribute.text = enumerator;
}

void AttributeList::add_ints(StringId name, std::span<const int64_t> values) {
    const Range list = append(model_.ints, values);
    add(name, AttributeType::kInts).list = list;
}

void AttributeList::add_reals(StringId name, std::span<const double> values) {
    const Range list = append(model_.floats, values);
    add(name, AttributeType::kFloats).list = list;
}

void AttributeList::add_texts(StringId name, std::span<const StringId> texts) {
    const Range list = append(model_.texts, texts);
    add(name, AttributeType::kStrings).list = list;
}

void AttributeList::add_json(StringId name, std::string_view json) {
    add(name, AttributeType::kJson).text = model_.strings.intern(json);
}

void AttributeList::add_tensor(StringId name, ConstantId constant) {
    add(name, AttributeType::kTensor).constant = constant;
}

void AttributeList::add_graph(StringId name, GraphId graph, int64_t index) {
    Attribute& attribute = add(name, AttributeType::kGraph);
    attribute.graph = graph;
    attribute.integer = index;
}

void AttributeList::add_graphs(StringId name, Range graphs) {
    add(name, AttributeType::kGraphs).list = graphs;
}

void AttributeList::add_constant(StringId name, DataType dtype, Bytes bytes) {
    Constant constant;
    constant.name = name;
    constant.dtype = dtype;
    constant.file = FileId(0U);
    constant.offset = static_cast<uint64_t>(bytes.data() - model_.files[0].bytes().data());
    constant.length = bytes.size();
    const Dimension extent{static_cast<int64_t>(bytes.size() * 8 / bits(dtype)), StringId()};
    constant.shape = {append(model_.dims, std::span(&extent, 1)), true};
    add(name, AttributeType::kTensor).constant = ConstantId(model_.constants.size());
    model_.constants.push_back(constant);
}

void AttributeList::add_bytes(StringId name, Bytes bytes) {
    if (bytes.size() > kInlineBytes) return add_constant(name, DataType::kUint8, bytes);
    add(name, AttributeType::kBytes).text = model_.strings.intern(as_text(bytes));
}

void AttributeList::add_numbers(StringId name, DataType dtype, Bytes bytes) {
    const uint64_t count = bytes.size() * 8 / bits(dtype);
    if (count > limits::kInlineList) return add_constant(name, dtype, bytes);
    const auto values = decode_dense(dtype, bytes, 0, count);
    if (!values) return;
    if (const auto* reals = std::get_if<std::vector<double>>(&*values)) {
        const Range list = append(model_.floats, std::span(*reals));
        add(name, AttributeType::kFloats).list = list;
        return;
    }
    Range list{static_cast<uint32_t>(model_.ints.size()), static_cast<uint32_t>(count)};
    if (const auto* integers = std::get_if<std::vector<int64_t>>(&*values)) {
        model_.ints.insert(model_.ints.end(), integers->begin(), integers->end());
    } else if (const auto* naturals = std::get_if<std::vector<uint64_t>>(&*values)) {
        for (const uint64_t n : *naturals) model_.ints.push_back(static_cast<int64_t>(n));
    }
    add(name, AttributeType::kInts).list = list;
}

}  // namespace netloupe
