#include <algorithm>
#include <array>
#include <cmath>

#include "base/utf8.h"
#include "lsp/messages.h"
#include "lsp/query.h"
#include "model/quantization.h"
#include "query/describe.h"
#include "query/key.h"

namespace netloupe::lsp {

namespace {

/// Rows that netloupe/quantization gives at most.
constexpr size_t kTableRows = 65536;

std::string_view kind_of(const Graph& graph, const Tensor& tensor, TensorId id) {
    if (tensor.is_captured) return "captured";
    if (tensor.constant.valid()) return "constant";
    if (tensor.is_variable) return "variable";
    if (std::ranges::find(graph.inputs, id) != graph.inputs.end()) return "input";
    if (std::ranges::find(graph.outputs, id) != graph.outputs.end()) return "output";
    return "activation";
}

/// JSON has no NaN and no infinity: such a number is null.
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

void set_finite(Json& object, const char* key, double value) {
    if (std::isfinite(value)) object[key] = value;
}

/// A scale as the decimal that people know it by: 0.1, not 0.10000000149011612.
double as_decimal(float value) {
    return std::isfinite(value) ? std::stod(query::number_text(value)) : value;
}

void add_parameters(Json& info, const QuantParameters& parameters, const Quantization& quantization) {
    info["count"] = parameters.scales.size();
    if (parameters.scales.empty()) return;
    if (parameters.scales.size() == 1) set_finite(info, "scale", as_decimal(parameters.scales[0]));
    const auto& points = parameters.zero_points;
    if (points.empty()) {
        info["zeroPoint"] = 0;
    } else if (std::ranges::all_of(points, [&](int64_t point) { return point == points[0]; })) {
        info["zeroPoint"] = points[0];
    }
    const auto [low, high] = std::ranges::minmax(parameters.scales);
    set_finite(info, "scaleMin", as_decimal(low));
    set_finite(info, "scaleMax", as_decimal(high));
    if (std::ranges::any_of(parameters.scales, [](float scale) { return !std::isfinite(scale); }))
        info["error"] = "A scale is not a finite number.";
    if (const auto range = representable_range(parameters, quantization.storage)) {
        set_finite(info, "low", range->low);
        set_finite(info, "high", range->high);
    }
}

void add_observed(Json& info, const Model& model, const Quantization& quantization) {
    const auto pool = [&](const ParameterSource& source) {
        return source.kind == ParameterSource::Kind::kPool ? Model::slice_of(model.floats, source.pool)
                                                           : std::span<const double>();
    };
    if (const auto mins = pool(quantization.min); !mins.empty())
        set_finite(info, "observedMin", std::ranges::min(mins));
    if (const auto maxs = pool(quantization.max); !maxs.empty())
        set_finite(info, "observedMax", std::ranges::max(maxs));
}

Json quantization_info(const Model& model, const Quantization& quantization) {
    Json info{{"scheme", query::scheme_name(quantization)},
              {"storage", name(quantization.storage)},
              {"expressed", name(quantization.expressed)},
              {"count", 0}};
    if (quantization.scheme == QuantizationScheme::kPerAxis ||
        quantization.scheme == QuantizationScheme::kBlockwise)
        info["axis"] = quantization.axis;
    if (quantization.scheme == QuantizationScheme::kBlockwise) info["blockSize"] = quantization.block_size;
    if (const auto details = model.text(quantization.details); !details.empty())
        info["details"] = to_utf8(details);
    add_observed(info, model, quantization);
    const auto parameters = quant_parameters(model, quantization);
    if (!parameters) {
        info["error"] = parameters.error().message;
    } else if (!parameters->computed) {
        add_parameters(info, *parameters, quantization);
    }
    return info;
}

Json constant_info(const Model& model, ConstantId id) {
    constexpr std::array<std::string_view, 3> kStates{"present", "absent", "missing"};
    const Constant& constant = model.constant(id);
    Json info{{"constant", id.value},
              {"dtype", name(constant.dtype)},
              {"shape", shape_text(model, constant.shape)},
              {"elements", element_count(model, constant.shape).value_or(0)},
              {"bytes", query::bytes_of(model, constant)},
              {"state", kStates[static_cast<size_t>(constant.state)]},
              {"sparse", constant.sparse}};
    if (const auto location = model.text(constant.location); !location.empty())
        info["location"] = to_utf8(location);
    if (constant.state == ConstantState::kPresent) info["offset"] = constant.offset;
    return info;
}

}  // namespace

Answer answer_tensor(Query& query) {
    const Graph* graph = query.graph();
    const Tensor* tensor = query.tensor(graph);
    if (tensor == nullptr) return query.params.refusal();
    const Model& model = query.model;
    Json result{{"graph", query.graph_id.value},
                {"tensor", query.tensor_id.value},
                {"key", query::key_of(model, query.graph_id, query.tensor_id)},
                {"name", to_utf8(model.text(tensor->name))},
                {"dtype", name(query.types.dtype(query.graph_id, query.tensor_id))},
                {"shape", query.types.shape_text(query.graph_id, query.tensor_id)},
                {"inferred", query.types.only_inferred(query.graph_id, query.tensor_id)},
                {"kind", kind_of(*graph, *tensor, query.tensor_id)},
                {"consumers", Json::array()},
                {"metadata", entries(model, tensor->metadata)},
                {"findings", findings_of(query.document, query.graph_id, query.tensor_id)}};
    if (const auto type = model.text(tensor->type_name); !type.empty()) result["type"] = to_utf8(type);
    if (tensor->default_shape.known) result["defaultShape"] = shape_text(model, tensor->default_shape);
    if (const auto doc = model.text(tensor->doc); !doc.empty()) result["doc"] = to_utf8(doc);
    if (tensor->quantization.valid())
        result["quantization"] = quantization_info(model, model.quantization(tensor->quantization));
    if (tensor->constant.valid()) result["constant"] = constant_info(model, tensor->constant);
    if (tensor->producer.valid()) result["producer"] = node_brief(model, *graph, tensor->producer);
    NodeId last;
    for (const Use& use : graph->consumers(*tensor)) {
        if (use.node != last) result["consumers"].push_back(node_brief(model, *graph, use.node));
        last = use.node;
    }
    return result;
}

Answer answer_quantization(Query& query) {
    const Tensor* tensor = query.tensor(query.graph());
    if (tensor == nullptr) return query.params.refusal();
    if (!tensor->quantization.valid())
        return rpc_fail(RpcCode::kRequestFailed, "The tensor has no quantization.");
    const auto parameters = quant_parameters(query.model, query.model.quantization(tensor->quantization));
    if (!parameters) return rpc_fail(RpcCode::kRequestFailed, parameters.error().message);
    Json table{
        {"scales", Json::array()}, {"zeroPoints", Json::array()}, {"total", parameters->scales.size()}};
    const size_t rows = std::min(parameters->scales.size(), kTableRows);
    for (size_t i = 0; i < rows; ++i) {
        table["scales"].push_back(number(as_decimal(parameters->scales[i])));
        table["zeroPoints"].push_back(parameters->zero_point(i));
    }
    return table;
}

}  // namespace netloupe::lsp
