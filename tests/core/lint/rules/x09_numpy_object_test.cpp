#include "base/byte_cursor.h"
#include "core/formats/numpy/build_numpy.h"
#include "formats/reader.h"
#include "rule_testing.h"

namespace netloupe::lint {
namespace {

size_t findings_in(std::string_view type) {
    const std::string bytes = numpy_test::array(
        "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (1,)}", "01234567");
    const Bytes span = as_bytes(bytes);
    const auto model = read_model({span.begin(), span.end()}, "a.npy");
    EXPECT_TRUE(model);
    return model ? check(*model, Options{.only = {"X09"}}).size() : 0;
}

TEST(X09, TellsPickledObjects) {
    EXPECT_EQ(findings_in("|O"), 1U);
    EXPECT_EQ(findings_in("<f8"), 0U);
    EXPECT_EQ(findings_in("|S8"), 0U);
}

}  // namespace
}  // namespace netloupe::lint
