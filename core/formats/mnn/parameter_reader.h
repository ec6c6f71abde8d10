#pragma once

#include <memory>
#include <unordered_map>

#include "mnn_reading.h"

namespace netloupe::mnn {

/// Turns an operator's parameters into attributes and weights, by reflection over the schema: every number
/// with its default, vectors and texts where they are present, tables inside as "table.field".
class ParameterReader {
public:
    explicit ParameterReader(MnnReading& reading);

    void read(Layer& layer);
    /// Attributes that name a subgraph ("body_graph"), in the order in which they were met.
    struct SubgraphUse {
        GraphId from;
        NodeId node;
        size_t attribute = 0;  ///< In Model::attributes.
    };
    [[nodiscard]] const std::vector<SubgraphUse>& subgraph_uses() const { return uses_; }

private:
    struct Step {
        FlatField field;
        const FlatEnum* enumerators = nullptr;
    };
    const std::vector<Step>& plan(std::string_view table);
    void read_table(Layer& layer, const FlatTable& table, std::string_view type, const std::string& prefix,
                    uint32_t depth);
    void read_field(Layer& layer, const FlatTable& table, const Step& step, const std::string& prefix,
                    uint32_t depth);
    void read_inner(Layer& layer, const FlatTable& table, const FlatField& field, const std::string& name,
                    uint32_t depth);
    void read_tables(const FlatTable& table, const FlatField& field, StringId name);
    void read_named(Layer& layer, const FlatTables& attributes);
    void read_text(Layer& layer, const FlatTable& table, const FlatField& field, StringId name);
    void read_texts(const FlatTable& table, const FlatField& field, StringId name);
    void read_integer(const FlatTable& table, const Step& step, StringId name);
    void read_numbers(const FlatTable& table, const FlatField& field, StringId name);

    MnnReading& reading_;
    AttributeList list_;
    FlatEnum members_;  ///< Of the union of parameters.
    std::unordered_map<std::string_view, std::vector<Step>> plans_;
    std::unordered_map<int32_t, FlatEnum> enumerations_;
    std::vector<SubgraphUse> uses_;
};

}  // namespace netloupe::mnn
