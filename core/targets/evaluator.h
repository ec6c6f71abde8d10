#pragma once

#include <span>
#include <vector>

#include "operand_facts.h"
#include "predicate.h"
#include "targets/verdict.h"

namespace netloupe::targets {

enum class Truth : uint8_t { kFalse, kTrue, kUnknown };

/// Says of predicates whether they hold for a node.
class Evaluator {
public:
    explicit Evaluator(OperandFacts& facts) : facts_(facts), model_(facts.model()) {}

    void at(GraphId graph, NodeId node);
    Truth holds(const Predicate& predicate);

    /// Why the last statement did not hold, or could not be decided.
    [[nodiscard]] TensorId tensor() const { return tensor_; }
    [[nodiscard]] Missing missing() const { return missing_; }

private:
    enum class State : uint8_t { kKnown, kAbsent, kUnknown };
    /// The numbers of a term, in numbers_.
    struct Numbers {
        State state = State::kKnown;
        uint32_t begin = 0;
        uint32_t count = 0;
    };

    Truth together(const Predicate& predicate, Truth neutral, Truth decisive);
    Truth number(const Predicate& predicate);
    Truth fits(const Predicate& predicate, Numbers values, TensorId tensor);
    Truth bounds(const Predicate& predicate, double value);
    Truth bound(const Predicate& predicate, uint32_t term, double value, bool (*keeps)(double, double));
    Truth text(const Predicate& predicate);
    Truth same(const Predicate& predicate);
    Truth same_as(const Predicate& predicate, TensorId first, TensorId other);
    Truth same_quantization(TensorId first, TensorId other);
    Truth type(const Predicate& predicate, TensorId tensor);
    Truth is_static(TensorId tensor);
    Truth quantized(const Predicate& predicate, TensorId tensor);
    Truth of_operand(const Predicate& predicate, TensorId tensor);

    /// The statement about every operand that is given.
    template <typename Check>
    Truth each(std::span<const Operands> operands, Check check);
    template <typename Visit>
    void visit(const Operands& operands, Visit visit);
    [[nodiscard]] TensorId only(const Operands& operands) const;
    [[nodiscard]] bool is_activation(uint32_t slot, TensorId tensor);

    Numbers numbers(const Term& term);
    Numbers of_tensor(const Term& term, TensorId tensor);
    Numbers scales(const Term& term, TensorId tensor);
    Numbers attribute(const Term& term);
    Numbers computed(const Term& term);
    Numbers one(double value);
    Numbers unknown(Missing missing, TensorId tensor = {});

    Truth blame(Truth truth, TensorId tensor, Missing missing);

    OperandFacts& facts_;
    const Model& model_;
    GraphId graph_;
    NodeId id_;
    const Node* node_ = nullptr;
    std::vector<double> numbers_;
    TensorId tensor_;
    Missing missing_ = Missing::kNothing;
};

}  // namespace netloupe::targets
