#include <fmt/format.h>

#include "context.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        if (graph.tensor(id).dtype != DataType::kObject) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format(
                "The array {} holds pickled objects of Python: loading it needs allow_pickle, which "
                "runs whatever code the file names.",
                graph.label(id)),
            .fix = "Save the numbers in arrays of a numeric type, several of them as .npz.",
            .graph = graph.id(),
            .node = graph.node_of(id),
            .tensor = id,
        });
    });
}

}  // namespace

extern const Rule x09_numpy_object;
const Rule x09_numpy_object{
    .id = "X09",
    .name = "numpy-object",
    .summary = "A NumPy array holds pickled objects.",
    .severity = Severity::kError,
    .formats = bit(Format::kNumpy),
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Reports arrays of type object in .npy and .npz files.",
            .why = "Their elements are pickles. Loading a pickle runs the code that it names; numpy.load "
                   "refuses unless "
                   "allow_pickle is given.",
            .not_a_problem =
                "Structured types, text and dates: their elements lie in the file as plain bytes.",
            .fix = "Save numeric arrays. A dictionary of arrays becomes an .npz by numpy.savez.",
            .example = "numpy.save of a dictionary of weights: an array of one object.",
            .source = "https://numpy.org/doc/stable/reference/generated/numpy.load.html",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
