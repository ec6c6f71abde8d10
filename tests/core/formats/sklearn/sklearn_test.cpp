#include "formats/sklearn.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include "support/pickle_builder.h"
#include "support/read_with.h"

namespace netloupe::sklearn_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using namespace support;
using namespace std::string_literals;

Model read(const std::string& bytes) {
    return read_with(kSklearnReader, bytes);
}

PickleBuilder& dtype(PickleBuilder& pickle, std::string_view code, std::string_view order = "<") {
    pickle.global("numpy", "dtype").mark().text(code).boolean(false).boolean(true).tuple().call();
    pickle.mark().integer(3).text(order).none().none().none().integer(-1).integer(-1).integer(0).tuple();
    return pickle.state();
}

PickleBuilder& array(PickleBuilder& pickle, std::initializer_list<int64_t> shape, std::string_view code,
                     std::string_view data, bool fortran = false, std::string_view order = "<") {
    pickle.global("numpy.core.multiarray", "_reconstruct")
        .mark()
        .global("numpy", "ndarray")
        .integers({0})
        .bytes("b");
    pickle.tuple().call().mark().integer(1).integers(shape);
    dtype(pickle, code, order).boolean(fortran).bytes(data).tuple();
    return pickle.state();
}

PickleBuilder ridge() {
    PickleBuilder pickle;
    pickle.global("sklearn.linear_model.ridge", "Ridge").mark().tuple().make().mark();
    pickle.text("alpha").real(0.5).text("max_iter").none().text("solver").text("auto").text("n").integer(3);
    pickle.text("coef_");
    array(pickle, {2, 2}, "i2", std::string_view("\1\0\2\0\3\0\4\0", 8));
    return pickle.text("_sklearn_version").text("0.19.1").dict().state();
}

TEST(Sklearn, ReadsEstimatorsWithParametersAndArrays) {
    const Model model = read(ridge().build());
    EXPECT_EQ(model.format_name, "scikit-learn");
    EXPECT_EQ(model.format_version, "v0.19.1");
    EXPECT_THAT(nodes_of(model), ElementsAre("sklearn.linear_model.ridge.Ridge "));
    EXPECT_THAT(weights_of(model), ElementsAre("coef_ int16 2×2"));
    EXPECT_THAT(values_of(model, 0), ElementsAre(1, 2, 3, 4));
    const Node& node = model.graphs[0].nodes[0];
    EXPECT_EQ(model.find_attribute(node, "alpha")->real, 0.5);
    EXPECT_EQ(model.text(model.find_attribute(node, "solver")->text), "auto");
    EXPECT_EQ(model.int_attribute(node, "n", 0), 3);
}

TEST(Sklearn, ReadsOtherOrdersOfElementsAndBytes) {
    PickleBuilder pickle;
    pickle.mark();
    array(pickle, {2, 2}, "i2", std::string_view("\1\0\2\0\3\0\4\0", 8), true);
    array(pickle, {2}, "i2", std::string_view("\0\1\0\2", 4), false, ">");
    const Model model = read(pickle.list().build());
    EXPECT_EQ(model.format_name, "Pickle");
    EXPECT_THAT(values_of(model, 0), ElementsAre(1, 3, 2, 4));
    EXPECT_THAT(values_of(model, 1), ElementsAre(1, 2));
}

TEST(Sklearn, KnowsStateDictsOfPaddle) {
    PickleBuilder pickle;
    pickle.mark().text("linear.weight");
    array(pickle, {2}, "i2", std::string_view("\1\0\2\0", 4));
    const Model model = read(pickle.text("StructuredToParameterName@@").text("w").dict().build());
    EXPECT_EQ(model.format_name, "PaddlePaddle Pickle");
    EXPECT_THAT(weights_of(model), ElementsAre("linear.weight int16 2"));
}

TEST(Sklearn, ReadsBytesThatArePickledAsText) {
    PickleBuilder pickle;
    pickle.global("numpy.core.multiarray", "_reconstruct")
        .mark()
        .global("numpy", "ndarray")
        .integers({0})
        .bytes("b");
    pickle.tuple().call().mark().integer(1).integers({2});
    dtype(pickle, "u1")
        .boolean(false)
        .global("_codecs", "encode")
        .mark()
        .text("\xc3\xbf\x01")
        .text("latin1")
        .tuple();
    pickle.call().tuple().state();
    EXPECT_THAT(values_of(read(pickle.build()), 0), ElementsAre(255, 1));
}

