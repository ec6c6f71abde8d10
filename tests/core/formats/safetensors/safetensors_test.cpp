#include "formats/safetensors.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/byte_cursor.h"
#include "build_safetensors.h"
#include "model/values.h"
#include "support/expect_model.h"

namespace netloupe::safetensors_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Result<Model> try_read(const std::string& bytes) {
    return support::read_text(bytes, "test.safetensors");
}

Model read(const std::string& bytes) {
    return support::expect_model(try_read(bytes));
}

/// "name dtype shape" of each tensor.
std::vector<std::string> tensors(const Model& model) {
    std::vector<std::string> out;
    for (const Tensor& tensor : model.graphs[0].tensors) {
        out.push_back(std::string(model.text(tensor.name)) + " " + std::string(name(tensor.dtype)) + " " +
                      shape_text(model, tensor.shape));
    }
    return out;
}

std::vector<std::string> damages(const Model& model) {
    std::vector<std::string> out;
    for (const Damage& damage : model.damages) out.push_back(damage.error.message);
    return out;
}

std::vector<double> values(const Model& model, size_t tensor) {
    const auto read = read_values(model, model.constant(model.graphs[0].tensors[tensor].constant), 0, 100);
    return read ? to_doubles(*read) : std::vector<double>();
}

TEST(Safetensors, ReadsTensorsAsSpansInModules) {
    const Model model = read(file(R"({"__metadata__":{"format":"pt"},)"
                                  R"("l.10.w":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
                                  R"("l.9.w":{"dtype":"I16","shape":[1,2],"data_offsets":[2,6]},)"
                                  R"("l.9.b":{"dtype":"F32","shape":[],"data_offsets":[6,10]}})",
                                  10, 300));
    EXPECT_EQ(model.format_name, "Safetensors");
    EXPECT_THAT(tensors(model), ElementsAre("l.9.b float32 scalar", "l.9.w int16 1×2", "l.10.w uint8 2"));
    EXPECT_THAT(damages(model), IsEmpty());
    ASSERT_EQ(model.graphs[0].nodes.size(), 2U);
    EXPECT_EQ(model.text(model.graphs[0].nodes[0].name), "l.9");
    EXPECT_EQ(model.inputs(model.graphs[0].nodes[0]).size(), 2U);
    EXPECT_THAT(values(model, 1), ElementsAre(0x0302, 0x0504));
    EXPECT_EQ(model.constants[0].offset, 308U);
    const auto metadata = model.metadata_of(model.model_metadata);
    ASSERT_EQ(metadata.size(), 1U);
    EXPECT_EQ(model.text(metadata[0].value), "pt");
}

TEST(Safetensors, KnowsTheNewTypes) {
    const Model model = read(file(R"({"a":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[0,1]},)"
                                  R"("b":{"dtype":"F8_E8M0","shape":[1],"data_offsets":[1,2]},)"
                                  R"("c":{"dtype":"F4","shape":[2],"data_offsets":[2,3]},)"
                                  R"("d":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[3,6]},)"
                                  R"("e":{"dtype":"C64","shape":[1],"data_offsets":[6,14]}})",
                                  14));
    EXPECT_THAT(tensors(model), ElementsAre("a float8e4m3fn 1", "b float8e8m0 1", "c float4e2m1 2",
                                            "d float6e2m3 4", "e complex64 1"));
    EXPECT_THAT(damages(model), IsEmpty());
    EXPECT_THAT(values(model, 2), ElementsAre(1, 0));
    // Bytes 3, 4, 5 are the bits 000001 010000 010000 000011, read from the right: 6-bit elements cross
    // bytes.
    EXPECT_THAT(values(model, 3), ElementsAre(0.375, 2, 2, 0.125));
}

