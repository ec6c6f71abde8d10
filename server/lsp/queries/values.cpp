#include "model/values.h"

#include "lsp/query.h"
#include "query/describe.h"
#include "query/statistics.h"

namespace netloupe::lsp {

namespace {

constexpr uint64_t kDefaultCount = 16;
constexpr uint64_t kMostValues = 65536;

RpcError failed(const Error& error) {
    return {error.code == ErrorCode::kCancelled ? RpcCode::kRequestCancelled : RpcCode::kRequestFailed,
            error.message};
}

Json statistics_json(const query::Statistics& statistics) {
    return {{"min", statistics.min},           {"max", statistics.max},
            {"mean", statistics.mean},         {"deviation", statistics.deviation},
            {"zeros", statistics.zeros},       {"nan", statistics.nan},
            {"infinite", statistics.infinite}, {"histogram", statistics.histogram}};
}

}  // namespace

Answer answer_values(Query& query) {
    const Constant* constant = query.constant();
    const uint64_t first = query.params.optional_number("first").value_or(0);
    const uint64_t count = query.params.optional_number("count", kMostValues).value_or(kDefaultCount);
    const bool with_statistics = query.params.flag("statistics");
    if (constant == nullptr || query.params.failed()) return query.params.refusal();
    Json result{{"values", Json::array()},
                {"total", element_count(query.model, constant->shape).value_or(0)}};
    if (count > 0) {
        const auto values = read_values(query.model, *constant, first, count);
        if (!values) return std::unexpected(failed(values.error()));
        result["values"] = query::value_texts(*values);
    }
    if (with_statistics && constant->dtype != DataType::kString) {
        const auto statistics = query::statistics(query.model, *constant, query.cancel);
        if (!statistics) return std::unexpected(failed(statistics.error()));
        result["statistics"] = statistics_json(*statistics);
    }
    return result;
}

}  // namespace netloupe::lsp
