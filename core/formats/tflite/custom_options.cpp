#include "custom_options.h"

#include <vector>

#include "base/limits.h"
#include "base/utf8.h"
#include "containers/flexbuffer.h"

namespace netloupe::tflite {

namespace {

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

bool add_flex_texts(AttributeList& list, StringId name, const FlexValue& value) {
    if (value.kind() != FlexValue::Kind::kVector || value.size() == 0 || value.size() > limits::kInlineList) {
        return false;
    }
    std::vector<StringId> texts;
    for (uint64_t i = 0; i < value.size(); ++i) {
        const auto element = value.element(i);
        if (!element || element->kind() != FlexValue::Kind::kText) return false;
        texts.push_back(list.model().strings.intern(to_utf8(as_text(element->content()))));
    }
    list.add_texts(name, texts);
    return true;
}

void add_flex(AttributeList& list, StringId name, const FlexValue& value, Bytes whole) {
    using Kind = FlexValue::Kind;
    switch (value.kind()) {
        case Kind::kInt:
        case Kind::kUint:
            return list.add_int(name, value.integer());
        case Kind::kBool:
            return list.add_bool(name, value.integer() != 0);
        case Kind::kFloat:
            return list.add_real(name, value.real());
        case Kind::kText:
            return list.add_text(name, value.content());
        case Kind::kBlob:
            return list.add_bytes(name, value.content());
        default:
            break;
    }
    if (const auto numbers = value.numbers(); numbers && type_of(*numbers) != DataType::kUnknown) {
        return list.add_numbers(name, type_of(*numbers), numbers->bytes);
    }
    if (add_flex_texts(list, name, value)) return;
    if (const auto json = to_json(value, kJsonValues)) return list.add_json(name, *json);
    list.add_bytes(name, whole);
}

}  // namespace

void add_custom_options(AttributeList& list, StringId whole, Bytes bytes) {
    if (bytes.empty()) return;
    const auto root = FlexValue::root(bytes);
    if (!root) return list.add_bytes(whole, bytes);
    if (root->kind() != FlexValue::Kind::kMap) return add_flex(list, whole, *root, bytes);
    for (uint64_t i = 0; i < root->size(); ++i) {
        // A damaged entry makes the whole doubtful.
        if (!root->key(i) || !root->element(i)) return list.add_bytes(whole, bytes);
    }
    for (uint64_t i = 0; i < root->size(); ++i) {
        add_flex(list, list.model().strings.intern(*root->key(i)), *root->element(i), bytes);
    }
}

}  // namespace netloupe::tflite
