#include "context.h"

#include "declared.h"
#include "engine.h"
#include "model/values.h"

namespace netloupe::infer {

namespace {

const TensorShape kNothing;

const Attribute* find(const Model& model, std::span<const Attribute> attributes, std::string_view name) {
    for (const Attribute& attribute : attributes) {
        if (model.text(attribute.name) == name) return &attribute;
    }
    return nullptr;
}

}  // namespace

Context::Context(Engine& engine, Frame& frame, NodeId node)
    : engine_(engine),
      frame_(frame),
      id_(node),
      node_(engine.model_.graph(frame.graph).node(node)),
      inputs_(engine.model_.inputs(node_)),
      staged_(frame.staged) {}

const OperatorSchema* Context::schema() const {
    return engine_.meaning_.schema(frame_.graph, id_);
}

int32_t Context::version() const {
    return node_.version == 0 ? INT32_MAX : node_.version;
}

std::string_view Context::op() const {
    return engine_.model_.text(node_.op);
}

DimensionTable& Context::dims() const {
    return engine_.table_;
}

// ---- Inputs ------------------------------------------------------------------------------------------

const Tensor& Context::tensor(size_t slot) const {
    return engine_.model_.graph(frame_.graph).tensor(inputs_[slot]);
}

const TensorShape& Context::input(size_t slot) const {
    return has(slot) ? frame_.facts[inputs_[slot].index()] : kNothing;
}

std::optional<DimList> Context::shape(size_t slot) const {
    const TensorShape& fact = input(slot);
    if (!fact.ranked) return std::nullopt;
    return engine_.resolved(fact.dims);
}

std::optional<size_t> Context::rank(size_t slot) const {
    const TensorShape& fact = input(slot);
    if (!fact.ranked) return std::nullopt;
    return fact.dims.count;
}

std::optional<DimList> Context::value(size_t slot) const {
    const TensorShape& fact = input(slot);
    // Stored integers are not what they stand for; wide ones may be extents all the same.
    if (has(slot) && bits(fact.dtype) <= 16 && tensor(slot).quantization.valid()) return std::nullopt;
    if (fact.valued) return engine_.resolved(fact.value);
    if (!has(slot) || !tensor(slot).constant.valid()) return std::nullopt;
    const auto range = engine_.constant_value(tensor(slot).constant);
    if (!range) return std::nullopt;
    return DimList(std::span<const DimId>(engine_.pool_).subspan(range->begin, range->count));
}

std::optional<IntList> Context::ints(size_t slot) const {
    const auto elements = value(slot);
    if (!elements) return std::nullopt;
    IntList numbers;
    for (const DimId element : *elements) {
        const auto number = engine_.table_.value(element);
        if (!number) return std::nullopt;
        numbers.push(*number);
    }
    return numbers;
}

std::optional<int64_t> Context::scalar(size_t slot) const {
    const auto elements = value(slot);
    return elements && elements->size() == 1 ? engine_.table_.value((*elements)[0]) : std::nullopt;
}

std::optional<std::vector<double>> Context::reals(size_t slot) const {
    if (!has(slot) || !tensor(slot).constant.valid()) {
        const auto numbers = ints(slot);
        if (!numbers) return std::nullopt;
        return std::vector<double>(numbers->begin(), numbers->end());
    }
    const Constant& constant = engine_.model_.constant(tensor(slot).constant);
    const auto count = element_count(engine_.model_, constant.shape);
    if (!count || *count > limits::kTrackedValues) return std::nullopt;
    const auto values = read_values(engine_.model_, constant, 0, *count);
    if (!values) return std::nullopt;
    auto doubles = to_doubles(*values);
    if (doubles.size() != *count) return std::nullopt;
    return doubles;
}

// ---- Attributes --------------------------------------------------------------------------------------

const Attribute* Context::attribute(std::string_view name) const {
    const Model& model = engine_.model_;
    const Attribute* found = find(model, model.attributes_of(node_), name);
    const Frame* frame = &frame_;
    while (found != nullptr && found->type == AttributeType::kReference) {
        while (frame->outer != nullptr) frame = frame->outer;
        const std::string_view parameter = model.text(found->text);
        found = frame->call == nullptr ? nullptr : find(model, model.attributes_of(*frame->call), parameter);
        if (found == nullptr) {
            found = find(model, Model::slice_of(model.attributes, model.graph(frame->graph).attributes),
                         parameter);
            // A parameter without default refers to itself.
            return found != nullptr && found->type == AttributeType::kReference ? nullptr : found;
        }
        frame = frame->caller;
    }
    return found;
}

int64_t Context::integer(std::string_view name, int64_t fallback) const {
    const Attribute* found = attribute(name);
    if (found == nullptr) return fallback;
    const bool whole = found->type == AttributeType::kInt || found->type == AttributeType::kBool ||
                       found->type == AttributeType::kEnum;
    return whole ? found->integer : fallback;
}

std::string_view Context::text(std::string_view name, std::string_view fallback) const {
    const Attribute* found = attribute(name);
    if (found == nullptr) return fallback;
    const bool text = found->type == AttributeType::kString || found->type == AttributeType::kBytes ||
                      found->type == AttributeType::kEnum;
    return text ? engine_.model_.text(found->text) : fallback;
}

std::optional<std::span<const int64_t>> Context::list(std::string_view name) const {
    const Attribute* found = attribute(name);
    if (found == nullptr || found->type != AttributeType::kInts || found->constant.valid())
        return std::nullopt;
    return Model::slice_of(engine_.model_.ints, found->list);
}

std::optional<std::span<const double>> Context::real_list(std::string_view name) const {
    const Attribute* found = attribute(name);
    if (found == nullptr || found->type != AttributeType::kFloats || found->constant.valid()) {
        return std::nullopt;
    }
    return Model::slice_of(engine_.model_.floats, found->list);
}

size_t Context::list_size(std::string_view name) const {
    const Attribute* found = attribute(name);
    if (found == nullptr) return 0;
    if (!found->constant.valid()) return found->list.count;
    return element_count(engine_.model_, engine_.model_.constant(found->constant).shape).value_or(0);
}

DataType Context::type(std::string_view name, DataType fallback) const {
    const Attribute* found = attribute(name);
    if (found == nullptr) return fallback;
    switch (found->type) {
        case AttributeType::kEnum:
        case AttributeType::kString:
        case AttributeType::kBytes:
            return type_from_text(engine_.model_.text(found->text));
        case AttributeType::kInt:
            return type_from_onnx(found->integer);
        default:
            return fallback;
    }
}

GraphId Context::graph(std::string_view name) const {
    const Attribute* found = attribute(name);
    return found == nullptr ? GraphId() : found->graph;
}

std::optional<size_t> Context::stated_rank(GraphId graph, size_t input) const {
    if (!graph.valid()) return std::nullopt;
    const Graph& stated = engine_.model_.graph(graph);
    if (input >= stated.inputs.size() || !stated.inputs[input].valid()) return std::nullopt;
    const auto& shape = stated.tensor(stated.inputs[input]).shape;
    return shape.known ? std::optional<size_t>(shape.dims.count) : std::nullopt;
}

std::vector<GraphId> Context::graphs(std::string_view name) const {
    const Attribute* found = attribute(name);
    std::vector<GraphId> graphs;
    if (found == nullptr || found->type != AttributeType::kGraphs) return graphs;
    for (const uint32_t id : Model::slice_of(engine_.model_.ids, found->list)) graphs.emplace_back(id);
    return graphs;
}

std::optional<TensorShape> Context::constant(std::string_view name) {
    const Attribute* found = attribute(name);
    if (found == nullptr || !found->constant.valid()) return std::nullopt;
    const Constant& constant = engine_.model_.constant(found->constant);
    DimList shape;
    for (const Dimension& dim : engine_.model_.dims_of(constant.shape))
        shape.push(dims().constant(dim.value));
    TensorShape fact = make(constant.dtype, shape);
    if (const auto value = engine_.constant_value(found->constant)) {
        fact.valued = true;
        fact.value = *value;
    }
    return fact;
}

std::optional<TensorShape> Context::written_type(std::string_view name) {
    const Attribute* found = attribute(name);
    if (found == nullptr || found->type != AttributeType::kType) return std::nullopt;
    return written_shape(engine_.model_, engine_.model_.text(found->text), engine_.table_, engine_.pool_);
}

// ---- Outputs -----------------------------------------------------------------------------------------

DataType Context::declared_type(size_t slot) const {
    const auto outputs = engine_.model_.outputs(node_);
    return slot < outputs.size() && outputs[slot].valid() ? frame_.facts[outputs[slot].index()].dtype
                                                          : DataType::kUnknown;
}

void Context::set_type(size_t slot, DataType dtype) {
    if (!wants(slot)) return;
    staged_[slot].dtype = dtype;
    if (staged_[slot].kind == ValueKind::kUnknown) staged_[slot].kind = ValueKind::kTensor;
}

void Context::set_shape(size_t slot, const DimList& shape) {
    if (!wants(slot) || shape.overflowed()) return;
    staged_[slot].ranked = true;
    staged_[slot].dims = engine_.keep(shape.span());
    if (staged_[slot].kind == ValueKind::kUnknown) staged_[slot].kind = ValueKind::kTensor;
}

void Context::set(size_t slot, DataType dtype, const DimList& shape) {
    set_type(slot, dtype);
    set_shape(slot, shape);
}

void Context::set_value(size_t slot, const DimList& elements) {
    if (!wants(slot) || elements.overflowed()) return;
    staged_[slot].valued = true;
    staged_[slot].value = engine_.keep(elements.span());
}

void Context::set_fact(size_t slot, const TensorShape& fact) {
    if (wants(slot)) staged_[slot] = fact;
}

void Context::pass(size_t slot, size_t input) {
    if (!wants(slot)) return;
    staged_[slot] = this->input(input);
    if (const auto elements = value(input)) set_value(slot, *elements);
}

void Context::set_kind(size_t slot, ValueKind kind, const TensorShape& element) {
    if (!wants(slot)) return;
    staged_[slot] = element;
    staged_[slot].kind = kind;
    staged_[slot].valued = false;
    staged_[slot].of_sequence = kind == ValueKind::kOptional && element.kind == ValueKind::kSequence;
}

// ---- Demands -----------------------------------------------------------------------------------------

DimId Context::same(DimId a, DimId b, std::string_view what) {
    DimensionTable& table = dims();
    if (!a.valid()) return b;
    if (!b.valid()) return a;
    Equality equality = Equality::kUndecided;
    if (frame_.learns) {
        equality = table.equate(a, b);
    } else if (table.value(a) && table.value(b)) {
        equality = a == b ? Equality::kHolds : Equality::kBroken;
    }
    if (equality == Equality::kBroken) {
        conflict(std::string(what) + " must be equal, but are " + table.text(a) + " and " + table.text(b) +
                 ".");
        return a;
    }
    a = table.resolve(a);
    b = table.resolve(b);
    return table.value(b) || (table.anonymous(a) && !table.value(a)) ? b : a;
}

void Context::compatible(DimId a, DimId b) {
    if (frame_.learns) dims().learn_broadcast(a, b);
}

void Context::conflict(std::string what) {
    engine_.note({ConflictKind::kOperands, frame_.graph, id_, {}, std::move(what)});
}

// ---- Control flow ------------------------------------------------------------------------------------

std::vector<TensorShape> Context::run(GraphId graph, std::span<const TensorShape> inputs) {
    return engine_.run_subgraph(frame_, id_, graph, inputs);
}

std::vector<TensorShape> Context::call(GraphId function) {
    return engine_.call_function(frame_, id_, function);
}

TensorShape Context::join(const TensorShape& a, const TensorShape& b) {
    return engine_.join(a, b);
}

TensorShape Context::make(DataType dtype, const DimList& shape) {
    TensorShape fact;
    fact.dtype = dtype;
    fact.kind = ValueKind::kTensor;
    if (shape.overflowed()) return fact;
    fact.ranked = true;
    fact.dims = engine_.keep(shape.span());
    return fact;
}

TensorShape Context::make_scalar(DataType dtype, int64_t value) {
    TensorShape fact = make(dtype, {});
    const DimId element = dims().constant(value);
    fact.valued = true;
    fact.value = engine_.keep({&element, 1});
    return fact;
}

void Context::set_trips(DimId trips) {
    engine_.note_trips(frame_.graph, id_, trips);
}

DimList Context::dims_of(const TensorShape& fact) const {
    return engine_.resolved(fact.dims);
}

DimId Context::element(const TensorShape& fact) const {
    return fact.valued && fact.value.count > 0 ? engine_.pool_[fact.value.begin] : DimId();
}

void Context::forget_conflicts(size_t kept) {
    engine_.forget_conflicts(kept);
}

size_t Context::conflicts() const {
    return engine_.conflicts();
}

}  // namespace netloupe::infer
