#include "containers/hdf5.h"

#include <gmock/gmock.h>

#include <cstring>

#include "containers/hdf5_constants.h"
#include "model/values.h"
#include "support/hdf5_builder.h"

namespace netloupe::hdf5 {
namespace {

using support::Hdf5Builder;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Form = Hdf5Builder::Form;

File open(const std::string& bytes) {
    auto file = File::open(as_bytes(bytes));
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    return std::move(*file);
}

Object root_of(File& file) {
    auto object = file.object(file.root());
    EXPECT_TRUE(object) << (object ? "" : object.error().text());
    return object ? std::move(*object) : Object{};
}

std::vector<std::string> paths_of(File& file, std::vector<Error>& damages) {
    std::vector<std::string> paths;
    const auto walked = file.for_each_dataset(
        root_of(file), damages, [&](const std::string& path, const Object&) { paths.push_back(path); });
    EXPECT_TRUE(walked);
    return paths;
}

/// All values of a dataset as a model's constant decodes them.
std::vector<double> values_of(const std::string& bytes, const std::string& path) {
    Model model;
    const Bytes span = as_bytes(bytes);
    model.files.push_back({"test.h5", std::vector<std::byte>(span.begin(), span.end())});
    File file = open(bytes);
    const auto object = file.find(root_of(file), path);
    if (!object || !object->dataset) return {-12345};
    std::optional<Error> why;
    const ConstantId id =
        add_constant(model, {FileId(0U), 0, bytes.size()}, *object, path, std::nullopt, why);
    EXPECT_FALSE(why) << why->message;
    const auto values = read_values(model, model.constant(id), 0, 100000);
    EXPECT_TRUE(values) << (values ? "" : values.error().text());
    return values ? to_doubles(*values) : std::vector<double>();
}

std::vector<float> counted(size_t count) {
    std::vector<float> values;
    for (size_t i = 0; i < count; ++i) values.push_back(static_cast<float>(i));
    return values;
}

class Hdf5Forms : public ::testing::TestWithParam<Form> {};

TEST_P(Hdf5Forms, ReadsGroupsDatasetsAndAttributes) {
    Hdf5Builder builder(GetParam());
    builder.floats("/a/b/kernel", {2, 3}, {1, 2, 3, 4, 5, 6}).text("/a", "note", "some text");
    builder.texts("/a/b", "names", {"one", "three"}).number("/a/b", "count", 7);
    const std::string bytes = builder.build();
    EXPECT_TRUE(is_hdf5(as_bytes(bytes)));
    File file = open(bytes);
    const auto group = file.find(root_of(file), "a/b");
    ASSERT_TRUE(group);
    EXPECT_THAT(file.texts(*group->attribute("names")), ElementsAre("one", "three"));
    EXPECT_EQ(group->attribute("count")->type.dtype, DataType::kInt32);
    EXPECT_THAT(file.text(*file.find(root_of(file), "a"), "note"), "some text");
    const auto kernel = file.find(*group, "kernel");
    ASSERT_TRUE(kernel && kernel->dataset);
    EXPECT_EQ(kernel->dataset->type.dtype, DataType::kFloat32);
    EXPECT_THAT(kernel->dataset->shape, ElementsAre(2, 3));
    EXPECT_EQ(kernel->dataset->storage, Dataset::Storage::kSpan);
    EXPECT_EQ(kernel->dataset->length, 24U);
    float first = 0;
    std::memcpy(&first, bytes.data() + kernel->dataset->offset, sizeof first);
    EXPECT_EQ(first, 1);
}

TEST_P(Hdf5Forms, ReadsManyLinksAndAttributes) {
    Hdf5Builder builder(GetParam());
    constexpr int kCount = 300;
    builder.group("/many");
    for (int i = 0; i < kCount; ++i) {
        builder.floats("/many/layer_with_a_long_name_" + std::to_string(i), {1}, {static_cast<float>(i)});
        builder.number("/many", "attribute_" + std::to_string(i), i);
    }
    const std::string bytes = builder.build();
    File file = open(bytes);
    const auto group = file.find(root_of(file), "many");
    ASSERT_TRUE(group);
    EXPECT_THAT(group->damages, IsEmpty());
    EXPECT_EQ(group->links.size(), size_t{kCount});
    EXPECT_EQ(group->attributes.size(), size_t{kCount});
    EXPECT_THAT(values_of(bytes, "many/layer_with_a_long_name_123"), ElementsAre(123));
    std::vector<Error> damages;
    EXPECT_EQ(paths_of(file, damages).size(), size_t{kCount});
}

TEST_P(Hdf5Forms, UnpacksChunks) {
    const std::vector<float> values = counted(7 * 5);
    const std::vector<double> expected(values.begin(), values.end());
    using Packing = Hdf5Builder::Packing;
    const std::vector<Packing> packings = {
        {.chunk = {2, 3}},
        {.chunk = {2, 3}, .shuffle = true, .deflate = true, .checksum = true},
        {.chunk = {7, 5}, .deflate = true},
        {.chunk = {7, 5}},
        {.chunk = {1, 1}, .deflate = true},
        {.compact = true},
    };
    for (size_t i = 0; i < packings.size(); ++i) {
        Hdf5Builder builder(GetParam());
        builder.floats("/x", {7, 5}, values, packings[i]);
        EXPECT_EQ(values_of(builder.build(), "x"), expected) << "packing " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Hdf5Forms, ::testing::Values(Form::kOldest, Form::kNewest));

TEST(Hdf5, ReadsPagedArraysOfChunks) {
    constexpr size_t kCount = 5000;
    Hdf5Builder builder(Form::kNewest);
    builder.floats("/x", {kCount}, counted(kCount), {.chunk = {2}});
    const auto values = values_of(builder.build(), "x");
    ASSERT_EQ(values.size(), kCount);
    EXPECT_EQ(values[kCount - 1], kCount - 1);
    EXPECT_EQ(values[2500], 2500);
}

TEST(Hdf5, TellsWhatGrowsInAFormThatIsNotRead) {
    const Hdf5Builder::Packing growing{.chunk = {2}, .most = {H5S_UNLIMITED}};
    Hdf5Builder old;
    old.floats("/x", {3}, {1, 2, 3}, growing);
    EXPECT_THAT(values_of(old.build(), "x"), ElementsAre(1, 2, 3));
    Hdf5Builder builder(Form::kNewest);
    builder.floats("/x", {3}, {1, 2, 3}, growing);
    const std::string bytes = builder.build();
    File file = open(bytes);
    const auto object = file.find(root_of(file), "x");
    EXPECT_EQ(object->dataset->storage, Dataset::Storage::kUnread);
    EXPECT_EQ(file.elements(*object->dataset, 0, 1).error().code, ErrorCode::kUnsupported);
}

TEST(Hdf5, ReadsAWindowInTheMiddleOfChunks) {
    Hdf5Builder builder;
    builder.floats("/x", {4, 4}, counted(16), {.chunk = {3, 3}, .deflate = true});
    const std::string bytes = builder.build();
    File file = open(bytes);
    const auto object = file.find(root_of(file), "x");
    const auto elements = file.elements(*object->dataset, 6, 3);
    ASSERT_TRUE(elements);
    std::vector<float> values(3);
    std::memcpy(values.data(), elements->data(), elements->size());
    EXPECT_THAT(values, ElementsAre(6, 7, 8));
    EXPECT_EQ(file.elements(*object->dataset, 14, 100)->size(), 8U);
}

TEST(Hdf5, ReadsTypesOfNumbersAndTheirOrderOfBytes) {
    Hdf5Builder builder;
    builder.dataset<int16_t>("/big", {2}, {1, -2}, H5T_NATIVE_INT16, H5T_STD_I16BE);
    builder.dataset<double>("/double", {1}, {0.5}, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE);
    builder.dataset<uint64_t>("/unsigned", {}, {9}, H5T_NATIVE_UINT64, H5T_STD_U64LE);
    const std::string bytes = builder.build();
    EXPECT_THAT(values_of(bytes, "big"), ElementsAre(1, -2));
    EXPECT_THAT(values_of(bytes, "double"), ElementsAre(0.5));
    EXPECT_THAT(values_of(bytes, "unsigned"), ElementsAre(9));
}

TEST(Hdf5, ReadsBooleansOfPython) {
    const hid_t type = H5Tenum_create(H5T_NATIVE_INT8);
    int8_t value = 0;
    H5Tenum_insert(type, "FALSE", &value);
    value = 1;
    H5Tenum_insert(type, "TRUE", &value);
    Hdf5Builder builder;
    builder.dataset<int8_t>("/flags", {3}, {1, 0, 1}, type, type);
    H5Tclose(type);
    const std::string bytes = builder.build();
    File file = open(bytes);
    EXPECT_EQ(file.find(root_of(file), "flags")->dataset->type.dtype, DataType::kBool);
    EXPECT_THAT(values_of(bytes, "flags"), ElementsAre(1, 0, 1));
}

TEST(Hdf5, StandsBehindABlockOfSomebodyElse) {
    Hdf5Builder builder(Form::kOldest, 1024);
    builder.floats("/x", {3}, {1, 2, 3});
    EXPECT_THAT(values_of(builder.build(), "x"), ElementsAre(1, 2, 3));
}

TEST(Hdf5, VisitsEachObjectOnceAndOpensNoOtherFile) {
    Hdf5Builder builder;
    builder.floats("/a/x", {1}, {1}).hard_link("/a/loop", "/").hard_link("/b", "/a").soft_link("/c", "/a/x");
    builder.external_link("/d", "/etc/passwd", "x").external_dataset("/e", "/etc/passwd", 4);
    const std::string bytes = builder.build();
    File file = open(bytes);
    std::vector<Error> damages;
    // Either name of the one group will do.
    EXPECT_THAT(paths_of(file, damages), ElementsAre(AnyOf("a/x", "b/x"), "e"));
    ASSERT_EQ(damages.size(), 1U);
    EXPECT_THAT(damages[0].message, HasSubstr("another file"));
    const auto outside = file.find(root_of(file), "e");
    EXPECT_EQ(outside->dataset->storage, Dataset::Storage::kOutside);
    EXPECT_FALSE(file.elements(*outside->dataset, 0, 4));
    Model model;
    model.files.push_back({"test.h5", std::vector<std::byte>(bytes.size())});
    std::optional<Error> why;
    const ConstantId id =
        add_constant(model, {FileId(0U), 0, bytes.size()}, *outside, "e", std::nullopt, why);
    EXPECT_TRUE(why);
    EXPECT_EQ(model.constant(id).state, ConstantState::kMissing);
}

TEST(Hdf5, WhatWasNeverWrittenHasNoValues) {
    Hdf5Builder builder;
    builder.floats("/x", {2}, {}, {.unwritten = true});
    const std::string bytes = builder.build();
    File file = open(bytes);
    EXPECT_EQ(file.find(root_of(file), "x")->dataset->storage, Dataset::Storage::kNone);
}

TEST(Hdf5, ReadsOnlyWhatItKnows) {
    EXPECT_FALSE(is_hdf5(as_bytes("PK")));
    EXPECT_FALSE(File::open(as_bytes("")));
    const auto cut = File::open(as_bytes("\x89HDF\r\n\x1a\n"));
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::kCorrupt);
}

/// Cut off anywhere and with wrong bytes anywhere, a file gives errors, and nothing else.
TEST_P(Hdf5Forms, SurvivesDamageAnywhere) {
    Hdf5Builder builder(GetParam());
    builder.floats("/a/b/kernel", {4, 4}, counted(16), {.chunk = {3, 3}, .shuffle = true, .deflate = true});
    builder.floats("/a/bias", {2}, {1, 2}).texts("/a", "names", {"one", "two"}).text("/", "config", "{}");
    for (int i = 0; i < 12; ++i) builder.number("/a", "n" + std::to_string(i), i);
    const std::string good = builder.build();
    const auto touch = [](const std::string& bytes) {
        auto file = File::open(as_bytes(bytes));
        if (!file) return;
        const auto root = file->object(file->root());
        if (!root) return;
        std::vector<Error> damages;
        for (const Attribute& attribute : root->attributes) (void)file->texts(attribute);
        (void)file->for_each_dataset(*root, damages, [&](const std::string&, const Object& object) {
            for (const Attribute& attribute : object.attributes) (void)file->texts(attribute);
            const auto elements = file->elements(*object.dataset, 0, 16);
            EXPECT_LE(elements ? elements->size() : 0, size_t{16} * object.dataset->type.bytes);
        });
    };
    // A prime step: all of it takes a minute under the sanitizers.
    for (size_t at = 0; at < good.size(); at += 37) touch(good.substr(0, at));
    for (size_t at = 0; at < good.size(); at += 5) {
        for (const int value : {0x00, 0xFF}) {
            std::string bad = good;
            if (bad[at] == static_cast<char>(value)) continue;
            bad[at] = static_cast<char>(value);
            touch(bad);
        }
    }
}

}  // namespace
}  // namespace netloupe::hdf5
