#include "attribute_list.h"

#include <variant>

#include "base/limits.h"
#include "base/utf8.h"
#include "model/values.h"

namespace netloupe::tflite {

namespace {

constexpr uint64_t kInlineBytes = 4096;

/// Values of structured options that are written out; bigger ones are data and stay bytes.
constexpr uint64_t kJsonValues = 4096;

DataType type_of(const FlexValue::Numbers& numbers) {
    using Kind = FlexValue::Kind;
    switch (numbers.kind) {
        case Kind::kBool:
            return numbers.width == 1 ? DataType::kBool : DataType::kUnknown;
        case Kind::kFloat:
            return numbers.width == 8   ? DataType::kFloat64
                   : numbers.width == 4 ? DataType::kFloat32
                                        : DataType::kFloat16;
        case Kind::kUint:
            return numbers.width == 8   ? DataType::kUint64
                   : numbers.width == 4 ? DataType::kUint32
                   : numbers.width == 2 ? DataType::kUint16
                                        : DataType::kUint8;
        default:
            return numbers.width == 8   ? DataType::kInt64
                   : numbers.width == 4 ? DataType::kInt32
                   : numbers.width == 2 ? DataType::kInt16
                                        : DataType::kInt8;
    }
}

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

void AttributeList::add_texts(StringId name, std::span<const StringId> texts) {
    const Range list = append(model_.texts, texts);
    add(name, AttributeType::kStrings).list = list;
}

void AttributeList::add_json(StringId name, std::string_view json) {
    add(name, AttributeType::kJson).text = model_.strings.intern(json);
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

void AttributeList::add_custom_options(StringId whole, Bytes bytes) {
    if (bytes.empty()) return;
    const auto root = FlexValue::root(bytes);
    if (!root) return add_bytes(whole, bytes);
    if (root->kind() != FlexValue::Kind::kMap) return add_flex(whole, *root, bytes);
    for (uint64_t i = 0; i < root->size(); ++i) {
        // A damaged entry makes the whole doubtful.
        if (!root->key(i) || !root->element(i)) return add_bytes(whole, bytes);
    }
    for (uint64_t i = 0; i < root->size(); ++i) {
        add_flex(model_.strings.intern(*root->key(i)), *root->element(i), bytes);
    }
}

void AttributeList::add_flex(StringId name, const FlexValue& value, Bytes whole) {
    using Kind = FlexValue::Kind;
    switch (value.kind()) {
        case Kind::kInt:
        case Kind::kUint:
            return add_int(name, value.integer());
        case Kind::kBool:
            return add_bool(name, value.integer() != 0);
        case Kind::kFloat:
            return add_real(name, value.real());
        case Kind::kText:
            return add_text(name, value.content());
        case Kind::kBlob:
            return add_bytes(name, value.content());
        default:
            break;
    }
    if (const auto numbers = value.numbers(); numbers && type_of(*numbers) != DataType::kUnknown) {
        return add_numbers(name, type_of(*numbers), numbers->bytes);
    }
    if (add_flex_texts(name, value)) return;
    if (const auto json = to_json(value, kJsonValues)) return add_json(name, *json);
    add_bytes(name, whole);
}

bool AttributeList::add_flex_texts(StringId name, const FlexValue& value) {
    if (value.kind() != FlexValue::Kind::kVector || value.size() == 0 || value.size() > limits::kInlineList) {
        return false;
    }
    std::vector<StringId> texts;
    for (uint64_t i = 0; i < value.size(); ++i) {
        const auto element = value.element(i);
        if (!element || element->kind() != FlexValue::Kind::kText) return false;
        texts.push_back(model_.strings.intern(to_utf8(as_text(element->content()))));
    }
    add_texts(name, texts);
    return true;
}

}  // namespace netloupe::tflite
