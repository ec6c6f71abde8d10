#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "context.h"
#include "gguf_facts.h"
#include "model/ggml_file_type.h"

namespace netloupe::lint {

namespace {

/// "Q4_K" alone means "Q4_K_M".
std::string canonical(std::string_view label) {
    std::string name(label);
    const bool bare = name.size() == 4 && name.ends_with("_K") && name[1] >= '3' && name[1] <= '5';
    return bare ? name + "_M" : name;
}

/// Letters and digits between the separators of a file name, the last that is a file type.
std::string_view label_in(std::string_view file) {
    std::string_view label;
    for (size_t begin = 0; begin < file.size();) {
        size_t end = file.find_first_of("-. ", begin);
        end = std::min(end, file.size());
        const std::string_view word = file.substr(begin, end - begin);
        if (find_ggml_file_type(canonical(word)) != nullptr) label = word;
        begin = end + 1;
    }
    return label;
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    const auto id = facts.integer("general.file_type");
    if (!id || (*id & kGuessedFileType) != 0 || !facts.is_text_model()) return;
    const std::string file = std::filesystem::path(context.model().files[0].path).filename().string();
    const std::string_view label = label_in(file);
    const GgmlFileType* named = find_ggml_file_type(canonical(label));
    const GgmlFileType* told = ggml_file_type(static_cast<uint32_t>(*id));
    if (label.empty() || named == nullptr || told == nullptr || named == told) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("The file is named {}, but its metadata says {} (general.file_type {}).",
                               label, told->name, *id),
        .fix = "Rename the file, or look which of the two is true: the types of the tensors are told with "
               "the model.",
    });
}

}  // namespace

extern const Rule g02_filename_label;
const Rule g02_filename_label{
    .id = "G02",
    .name = "filename-label",
    .summary = "The file's name and its metadata tell different quantizations.",
    .severity = Severity::kWarning,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Compares the quantization in the file's name (the last part of it that is one, such as "
                    "Q4_K_M) with general.file_type.",
            .why = "People choose a file by its name, and programs by its metadata. When they differ, one of "
                   "them chooses wrongly.",
            .not_a_problem = "When the file type is absent or was guessed from the tensors, nothing is "
                             "compared. Q3_K, Q4_K and Q5_K alone mean the _M recipe.",
            .fix = "Rename the file, or quantize it again with the recipe that its name promises.",
            .example = "llama-3-8b-Q5_K_M.gguf whose general.file_type is 15, which is Q4_K_M.",
            .source = "https://github.com/ggml-org/ggml/blob/master/docs/gguf.md",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
