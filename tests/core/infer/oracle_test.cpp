// Compares inferred shapes with what others know: the shapes that ONNX's backend-test models declare (Debian:
// libonnx-testdata) and the shape inference of the onnx library (Debian: libonnx-dev, opset 17 and older), on
// those models and on the files of NETLOUPE_CORPUS.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// The library's headers warn under this project's options.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <onnx/shape_inference/implementation.h>
#pragma GCC diagnostic pop

#include "erase_declarations.h"
#include "formats/reader.h"
#include "infer/shapes.h"

namespace netloupe::infer {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
    const char* given = std::getenv("NETLOUPE_CORPUS");
    return given != nullptr ? fs::path(given) : fs::path(NETLOUPE_CHECKOUT) / "../shared/models";
}

std::vector<fs::path> files_in(const fs::path& folder, const std::set<std::string>& extensions) {
    std::vector<fs::path> files;
    if (!fs::is_directory(folder)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && extensions.contains(entry.path().extension().string())) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// A model's folder and file, short enough for a list.
std::string label_of(const fs::path& file) {
    return (file.parent_path().filename() / file.filename()).string();
}

/// "label tensor: reason" lines; each must be of use.
class KnownDifferences {
public:
    KnownDifferences() {
        std::ifstream file(NETLOUPE_DIFFERENCES);
        for (std::string line; std::getline(file, line);) {
            if (line.empty() || line[0] == '#') continue;
            const size_t colon = line.find(": ");
            EXPECT_NE(colon, std::string::npos) << "no reason: " << line;
            reasons_[line.substr(0, colon)] = false;
        }
    }
    bool explain(const std::string& place) {
        const auto known = reasons_.find(place);
        if (known == reasons_.end()) return false;
        known->second = true;
        return true;
    }
    [[nodiscard]] std::vector<std::string> unused() const {
        std::vector<std::string> places;
        for (const auto& [place, used] : reasons_) {
            if (!used) places.push_back(place);
        }
        return places;
    }

private:
    std::map<std::string, bool> reasons_;
};

/// What somebody knows of a tensor, in one form: type and extents, of which -1 is unknown.
struct Known {
    DataType dtype = DataType::kUnknown;
    bool ranked = false;
    std::vector<int64_t> dims;
};

std::string text(const Known& known) {
    std::string out(name(known.dtype));
    if (!known.ranked) return out + "[...]";
    out += "[";
    for (const int64_t d : known.dims) out += std::to_string(d) + " ";
    return out + "]";
}

Known known_to_netloupe(const Shapes& shapes, const TensorShape& shape) {
    Known known{shape.dtype, shape.ranked, {}};
    for (const DimId d : shapes.dims(shape)) known.dims.push_back(shapes.table().value(d).value_or(-1));
    return known;
}

Known known_to_file(const Model& model, const Tensor& tensor) {
    Known known{tensor.dtype, tensor.shape.known, {}};
    for (const Dimension& dim : model.dims_of(tensor.shape)) known.dims.push_back(dim.value);
    return known;
}

DataType data_type(int32_t code) {
    static const std::map<int32_t, DataType> kTypes = {
        {1, DataType::kFloat32},  {2, DataType::kUint8},      {3, DataType::kInt8},
        {4, DataType::kUint16},   {5, DataType::kInt16},      {6, DataType::kInt32},
        {7, DataType::kInt64},    {8, DataType::kString},     {9, DataType::kBool},
        {10, DataType::kFloat16}, {11, DataType::kFloat64},   {12, DataType::kUint32},
        {13, DataType::kUint64},  {14, DataType::kComplex64}, {15, DataType::kComplex128},
        {16, DataType::kBFloat16}};
    const auto found = kTypes.find(code);
    return found == kTypes.end() ? DataType::kUnknown : found->second;
}

Known known_to_library(const onnx::TypeProto& type) {
    Known known;
    if (type.has_sequence_type()) return known_to_library(type.sequence_type().elem_type());
    if (type.has_optional_type()) return known_to_library(type.optional_type().elem_type());
    if (!type.has_tensor_type()) return known;
    known.dtype = data_type(type.tensor_type().elem_type());
    known.ranked = type.tensor_type().has_shape();
    for (const auto& dim : type.tensor_type().shape().dim()) {
        known.dims.push_back(dim.has_dim_value() ? dim.dim_value() : -1);
    }
    return known;
}

/// How well we know what somebody else knows.
struct Tally {
    size_t models = 0;
    size_t tensors = 0;  ///< That the other knows something of.
    size_t facts = 0;    ///< Types, ranks and extents that the other knows.
    size_t agreed = 0;
    size_t unknown = 0;
    size_t different = 0;
    size_t more = 0;  ///< Facts that only Netloupe knows.

    void print(std::string_view what) const {
        std::cout << what << ": " << models << " models, " << tensors << " tensors, " << facts
                  << " facts: " << agreed << " agree, " << unknown << " unknown, " << different << " differ; "
                  << more << " known to Netloupe only\n";
    }
};

enum class Verdict { kAgrees, kUnknown, kDiffers };

Verdict compare(const Known& other, const Known& own, Tally& tally) {
    Verdict verdict = Verdict::kAgrees;
    const auto fact = [&](bool other_knows, bool own_knows, bool same) {
        if (!other_knows) {
            if (own_knows) ++tally.more;
            return;
        }
        ++tally.facts;
        if (own_knows && same) {
            ++tally.agreed;
        } else if (own_knows) {
            ++tally.different;
            verdict = Verdict::kDiffers;
        } else {
            ++tally.unknown;
            if (verdict == Verdict::kAgrees) verdict = Verdict::kUnknown;
        }
    };
    ++tally.tensors;
    fact(other.dtype != DataType::kUnknown, own.dtype != DataType::kUnknown, other.dtype == own.dtype);
    fact(other.ranked, own.ranked, other.dims.size() == own.dims.size());
    if (!other.ranked || (own.ranked && own.dims.size() != other.dims.size())) return verdict;
    for (size_t i = 0; i < other.dims.size(); ++i) {
        const int64_t mine = own.ranked ? own.dims[i] : -1;
        fact(other.dims[i] >= 0, mine >= 0, mine == other.dims[i]);
    }
    return verdict;
}

class Oracle : public ::testing::Test {
protected:
    /// The declared shapes of the graph's outputs.
    void compare_declared(const fs::path& file, Tally& tally) {
        const auto original = open_model(file.string());
        if (!original) return;
        ++tally.models;
        auto erased = open_model(file.string());
        test::erase_declarations(*erased);
        const Meaning meaning(*erased);
        const Shapes shapes = infer_shapes(*erased, meaning);
        const Graph& graph = original->graphs[0];
        for (const TensorId output : graph.outputs) {
            const Known declared = known_to_file(*original, graph.tensor(output));
            const Known own = known_to_netloupe(shapes, shapes.tensor(GraphId(0U), output));
            const std::string place =
                label_of(file) + " " + std::string(original->text(graph.tensor(output).name));
            const Verdict verdict = compare(declared, own, tally);
            if (verdict == Verdict::kUnknown && std::getenv("NETLOUPE_VERBOSE") != nullptr) {
                std::cout << place << ": declared " << text(declared) << ", inferred " << text(own) << "\n";
            }
            if (verdict == Verdict::kDiffers && !differences.explain(place)) {
                ADD_FAILURE() << place << ": declared " << text(declared) << ", inferred " << text(own);
            }
        }
        for (const ShapeConflict& conflict : shapes.conflicts()) {
            const std::string place = label_of(file) + " conflict";
            EXPECT_TRUE(differences.explain(place)) << place << ": " << conflict.what;
        }
    }

    /// What the library knows of all tensors of the main graph.
    void compare_library(const fs::path& file, Tally& tally) {
        std::map<std::string, Known> theirs;
        if (!run_library(file, theirs)) return;
        auto model = open_model(file.string());
        if (!model) return;
        ++tally.models;
        test::erase_declarations(*model);
        const Meaning meaning(*model);
        const Shapes shapes = infer_shapes(*model, meaning);
        const Graph& graph = model->graphs[0];
        for (size_t t = 0; t < graph.tensors.size(); ++t) {
            const auto known = theirs.find(std::string(model->text(graph.tensors[t].name)));
            if (known == theirs.end() || !graph.tensors[t].producer.valid()) continue;
            const Known own = known_to_netloupe(shapes, shapes.tensor(GraphId(0U), TensorId(t)));
            const std::string place = label_of(file) + " " + known->first;
            if (compare(known->second, own, tally) != Verdict::kAgrees && !differences.explain(place)) {
                const Node& node = graph.node(graph.tensors[t].producer);
                ADD_FAILURE() << place << " (" << model->text(node.op) << "): the library knows "
                              << text(known->second) << ", Netloupe " << text(own);
            }
        }
    }

    static bool run_library(const fs::path& file, std::map<std::string, Known>& theirs) {
        onnx::ModelProto proto;
        std::ifstream stream(file, std::ios::binary);
        if (!proto.ParseFromIstream(&stream)) return false;
        auto& graph = *proto.mutable_graph();
        erase(graph);
        try {
            const onnx::ShapeInferenceOptions options(false, 0, true);
            onnx::shape_inference::InferShapes(proto, onnx::OpSchemaRegistry::Instance(), options);
        } catch (const std::exception&) {
            return false;  // An opset that the library does not know, or a model that it takes for broken.
        }
        for (const auto& value : graph.value_info()) theirs[value.name()] = known_to_library(value.type());
        for (const auto& value : graph.output()) theirs[value.name()] = known_to_library(value.type());
        return true;
    }

    static void erase(onnx::GraphProto& graph) {
        graph.clear_value_info();
        for (auto& output : *graph.mutable_output()) output.clear_type();
        for (auto& node : *graph.mutable_node()) {
            for (auto& attribute : *node.mutable_attribute()) {
                if (attribute.has_g()) erase(*attribute.mutable_g());
            }
        }
    }

    KnownDifferences differences;
};

// One test, because a difference may be found by several comparisons and must be found by one.
TEST_F(Oracle, WhatOthersKnowIsKnown) {
    const auto tests = files_in(NETLOUPE_ONNX_TESTDATA, {".onnx"});
    ASSERT_GT(tests.size(), 1000U);
    Tally declared;
    Tally library;
    for (const fs::path& file : tests) {
        compare_declared(file, declared);
        compare_library(file, library);
    }
    declared.print("Declared outputs of backend tests");
    library.print("Library on backend tests");
    EXPECT_GT(declared.agreed * 100, declared.facts * 90);
    EXPECT_GT(library.models, 1000U);

    const auto models = files_in(corpus() / "onnx", {".onnx"});
    if (models.empty()) return;
    Tally declared_models;
    Tally library_models;
    for (const fs::path& file : models) {
        compare_declared(file, declared_models);
        compare_library(file, library_models);
    }
    declared_models.print("Declared outputs of the corpus");
    library_models.print("Library on the corpus");
    for (const std::string& place : differences.unused()) ADD_FAILURE() << place << " agrees now";
}

}  // namespace
}  // namespace netloupe::infer
