#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "context.h"

namespace netloupe::lint {

namespace {

/// TensorFlow operators that touch files, run code or load libraries; in TensorFlow Lite behind "Flex".
constexpr std::array kDangerous = std::to_array<std::string_view>({
    "EagerPyFunc",
    "FixedLengthRecordDataset",
    "FixedLengthRecordDatasetV2",
    "FixedLengthRecordReader",
    "FixedLengthRecordReaderV2",
    "LoadLibrary",
    "MatchingFiles",
    "MatchingFilesDataset",
    "MergeV2Checkpoints",
    "PyFunc",
    "PyFuncStateless",
    "ReadFile",
    "ReaderRead",
    "ReaderReadUpTo",
    "ReaderReadUpToV2",
    "ReaderReadV2",
    "Restore",
    "RestoreSlice",
    "RestoreV2",
    "Save",
    "SaveSlices",
    "SaveV2",
    "ShardedFilename",
    "TFRecordDataset",
    "TFRecordDatasetV2",
    "TFRecordReader",
    "TFRecordReaderV2",
    "TextLineDataset",
    "TextLineReader",
    "TextLineReaderV2",
    "WholeFileReader",
    "WholeFileReaderV2",
    "WriteFile",
});

void check(Context& context) {
    constexpr std::string_view kFlex = "Flex";
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        std::string_view op = context.model().text(graph.node(node).op);
        if (!graph.node(node).is_custom || !op.starts_with(kFlex)) return;
        op.remove_prefix(kFlex.size());
        if (!std::ranges::binary_search(kDangerous, op)) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} is TensorFlow's {}, which touches files or runs code: a model from "
                                   "somebody else could read or overwrite what it likes when it is run.",
                                   graph.label(node), op),
            .fix = "Do not run the model unless you know why it does this; export it again without the "
                   "operator.",
            .graph = graph.id(),
            .node = node,
        });
    });
}

}  // namespace

extern const Rule x04_tf_dangerous_op;
const Rule x04_tf_dangerous_op{
    .id = "X04",
    .name = "tf-dangerous-op",
    .summary = "An operator reads or writes files or runs code.",
    .severity = Severity::kError,
    .formats = kTflite,
    .documentation =
        {
            .what = "Finds TensorFlow operators (Flex…) in TensorFlow Lite models that read, write or list "
                    "files, call Python or load libraries.",
            .why =
                "A model is data to most people, and they run models of strangers. These operators give it "
                "the rights of whoever runs it.",
            .not_a_problem = "Other TensorFlow operators, which compute only.",
            .fix = "Remove the operator before the export.",
            .example = "`FlexReadFile(\"/etc/passwd\")`",
            .source = "https://github.com/tensorflow/tensorflow/blob/master/SECURITY.md, "
                      "https://github.com/protectai/modelscan",
        },
    .check = check,
};

}  // namespace netloupe::lint