TEST(Sklearn, ReadsStepsOfPipelines) {
    PickleBuilder pickle;
    pickle.global("sklearn.pipeline", "Pipeline")
        .mark()
        .tuple()
        .make()
        .mark()
        .text("steps")
        .mark()
        .mark()
        .text("scale");
    pickle.global("sklearn.preprocessing", "Scaler").mark().tuple().make().mark().text("mean_");
    array(pickle, {2}, "i2", std::string_view("\1\0\2\0", 4));
    pickle.dict().state().tuple().list().dict().state();
    const Model model = read(pickle.build());
    EXPECT_THAT(nodes_of(model),
                ElementsAre("sklearn.pipeline.Pipeline ", "sklearn.preprocessing.Scaler steps.scale"));
    EXPECT_THAT(weights_of(model), ElementsAre("steps.scale.mean_ int16 2"));
}

/// An array as joblib writes it: its description, then its data between the instructions.
std::string joblib(bool aligned) {
    PickleBuilder pickle;
    pickle.mark().global("joblib.numpy_pickle", "NumpyArrayWrapper").mark().tuple().make().mark();
    pickle.text("shape").integers({2}).text("order").text("C").text("dtype");
    dtype(pickle, "i2");
    if (aligned) pickle.text("numpy_array_alignment_bytes").integer(16);
    std::string out = pickle.dict().state().build();
    out.pop_back();
    if (aligned) out += "\3\xff\xff\xff"s;
    return out + "\7\0\x08\0"s + PickleBuilder().text("behind").list().build().substr(2);
}

TEST(Sklearn, ReadsArraysThatStandBetweenInstructions) {
    for (const bool aligned : {false, true}) {
        const Model model = read(joblib(aligned));
        EXPECT_THAT(model.damages, IsEmpty());
        EXPECT_THAT(values_of(model, 0), ElementsAre(7, 8));
        EXPECT_THAT(metadata_of(model), ElementsAre("1=behind"));
    }
}

std::string zlib_packed(const std::string& text) {
    uLongf size = compressBound(text.size());
    std::string out(size, '\0');
    compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
             text.size());
    return out.substr(0, size);
}

TEST(Sklearn, ReadsCompressedFiles) {
    const std::string packed = zlib_packed(joblib(false));
    EXPECT_EQ(sniff(kSklearnReader, as_bytes(packed)), FormatReader::Match::kSure);
    EXPECT_THAT(values_of(read(packed), 0), ElementsAre(7, 8));
    EXPECT_THAT(values_of(read("ZF0x123            0 " + packed), 0), ElementsAre(7, 8));
    EXPECT_FALSE(read(packed.substr(0, packed.size() - 9)).damages.empty());
    EXPECT_EQ(sniff(kSklearnReader, as_bytes(zlib_packed("no pickle"))), FormatReader::Match::kNo);
}

TEST(Sklearn, BoundsWhatCompressedFilesUnpackTo) {
    const Model model = read(zlib_packed("\x80\x02N."s + std::string(300U << 20, 'N')));
    ASSERT_EQ(model.damages.size(), 1U);
    EXPECT_EQ(model.damages[0].error.code, ErrorCode::kLimit);
}

TEST(Sklearn, TellsOfArraysWithoutTheirData) {
    PickleBuilder pickle;
    pickle.mark().text("a");
    array(pickle, {INT64_MAX, 2}, "f8", "").text("b");
    array(pickle, {3}, "f8", "12345678").text("c").integer(1);
    const Model model = read(pickle.dict().build());
    EXPECT_EQ(model.damages.size(), 2U);
    EXPECT_THAT(metadata_of(model), ElementsAre("c=1"));
}

TEST(Sklearn, NotesImportsOfDamagedPickles) {
    const Model model = read("cbuiltins\nexec\nX\xff\xff\xff\xff");
    ASSERT_EQ(model.python_imports.size(), 1U);
    EXPECT_EQ(model.text(model.python_imports[0].name), "exec");
    EXPECT_FALSE(model.damages.empty());
}

}  // namespace
}  // namespace netloupe::sklearn_test
