#include <nlohmann/json.hpp>

#include "query/describe.h"
#include "report/signature.h"

namespace netloupe::report {

namespace {

using Json = nlohmann::ordered_json;
using signature::Port;
using signature::Statement;

Json statement_json(const Statement& statement) {
    Json json{{"text", statement.text}, {"reason", statement.reason}};
    if (statement.node.valid()) json["node"] = statement.node.value;
    return json;
}

Json shape_json(const Port& port) {
    Json list = Json::array();
    for (const signature::Extent& extent : port.shape) {
        Json dimension = Json::object();
        if (extent.fixed()) {
            dimension["value"] = extent.value;
        } else {
            dimension["symbol"] = extent.symbol;
            dimension["usual"] = extent.usual;
        }
        list.push_back(std::move(dimension));
    }
    return list;
}

Json port_json(const Port& port) {
    Json json{{"tensor", port.tensor.value}, {"name", port.name}, {"dtype", name(port.dtype)}};
    if (!port.key.empty()) json["key"] = port.key;
    if (!port.type.empty()) json["type"] = port.type;
    if (port.ranked) json["shape"] = shape_json(port);
    if (port.affine) {
        // As the decimal that people know it by: 0.1, not 0.10000000149011612.
        json["scale"] = std::stod(query::number_text(port.affine->scale));
        json["zeroPoint"] = port.affine->zero_point;
    }
    const auto add = [&json](const char* key, const Statement& statement) {
        if (statement.said()) json[key] = statement_json(statement);
    };
    add("layout", port.layout);
    add("quantization", port.quantization);
    add("range", port.range);
    if (port.normalization)
        json["normalization"] = {{"mean", port.normalization->mean}, {"std", port.normalization->deviation}};
    json["meaning"] = Json::array();
    for (const Statement& statement : port.meaning) json["meaning"].push_back(statement_json(statement));
    return json;
}

Json ports_json(const std::vector<Port>& ports) {
    Json list = Json::array();
    for (const Port& port : ports) list.push_back(port_json(port));
    return list;
}

}  // namespace

Json signature_json(const signature::Entry& entry) {
    Json json = Json::object();
    if (entry.signature) json["key"] = entry.key;
    json["graph"] = entry.graph.value;
    json["inputs"] = ports_json(entry.inputs);
    json["outputs"] = ports_json(entry.outputs);
    return json;
}

}  // namespace netloupe::report
