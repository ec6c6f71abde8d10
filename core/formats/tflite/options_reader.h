#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "model/attribute_list.h"
#include "read_context.h"

namespace netloupe::tflite {

/// A subgraph that an operator's options name.
struct SubgraphUse {
    GraphId from;
    NodeId node;
    StringId attribute;
    GraphId to;
};

/// Turns options tables into attributes by reflection over the schema: every scalar field with its default,
/// vectors and strings where they are present. No table has code of its own.
class OptionsReader {
public:
    OptionsReader(ReadContext& context, size_t subgraph_count);

    /// Appends the attributes of the operator's options to Model::attributes.
    void read(const FlatTable& op, GraphId graph, NodeId node);
    [[nodiscard]] const std::vector<SubgraphUse>& subgraph_uses() const { return uses_; }

private:
    struct Enumerators {
        FlatEnum values;
        std::vector<StringId> names;
    };
    struct Step {
        enum class Role : uint8_t { kPlain, kSubgraph, kOptions };
        FlatField field;
        StringId name;
        Role role = Role::kPlain;
        const Enumerators* enumerators = nullptr;
    };
    struct Plan {
        std::string_view table;
        std::vector<Step> steps;
    };
    struct User {
        GraphId graph;
        NodeId node;
    };

    const Plan* plan(size_t which, uint8_t member);
    Plan make_plan(std::string_view table);
    const Enumerators* enumerators(int32_t index);
    void read_field(const FlatTable& options, const Step& step, User user);
    void read_number(const FlatTable& options, const Step& step, User user);
    void read_vector(const FlatTable& options, const Step& step, User user);
    void read_subgraph_list(const FlatTable& options, const Step& step, User user);
    [[nodiscard]] bool is_subgraph(int64_t index) const {
        return index >= 0 && static_cast<uint64_t>(index) < subgraph_count_;
    }

    ReadContext& context_;
    AttributeList list_;
    size_t subgraph_count_;
    std::array<FlatEnum, 2> unions_;                           ///< BuiltinOptions, BuiltinOptions2.
    std::array<std::vector<std::unique_ptr<Plan>>, 2> plans_;  ///< By union member; made when first met.
    std::unordered_map<int32_t, Enumerators> enumerators_;
    std::vector<SubgraphUse> uses_;
    StringId custom_options_;
};

}  // namespace netloupe::tflite
