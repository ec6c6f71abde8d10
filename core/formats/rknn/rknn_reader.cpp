#include <array>

#include "compiled_graph.h"
#include "container.h"
#include "formats/rknn.h"
#include "json_graph.h"

namespace netloupe {

namespace rknn {

namespace {

FormatReader::Match sniff(const Glance& file) {
    return open_container(file.head) ? FormatReader::Match::kSure : FormatReader::Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    const auto container = open_container(model.files[0].bytes());
    if (!container) return fail(ErrorCode::kCorrupt, "The header of the RKNN container is damaged.", 0);
    model.format = Format::kRknn;
    model.format_name = kRknnReader.name;
    const bool described = read_json_graph(model, *container);
    if (has_compiled_graph(*container)) read_compiled_graphs(model, *container, cancel);
    if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
    if (model.graphs.empty()) {
        return fail(ErrorCode::kCorrupt,
                    container->cut ? "The file ends before its description; it is cut off."
                                   : "The container holds neither a description nor a compiled graph.",
                    container->data_offset);
    }
    if (!described) {
        model.damages.push_back(
            {{ErrorCode::kCorrupt, "The description behind the compiled model is missing or is no JSON.",
              container->data_offset + container->data.size(), 0},
             {},
             {},
             {}});
    }
    for (Graph& graph : model.graphs) connect(model, graph);
    return {};
}

constexpr auto kOwn = std::to_array<std::string_view>({".rknn"});

}  // namespace

}  // namespace rknn

const FormatReader kRknnReader = {
    .name = "RKNN",
    .endings = {.own = rknn::kOwn, .text = {}, .shared = {}},
    .sniff = rknn::sniff,
    .read = rknn::read,
};

}  // namespace netloupe
