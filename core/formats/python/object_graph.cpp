#include "formats/python/object_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "base/utf8.h"
#include "formats/python/literal.h"

namespace netloupe::python {

using pickle::Kind;
using pickle::Pickle;
using pickle::Value;
using pickle::ValueId;

namespace {

/// Numbers and texts that are noted of all objects; what comes after is no fact that anybody reads.
constexpr size_t kMostFacts = 20'000;

bool is_dict_class(std::string_view path) {
    return path == "collections.OrderedDict" || path == "collections.defaultdict" ||
           path == "builtins.dict" || path == "__builtin__.dict" || path == "collections.Counter";
}

std::string key_text(const Pickle& pickle, ValueId key) {
    return plain_text(pickle, key);
}

/// A list or tuple of numbers and texts only.
bool is_plain_list(const Pickle& pickle, ValueId id) {
    return std::ranges::all_of(pickle.items(id), [&](ValueId item) { return is_scalar(pickle, item); });
}

/// ('scaler', object, ...): how pipelines name their steps.
std::string step_name(const Pickle& pickle, ValueId item, size_t index) {
    const ValueId name = pickle.item(item, 0);
    const bool named = pickle[item].kind == Kind::kTuple && pickle[item].items.count >= 2 &&
                       !pickle.text(name).empty() && pickle[pickle.item(item, 1)].kind == Kind::kCall;
    return named ? key_text(pickle, name) : fmt::format("{}", index);
}

Origin origin_of(const Source& source, ValueId id) {
    return source.in_main_file ? Origin{source.pickle[id].offset, 0} : Origin{};
}

/// Members of a torch.nn.Module that are dicts of what a person takes for the module's own.
constexpr auto kModuleParts = std::to_array<std::string_view>({"_parameters", "_buffers", "_modules"});

bool is_module_part(std::string_view key) {
    return std::ranges::find(kModuleParts, key) != kModuleParts.end();
}

}  // namespace

std::string_view class_path(const Pickle& pickle, ValueId object) {
    ValueId callee = pickle[object].callee;
    // Old files of PyTorch keep a module's class together with its source code.
    if (pickle[callee].kind == Kind::kPersistent) callee = pickle.item(pickle[callee].arguments, 1);
    if (pickle[callee].kind != Kind::kGlobal) return {};
    const std::string_view path = pickle.global_path(callee);
    const bool makes_class = path == "copy_reg._reconstructor" || path == "copyreg._reconstructor" ||
                             path == "copyreg.__newobj__" || path == "copyreg.__newobj_ex__";
    return makes_class ? pickle.global_path(pickle.item(pickle[object].arguments, 0)) : path;
}

ObjectGraph::Place ObjectGraph::Place::below(std::string_view key) const {
    Place place = *this;
    for (std::string* text : {&place.path, &place.in_owner}) {
        if (!text->empty()) *text += '.';
        *text += key;
    }
    return place;
}

void ObjectGraph::add(const Source& source, ValueId root, std::string_view path) {
    most_visits_ += 4 * source.pickle.size() + 1000;
    Place place;
    place.path = path;
    walk(source, root, place, 0);
}

void ObjectGraph::finish() {
    modules_.finish();
    model_.model_metadata = append(model_.metadata, std::span<const KeyValue>(metadata_));
    if (missing_ == 0) return;
    damage(ErrorCode::kNotFound, fmt::format("The values of {} tensors are not in the file.", missing_),
           Error::kNoOffset);
}

void ObjectGraph::damage(ErrorCode code, std::string message, uint64_t offset) {
    if (model_.damages.size() < limits::kDamages)
        model_.damages.push_back({{code, std::move(message), offset, 0}, GraphId(0U), {}, {}});
}

void ObjectGraph::walk(const Source& source, ValueId id, const Place& place, uint32_t depth) {
    const bool deep = depth > limits::kNesting;
    if (deep || visits_ >= most_visits_) {
        if (!std::exchange(told_, true)) {
            damage(ErrorCode::kLimit,
                   fmt::format("\"{}\" and what comes after it is not shown: the objects {}.",
                               to_utf8(place.path.substr(0, 100)),
                               deep ? "nest too deep" : "refer to each other too often"),
                   source.pickle[id].offset);
        }
        return;
    }
    ++visits_;
    if (is_scalar(source.pickle, id)) return note(source, id, place);
    const Value* value = &source.pickle[id];
    if (!open_.insert(value).second) return;
    walk_value(source, id, place, depth);
    open_.erase(value);
}

void ObjectGraph::walk_value(const Source& source, ValueId id, const Place& place, uint32_t depth) {
    const Pickle& pickle = source.pickle;
    if (source.tensor) {
        if (const auto tensor = source.tensor(id, place.path))
            return add_array(*tensor, place, origin_of(source, id));
    }
    if (const Source* nested = source.nested ? source.nested(id) : nullptr) {
        most_visits_ += 4 * nested->pickle.size();
        return walk(*nested, nested->pickle.root, place, depth + 1);
    }
    if (const ValueId objects = source.arrays.objects(id); objects.valid())
        return walk(source, objects, place, depth + 1);
    if (source.arrays.is_array(id)) {
        const auto array = source.arrays.read(id, place.path);
        if (!array) return add_array(std::unexpected(array.error()), place, origin_of(source, id));
        return add_array(ArrayValue{*array, {}}, place, origin_of(source, id));
    }
    if (source.arrays.is_scalar(id)) {
        Attribute attribute;
        attribute.type = AttributeType::kString;
        return note(place, attribute, source.arrays.scalar_text(id));
    }
    switch (pickle[id].kind) {
        case Kind::kCall:
            // TorchScript says the types of its lists and dicts by functions around them.
            if (class_path(pickle, id).starts_with("torch.jit._pickle."))
                return walk(source, pickle.item(pickle[id].arguments, 0), place, depth + 1);
            if (is_dict_class(class_path(pickle, id))) return walk_entries(source, id, place, depth);
            return walk_object(source, id, place, depth);
        case Kind::kDict:
            return walk_entries(source, id, place, depth);
        case Kind::kPersistent:
            return note(source, id, place);
        default:
            return walk_items(source, id, place, depth);
    }
}

/// An object is a node when it has a class and something was put into it; what is only a call of a function
/// with numbers and texts is written out.
void ObjectGraph::walk_object(const Source& source, ValueId id, const Place& place, uint32_t depth) {
    const Pickle& pickle = source.pickle;
    const Value& value = pickle[id];
    const std::string_view path = class_path(pickle, id);
    const bool simple = !value.state.valid() && value.items.empty() && is_plain_list(pickle, value.arguments);
    if (simple && place.attributes != nullptr) return note(source, id, place);
    std::vector<Attribute> attributes;
    const NodeId node =
        modules_.module(place.path, path.empty() ? "object" : to_utf8(path), origin_of(source, id));
    Place inside;
    inside.owner = node;
    inside.path = place.path;
    inside.attributes = &attributes;
    const auto arguments = pickle.items(value.arguments);
    for (size_t i = 0; i < arguments.size(); ++i) {
        // What makes the object is not part of it.
        if (pickle[arguments[i]].kind == Kind::kGlobal) continue;
        walk(source, arguments[i], inside.below(fmt::format("{}", i)), depth + 1);
    }
    if (value.keyed) {
        walk_entries(source, id, inside, depth);
    } else {
        walk_items(source, id, inside, depth);
    }
    walk_state(source, value.state, inside, depth);
    Node& made = model_.graphs[0].nodes[node.index()];
    if (made.attributes.empty())
        made.attributes = append(model_.attributes, std::span<const Attribute>(attributes));
}

void ObjectGraph::walk_state(const Source& source, ValueId state, const Place& place, uint32_t depth) {
    const Pickle& pickle = source.pickle;
    if (!state.valid()) return;
    // (dict of the object, dict of its slots)
    if (pickle[state].kind == Kind::kTuple && pickle[state].items.count == 2 &&
        pickle[pickle.item(state, 1)].kind == Kind::kDict) {
        for (const ValueId part : pickle.items(state)) {
            if (pickle[part].kind == Kind::kDict) walk_state(source, part, place, depth);
        }
        return;
    }
    if (!pickle[state].keyed) return walk(source, state, place, depth + 1);
    const bool module = pickle.find(state, "_modules").valid() || pickle.find(state, "_parameters").valid();
    const auto entries = pickle.items(state);
    for (size_t i = 0; i + 1 < entries.size(); i += 2) {
        const std::string key = key_text(pickle, entries[i]);
        if (module && is_module_part(key)) {
            walk_entries(source, entries[i + 1], place, depth + 1);
        } else if (!module || !key.starts_with('_')) {
            walk(source, entries[i + 1], place.below(key), depth + 1);
        }
    }
}

void ObjectGraph::walk_entries(const Source& source, ValueId id, const Place& place, uint32_t depth) {
    const Pickle& pickle = source.pickle;
    const auto entries = pickle.items(id);
    for (size_t i = 0; i + 1 < entries.size(); i += 2)
        walk(source, entries[i + 1], place.below(key_text(pickle, entries[i])), depth + 1);
    // Python 2 made its ordered dicts of a list of pairs.
    for (const ValueId pair : pickle.items(pickle.item(pickle[id].arguments, 0))) {
        if (pickle[pair].items.count == 2)
            walk(source, pickle.item(pair, 1), place.below(key_text(pickle, pickle.item(pair, 0))),
                 depth + 1);
    }
}

void ObjectGraph::walk_items(const Source& source, ValueId id, const Place& place, uint32_t depth) {
    const Pickle& pickle = source.pickle;
    const auto items = pickle.items(id);
    const bool container = pickle[id].kind != Kind::kCall;
    if (container && is_plain_list(pickle, id)) return note(source, id, place);
    for (size_t i = 0; i < items.size(); ++i) {
        const std::string name = step_name(pickle, items[i], i);
        const bool step =
            pickle[items[i]].kind == Kind::kTuple && !std::isdigit(static_cast<unsigned char>(name[0]));
        walk(source, step ? pickle.item(items[i], 1) : items[i], place.below(name), depth + 1);
    }
}

void ObjectGraph::add_array(const Result<ArrayValue>& value, const Place& place, Origin origin) {
    if (!value) {
        damage(value.error().code, value.error().message, value.error().offset);
    } else if (model_.constant(value->constant).state == ConstantState::kMissing) {
        ++missing_;
    }
    const ConstantId constant = value ? value->constant : ConstantId();
    const TensorId tensor = place.owner.valid()
                                ? modules_.add(place.owner, place.in_owner, place.path, constant, origin)
                                : modules_.add(place.path, constant, origin);
    if (value) model_.graphs[0].tensors[tensor.index()].quantization = value->quantization;
}

void ObjectGraph::note(const Source& source, ValueId id, const Place& place) {
    const Value& value = source.pickle[id];
    Attribute attribute;
    switch (value.kind) {
        case Kind::kInt:
            attribute.type = AttributeType::kInt;
            break;
        case Kind::kBool:
            attribute.type = AttributeType::kBool;
            break;
        case Kind::kFloat:
            attribute.type = AttributeType::kFloat;
            break;
        default:
            attribute.type = AttributeType::kString;
    }
    attribute.integer = value.kind == Kind::kFloat ? 0 : value.integer;
    attribute.real = value.kind == Kind::kFloat ? value.real() : 0;
    note(place, attribute, plain_text(source.pickle, id));
}

void ObjectGraph::note(const Place& place, Attribute attribute, std::string_view text) {
    if (facts_ >= kMostFacts) return;
    ++facts_;
    const std::string shown = to_utf8(text.substr(0, limits::kInlineText));
    if (place.attributes == nullptr) {
        metadata_.push_back({model_.strings.intern(to_utf8(place.path)), model_.strings.intern(shown)});
        return;
    }
    attribute.name = model_.strings.intern(to_utf8(place.in_owner));
    if (attribute.type == AttributeType::kString) attribute.text = model_.strings.intern(shown);
    place.attributes->push_back(attribute);
}

}  // namespace netloupe::python
