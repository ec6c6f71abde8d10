// Compares the shapes that TensorFlow Lite files declare with what is inferred when they are forgotten. The
// files are those of NETLOUPE_CORPUS, or of ../shared/models beside the checkout.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "erase_declarations.h"
#include "formats/reader.h"
#include "infer/shapes.h"

namespace netloupe::infer {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> models() {
    const char* given = std::getenv("NETLOUPE_CORPUS");
    const fs::path folder =
        (given != nullptr ? fs::path(given) : fs::path(NETLOUPE_CHECKOUT) / "../shared/models");
    std::vector<fs::path> files;
    for (const char* name : {"tflite", "derived"}) {
        if (!fs::is_directory(folder / name)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(folder / name)) {
            if (entry.is_regular_file() && entry.path().extension() == ".tflite")
                files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

struct Tally {
    size_t tensors = 0;
    size_t agreed = 0;
    size_t unknown = 0;
    size_t different = 0;
    std::map<std::string, size_t> unknown_by_op;
};

std::string text(const Shapes& shapes, const TensorShape& shape) {
    return std::string(name(shape.dtype)) + " " + shapes.text(shape);
}

class Comparison {
public:
    Comparison(const fs::path& file, Tally& tally)
        : file_(file.filename().string()), original_(*open_model(file.string())), tally_(tally) {
        erased_ = *open_model(file.string());
        test::erase_declarations(erased_);
        const Meaning meaning(erased_);
        shapes_ = infer_shapes(erased_, meaning);
    }

    void run() {
        for (size_t g = 0; g < original_.graphs.size(); ++g) {
            const Graph& graph = original_.graphs[g];
            for (size_t t = 0; t < graph.tensors.size(); ++t) {
                if (graph.tensors[t].producer.valid()) compare(GraphId(g), TensorId(t));
            }
        }
        const Meaning meaning(original_);
        const Shapes with_declarations = infer_shapes(original_, meaning);
        for (const ShapeConflict& conflict : with_declarations.conflicts()) {
            ADD_FAILURE() << file_ << " graph " << conflict.graph.value << " node " << conflict.node.value
                          << ": " << conflict.what;
        }
    }

private:
    void compare(GraphId g, TensorId t) {
        const Tensor& tensor = original_.graph(g).tensor(t);
        const std::string op(original_.text(original_.graph(g).node(tensor.producer).op));
        const TensorShape& own = shapes_.tensor(g, t);
        ++tally_.tensors;
        const std::string place =
            file_ + " " + std::to_string(g.value) + "/" + std::to_string(t.value) + " (" + op + ")";
        const bool types_differ = own.dtype != DataType::kUnknown && own.dtype != tensor.dtype;
        if (types_differ || differs(tensor, own)) {
            ++tally_.different;
            ADD_FAILURE() << place << ": declared " << name(tensor.dtype) << " "
                          << shape_text(original_, tensor.shape) << ", inferred " << text(shapes_, own);
        } else if (knows_all_of(tensor, own)) {
            ++tally_.agreed;
        } else {
            ++tally_.unknown;
            ++tally_.unknown_by_op[op];
            if (std::getenv("NETLOUPE_VERBOSE") != nullptr) {
                std::cout << place << ": declared " << shape_text(original_, tensor.shape) << ", inferred "
                          << text(shapes_, own) << "\n";
            }
        }
    }

    /// Whether a dimension that both know differs. The default extents of a resizable dimension are not
    /// known.
    [[nodiscard]] bool differs(const Tensor& tensor, const TensorShape& own) const {
        if (!tensor.shape.known || !own.ranked) return false;
        const auto declared = original_.dims_of(tensor.shape);
        const auto inferred = shapes_.dims(own);
        if (declared.size() != inferred.size()) return true;
        for (size_t i = 0; i < declared.size(); ++i) {
            const auto value = shapes_.table().value(inferred[i]);
            if (value && declared[i].fixed() && declared[i].value != *value) return true;
        }
        return false;
    }

    /// Whether every extent that the file fixes is known.
    [[nodiscard]] bool knows_all_of(const Tensor& tensor, const TensorShape& own) const {
        if (!own.ranked) return !tensor.shape.known;
        const auto declared = original_.dims_of(tensor.shape);
        const auto inferred = shapes_.dims(own);
        for (size_t i = 0; i < declared.size(); ++i) {
            if (declared[i].fixed() && !shapes_.table().value(inferred[i])) return false;
        }
        return true;
    }

    std::string file_;
    Model original_;
    Model erased_;
    Shapes shapes_;
    Tally& tally_;
};

TEST(TfliteCorpus, DeclaredShapesAreInferred) {
    Tally tally;
    size_t read = 0;
    for (const fs::path& file : models()) {
        if (!open_model(file.string())) continue;
        ++read;
        Comparison(file, tally).run();
    }
    std::cout << "TensorFlow Lite: " << read << " models, " << tally.tensors << " tensors: " << tally.agreed
              << " agree, " << tally.unknown << " not known completely, " << tally.different << " differ\n";
    for (const auto& [op, count] : tally.unknown_by_op) std::cout << "  " << op << " " << count << "\n";
    EXPECT_GE(tally.agreed * 10, tally.tensors * 9);
}

}  // namespace
}  // namespace netloupe::infer
