#include "base/utf8.h"
#include "lsp/messages.h"
#include "lsp/query.h"
#include "query/describe.h"

namespace netloupe::lsp {

namespace {

constexpr size_t kLargest = 20;

Json largest(const Model& model) {
    Json list = Json::array();
    for (const query::LargeConstant& large : query::largest_constants(model, kLargest)) {
        const Constant& constant = model.constant(large.constant);
        list.push_back({{"graph", large.graph.value},
                        {"tensor", large.tensor.value},
                        {"name", to_utf8(model.text(model.graph(large.graph).tensor(large.tensor).name))},
                        {"bytes", large.bytes},
                        {"dtype", name(constant.dtype)},
                        {"shape", shape_text(model, constant.shape)}});
    }
    return list;
}

}  // namespace

Answer answer_model(Query& query) {
    const Model& model = query.model;
    Json result{{"properties", Json::array()},
                {"imports", Json::array()},
                {"metadata", entries(model, model.model_metadata)},
                {"operators", Json::array()},
                {"largest", largest(model)},
                {"attachments", Json::array()}};
    for (const query::Property& property : query::properties(model)) {
        result["properties"].push_back({{"key", property.name}, {"value", property.value}});
    }
    for (const OpsetImport& import : model.imports) {
        result["imports"].push_back(
            {{"key", to_utf8(model.text(import.domain))}, {"value", std::to_string(import.version)}});
    }
    for (const query::OperatorCount& counted : query::operator_counts(model)) {
        result["operators"].push_back({{"op", to_utf8(counted.op)}, {"count", counted.count}});
    }
    for (const Attachment& attachment : model.attachments) {
        Json info{{"name", to_utf8(model.text(attachment.name))}, {"bytes", attachment.bytes}};
        if (const auto text = model.text(attachment.text); !text.empty()) info["text"] = to_utf8(text);
        result["attachments"].push_back(std::move(info));
    }
    return result;
}

}  // namespace netloupe::lsp
