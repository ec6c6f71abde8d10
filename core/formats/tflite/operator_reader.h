#pragma once

#include <string>
#include <vector>

#include "options_reader.h"
#include "read_context.h"

namespace netloupe::tflite {

/// "subgraphs[0].operators[7]"
std::string operator_path(GraphId graph, size_t node);

/// Reads operators into nodes: names by operator code, operands, options.
class OperatorReader {
public:
    /// Reads the operator codes that stand in that field of the root.
    OperatorReader(ReadContext& context, size_t subgraph_count, uint16_t codes_field);

    void read(GraphId graph, const FlatTables& operators);
    [[nodiscard]] const std::vector<SubgraphUse>& subgraph_uses() const { return options_.subgraph_uses(); }

private:
    struct Code {
        StringId op;
        int32_t version;
        bool is_custom;
    };

    Code read_code(const FlatTable& code, uint32_t index);
    Node read_operator(const FlatTable& table, Place place);
    Range read_operands(const FlatTable& table, uint16_t field, const Graph& graph);
    template <typename T>
    void add_metadata(const FlatTable& table, uint16_t field, StringId key, Node& node);

    ReadContext& context_;
    OptionsReader options_;
    FlatEnum builtins_;
    std::vector<Code> codes_;
    StringId intermediates_;
    StringId mutating_;
};

}  // namespace netloupe::tflite
