#include <fmt/format.h>

#include <string>
#include <utility>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    const Model& model = context.model();
    const GgufFacts facts(model);
    const auto count = facts.integer("split.count");
    const auto number = facts.integer("split.no");
    if (!count || *count < 2) return;
    const auto report = [&](Severity severity, std::string message, std::string fix) {
        context.report({.severity = severity, .message = std::move(message), .fix = std::move(fix)});
    };
    if (!number || *number < 0 || *number >= *count)
        return report(context.severity(),
                      fmt::format("split.no is {}, which is none of the {} files.",
                                  facts.text("split.no").value_or("missing"), *count),
                      "Split the model again.");
    if (*number != 0)
        return report(
            Severity::kInfo,
            fmt::format("This is file {} of {}; loading starts with the first one.", *number + 1, *count),
            "");
    const auto present = static_cast<int64_t>(model.files.size());
    if (present < *count)
        return report(
            context.severity(),
            fmt::format("The model is split into {} files, but {} of them are missing beside this one.",
                        *count, *count - present),
            "Put all files of the set into one folder, under their own names (-00001-of-…).");
    const auto tensors = facts.integer("split.tensors.count");
    if (tensors && *tensors != static_cast<int64_t>(facts.tensors().size()))
        report(context.severity(),
               fmt::format("The set should have {} tensors, but has {}.", *tensors, facts.tensors().size()),
               "Split the model again; the files are of different sets.");
}

}  // namespace

extern const Rule g13_split_set;
const Rule g13_split_set{
    .id = "G13",
    .name = "split-set",
    .summary = "A model in several files is not complete.",
    .severity = Severity::kError,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Looks for all files of a split model beside the first one, and counts the tensors in them.",
            .why =
                "A runtime opens the first file and needs all others, under the names that follow from it.",
            .not_a_problem = "A later file alone is information only: it cannot be loaded by itself anyway.",
            .fix = "Put all files into one folder, and do not rename them.",
            .example = "model-00001-of-00003.gguf and model-00003-of-00003.gguf.",
            .source = "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-model-loader.cpp",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
