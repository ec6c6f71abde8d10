#include "report/signature.h"

#include <fmt/core.h>

#include <algorithm>

#include "lsp/query.h"
#include "signature/code.h"

namespace netloupe::lsp {

namespace {

signature::Card card_of(const Query& query) {
    return signature::card_of(query.model, Meaning(query.model), query.document.shapes.get());
}

}  // namespace

Answer answer_signature(Query& query) {
    const signature::Card card = card_of(query);
    Json result{{"generation", query.document.generation},
                {"entries", Json::array()},
                {"total", card.total},
                {"languages", Json::array()}};
    for (const signature::Entry& entry : card.entries) {
        result["entries"].push_back(report::signature_json(entry));
    }
    for (const signature::Language language : signature::kLanguages) {
        result["languages"].push_back({{"id", signature::name(language)},
                                       {"title", signature::title(language)},
                                       {"runtime", signature::runtime(language, query.model.format)}});
    }
    return result;
}

Answer answer_code(Query& query) {
    const uint32_t place = query.params.index("entry");
    const std::string id = query.params.text("language");
    const auto* language = std::ranges::find(signature::kLanguages, id, &signature::name);
    if (language == signature::kLanguages.end())
        query.params.reject("language", fmt::format("{} is no language of netloupe/signature.", id));
    if (query.params.failed()) return query.params.refusal();
    const signature::Card card = card_of(query);
    if (place >= card.entries.size()) {
        query.params.reject("entry", fmt::format("The model has {} entries.", card.entries.size()));
        return query.params.refusal();
    }
    signature::Code code = signature::code_of(query.model, card.entries[place], *language);
    if (code.text.empty()) return Json{{"unavailable", std::move(code.unavailable)}};
    return Json{{"text", std::move(code.text)}};
}

}  // namespace netloupe::lsp