TEST(Safetensors, TellsWhatReadersRefuse) {
    EXPECT_THAT(damages(read(file(R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,2]}})", 2))),
                ElementsAre(HasSubstr("takes 2 bytes in the file, but its shape and type need 3")));
    EXPECT_THAT(damages(read(file(R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})", 2))),
                ElementsAre(HasSubstr("reaches 1 bytes beyond the end")));
    EXPECT_THAT(damages(read(file(R"({"a":{"dtype":"U9","shape":[2],"data_offsets":[0,2]}})", 2))),
                ElementsAre(HasSubstr("the type \"U9\", which is not known")));
    EXPECT_THAT(damages(read(file(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
                                  R"("b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
                                  3))),
                ElementsAre(HasSubstr("\"b\" shares bytes with \"a\"")));
    EXPECT_THAT(
        damages(read(file(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})", 4))),
        ElementsAre(HasSubstr("1 bytes belong to no tensor"), HasSubstr("1 bytes belong to no tensor")));
    EXPECT_THAT(damages(read(file(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                                  R"("a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
                                  2))),
                ElementsAre(HasSubstr("stands twice")));
    EXPECT_THAT(damages(read(file(
                    R"({"a":{"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0))),
                ElementsAre(HasSubstr("more than any file can have")));
}

TEST(Safetensors, RefusesWhatIsNoHeader) {
    EXPECT_THAT(try_read(file(R"({"a":{"dtype":"U8","shape":[1]}})", 0)).error().message,
                HasSubstr("no data_offsets"));
    EXPECT_THAT(
        try_read(file(R"({"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}})", 1)).error().message,
        HasSubstr("a value of \"shape\" that is not expected"));
    EXPECT_THAT(try_read(file(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]})", 1)).error().message,
                HasSubstr("not valid JSON"));
    EXPECT_THAT(try_read(file(R"({"__metadata__":{"a":1}})", 0)).error().message, HasSubstr("__metadata__"));
    EXPECT_FALSE(try_read(file("{\"a\":" + std::string(100'000, '['), 0)));
    const std::string whole = file(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1);
    EXPECT_THAT(try_read(whole.substr(0, 20)).error().message, HasSubstr("its end is missing"));
}

class SafetensorsIndex : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("netloupe_shards_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
        write("m-00001-of-00002.safetensors",
              file(R"({"a.w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1));
        write("m-00002-of-00002.safetensors",
              file(R"({"b.w":{"dtype":"I8","shape":[1],"data_offsets":[0,1]}})", 1));
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
    }
    [[nodiscard]] Result<Model> open(const std::string& index) const {
        write("m.safetensors.index.json", index);
        return open_model((folder_ / "m.safetensors.index.json").string());
    }
    std::filesystem::path folder_;
};

TEST_F(SafetensorsIndex, ReadsAllShards) {
    const auto model =
        open(R"({"metadata":{"total_size":2},"weight_map":{"a.w":"m-00001-of-00002.safetensors",)"
             R"("b.w":"m-00002-of-00002.safetensors"}})");
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(tensors(*model), ElementsAre("a.w uint8 1", "b.w int8 1"));
    EXPECT_EQ(model->files.size(), 3U);
    EXPECT_EQ(model->text(model->constants[1].location), "m-00002-of-00002.safetensors");
    EXPECT_THAT(damages(*model), IsEmpty());
    // The folder is this one model, too.
    EXPECT_TRUE(open_model(folder_.string()));
}

TEST_F(SafetensorsIndex, TellsWhatIsMissing) {
    const auto model =
        open(R"({"weight_map":{"a.w":"m-00001-of-00002.safetensors","c.w":"m-00001-of-00002.safetensors",)"
             R"("d.w":"m-00003-of-00002.safetensors","e.w":"../x.safetensors"}})");
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(tensors(*model), ElementsAre("a.w uint8 1", "c.w ? ?", "d.w ? ?", "e.w ? ?"));
    ASSERT_EQ(model->damages.size(), 3U);
    EXPECT_EQ(model->damages[0].error.code, ErrorCode::kInvalid);
    EXPECT_THAT(model->damages[1].error.message, HasSubstr("does not hold what the index says"));
    EXPECT_EQ(model->damages[2].error.code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace netloupe::safetensors_test
