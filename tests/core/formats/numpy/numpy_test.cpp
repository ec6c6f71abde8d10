#include "formats/numpy.h"

#include <gmock/gmock.h>

#include "base/byte_cursor.h"
#include "build_numpy.h"
#include "model/values.h"
#include "support/expect_model.h"
#include "support/zip_builder.h"

namespace netloupe::numpy_test {
namespace {

using support::ZipBuilder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::string_view_literals;

Result<Model> try_read(const std::string& bytes) {
    return support::read_text(bytes, "test.npy");
}

Model read(const std::string& bytes) {
    return support::expect_model(try_read(bytes));
}

std::string shown(const Model& model, size_t tensor = 0) {
    if (tensor >= model.graphs[0].tensors.size()) return "no tensor";
    const Tensor& each = model.graphs[0].tensors[tensor];
    return std::string(model.text(each.name)) + " " + std::string(name(each.dtype)) + " " +
           shape_text(model, each.shape);
}

Values values(const Model& model, size_t tensor = 0, uint64_t first = 0, uint64_t count = 100) {
    const auto read =
        read_values(model, model.constant(model.graphs[0].tensors[tensor].constant), first, count);
    if (!read) ADD_FAILURE() << read.error().message;
    return read.value_or(Values());
}

constexpr std::string_view kSix = "\1\0\2\0\3\0\4\0\5\0\6\0"sv;

TEST(Numpy, ReadsAllVersions) {
    for (const int version : {1, 2, 3}) {
        const Model model =
            read(array("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }", kSix, version));
        EXPECT_EQ(shown(model), " int16 2×3");
        EXPECT_THAT(to_doubles(values(model)), ElementsAre(1, 2, 3, 4, 5, 6));
        EXPECT_EQ(model.constants[0].decoder, nullptr);
        EXPECT_THAT(model.damages, IsEmpty());
    }
    // As Python 2 wrote it.
    EXPECT_EQ(shown(read(array("{'descr': '<i2', 'fortran_order': False, 'shape': (6L,), }", kSix))),
              " int16 6");
}

TEST(Numpy, ReadsFortranOrderAndBigEndian) {
    const Model fortran = read(array("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3)}", kSix));
    EXPECT_THAT(to_doubles(values(fortran)), ElementsAre(1, 3, 5, 2, 4, 6));
    EXPECT_THAT(to_doubles(values(fortran, 0, 2, 2)), ElementsAre(5, 2));
    const Model big = read(array("{'descr': '>i2', 'fortran_order': False, 'shape': (2,)}", "\0\1\1\0"sv));
    EXPECT_THAT(to_doubles(values(big)), ElementsAre(1, 256));
    const Model complex =
        read(array("{'descr': '>c8', 'fortran_order': False, 'shape': ()}", "\x3f\x80\0\0\x40\0\0\0"sv));
    EXPECT_EQ(shown(complex), " complex64 scalar");
    EXPECT_THAT(to_doubles(values(complex)), ElementsAre(1, 2));
}

TEST(Numpy, ReadsTexts) {
    const Model bytes = read(array("{'descr': '|S3', 'fortran_order': False, 'shape': (2,)}", "ab\0cde"sv));
    EXPECT_EQ(shown(bytes), " string 2");
    EXPECT_THAT(std::get<std::vector<std::string>>(values(bytes)), ElementsAre("ab", "cde"));
    const Model text =
        read(array("{'descr': '<U2', 'fortran_order': False, 'shape': (1,)}", "\xe4\0\0\0\x2a\xf5\1\0"sv));
    EXPECT_THAT(std::get<std::vector<std::string>>(values(text)), ElementsAre("ä\xf0\x9f\x94\xaa"));
}

TEST(Numpy, ReadsRecordsAsRows) {
    const Model model =
        read(array("{'descr': [('id', '<i2'), ('', '|V1'), ('xy', '|u1', (2,)), (('title', 's'), '|S2')], "
                   "'fortran_order': False, 'shape': (1,)}",
                   "\7\0\xff\1\2ok"sv));
    EXPECT_EQ(shown(model), " void 1");
    EXPECT_THAT(std::get<std::vector<std::string>>(values(model)), ElementsAre("(7, [1, 2], ok)"));
}

TEST(Numpy, DoesNotRunPickledObjects) {
    const Model model =
        read(array("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", "\x80\2.cos\nsystem"sv));
    EXPECT_EQ(shown(model), " object 1");
    EXPECT_THAT(model.damages, IsEmpty());
    EXPECT_FALSE(read_values(model, model.constants[0], 0, 1));
}

TEST(Numpy, ReadsArchives) {
    const std::string small = array("{'descr': '<i2', 'fortran_order': False, 'shape': (6,)}", kSix);
    const std::string fortran = array("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3)}", kSix);
    const Model model = read(ZipBuilder()
                                 .add("a/w.npy", small)
                                 .add("a/b.npy", small, ZipBuilder::Pack::kDeflated)
                                 .add("f.npy", fortran, ZipBuilder::Pack::kDeflated)
                                 .build());
    EXPECT_EQ(model.format_name, "NumPy Archive");
    EXPECT_EQ(shown(model, 0), "a/w int16 6");
    EXPECT_EQ(model.constants[0].decoder, nullptr);
    EXPECT_THAT(to_doubles(values(model, 1, 1, 2)), ElementsAre(2, 3));
    EXPECT_THAT(to_doubles(values(model, 2)), ElementsAre(1, 3, 5, 2, 4, 6));
    ASSERT_EQ(model.graphs[0].nodes.size(), 2U);
    EXPECT_EQ(model.text(model.graphs[0].nodes[0].name), "a");
}

TEST(Numpy, TellsWhatIsWrong) {
    const auto damage = [](const std::string& bytes) {
        const Model model = read(bytes);
        return model.damages.empty() ? "" : model.damages[0].error.message;
    };
    EXPECT_THAT(damage(array("{'descr': '<i2', 'fortran_order': False, 'shape': (9,)}", kSix)),
                HasSubstr("needs 18 bytes, but 12 follow"));
    EXPECT_THAT(
        damage(array("{'descr': '<i8', 'fortran_order': False, 'shape': (9223372036854775807, 8)}", kSix)),
        HasSubstr("more than any file's"));
    std::string irregular = array("{'descr': '<i2', 'fortran_order': False, 'shape': (6,)}", kSix, 2);
    irregular[6] = 1;
    EXPECT_THAT(damage(irregular), HasSubstr("four bytes instead of two"));
    EXPECT_THAT(try_read(array("{'descr': '<q9', 'fortran_order': False, 'shape': ()}", "")).error().message,
                HasSubstr("<q9 is not known"));
    EXPECT_FALSE(try_read(array("{'descr': " + std::string(50'000, '['), "")));
    EXPECT_FALSE(try_read(array("{'descr': '<i2', 'shape': (-1,)}", "")));
    EXPECT_FALSE(try_read(array("{'descr': '<i2', 'shape': (1,)}", "").substr(0, 20)));
}

}  // namespace
}  // namespace netloupe::numpy_test
