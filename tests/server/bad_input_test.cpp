// Damaged files on the command line: exit code 2 and one clear line that names the offset or the field.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "core/formats/onnx/build_onnx.h"
#include "core/formats/tflite/build_tflite.h"
#include "server/process.h"

namespace netloupe::testing {

namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr uintmax_t kFourGigabytes = 4ULL << 30U;

// --- ONNX ---

/// x + w, where w is what the test makes of it.
struct Sum {
    onnx_test::schema::ModelProto model = onnx_test::new_model();
    onnx_test::schema::TensorProto* w = model.mutable_graph()->add_initializer();

    Sum() {
        auto& graph = *model.mutable_graph();
        onnx_test::set_value(*graph.add_input(), "x", onnx_test::schema::TensorProto::FLOAT, {2});
        onnx_test::set_value(*graph.add_output(), "y", onnx_test::schema::TensorProto::FLOAT, {2});
        onnx_test::add_node(graph, "Add", {"x", "w"}, {"y"});
        onnx_test::set_tensor(*w, "w", onnx_test::schema::TensorProto::FLOAT, {2});
    }
    [[nodiscard]] std::string bytes() const { return model.SerializeAsString(); }
};

std::string whole_onnx() {
    Sum sum;
    sum.w->set_raw_data(onnx_test::raw({1.0F, 2.0F}));
    return sum.bytes();
}

std::string onnx_cut_short() {
    Sum sum;
    sum.w->set_raw_data(std::string(1000, 'w'));
    return sum.bytes().substr(0, 500);
}

std::string onnx_with_absurd_length() {
    return std::string("\x08\x08\x3a\xff\xff\xff\xff\x07", 8) + "rest";
}

std::string onnx_with_absurd_shape() {
    Sum sum;
    sum.w->set_dims(0, INT64_MAX);
    sum.w->add_dims(INT64_MAX);
    sum.w->set_raw_data("four");
    return sum.bytes();
}

std::string onnx_with_external_data(const std::string& location, const std::string& offset = "0") {
    Sum sum;
    sum.w->set_data_location(onnx_test::schema::TensorProto::EXTERNAL);
    for (const auto& [key, value] :
         {std::pair<std::string, std::string>{"location", location}, {"offset", offset}, {"length", "8"}}) {
        auto& entry = *sum.w->add_external_data();
        entry.set_key(key);
        entry.set_value(value);
    }
    return sum.bytes();
}

// --- TensorFlow Lite ---

std::string as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string whole_tflite() {
    return as_text(tflite_test::small_model());
}

std::string tflite_with_absurd_root() {
    std::string bytes = whole_tflite();
    bytes.replace(0, 4, "\xff\xff\xff\x7f");
    return bytes;
}

std::string tflite_with_tensor_beyond_the_list() {
    tflite_test::TestModel m;
    m.add_tensor({.name = "x", .shape = {2}});
    m.add_operator(m.add_code(tflite_test::wire::BuiltinOperator::NEG), {0}, {4000000});
    m.set_ends({0}, {0});
    return as_text(m.finish());
}

std::string tflite_with_data_beyond_the_end() {
    tflite_test::TestModel m;
    m.add_tensor({.name = "x", .shape = {2}});
    m.add_tensor({.name = "w", .shape = {2}, .buffer = m.add_buffer_outside(1U << 30U, 8)});
    m.add_operator(m.add_code(tflite_test::wire::BuiltinOperator::ADD), {0, 1}, {0});
    m.set_ends({0}, {0});
    return as_text(m.finish());
}

std::string tflite_that_calls_itself() {
    tflite_test::TestModel m;
    m.add_tensor({.name = "x", .shape = {2}});
    const auto options = tflite_test::wire::CreateWhileOptions(m.b, 1, 0).Union();
    m.add_operator(m.add_code(tflite_test::wire::BuiltinOperator::WHILE), {0}, {0},
                   tflite_test::wire::BuiltinOptions::WhileOptions, options);
    m.set_ends({0}, {0});
    m.next_subgraph();
    m.add_tensor({.name = "condition", .shape = {}, .type = tflite_test::wire::TensorType::BOOL});
    m.set_ends({0}, {0});
    return as_text(m.finish());
}

// --- the cases ---

struct Case {
    const char* name;
    const char* file;
    std::function<std::string()> content;
    /// What the line must name: an offset or a field, and what is wrong with it.
    const char* told;
    /// Zeros follow up to this size; they take no room on the disk.
    uintmax_t size = 0;
};

std::ostream& operator<<(std::ostream& out, const Case& bad) {
    return out << bad.name;
}

const Case kCases[] = {
    {"OnnxEmpty", "bad.onnx", [] { return std::string(); }, "is an empty file.*offset 0"},
    {"OnnxWrongMagic", "bad.onnx", [] { return "<!DOCTYPE html><html></html>\n"; }, "offset 0"},
    {"OnnxCutShort", "bad.onnx", onnx_cut_short, "initializer.* beyond the end of the file .offset [0-9]+"},
    {"OnnxAbsurdLength", "bad.onnx", onnx_with_absurd_length, "graph.* beyond the end .*offset [0-9]+"},
    {"OnnxAbsurdShape", "bad.onnx", onnx_with_absurd_shape, "\"w\"|initializer"},
    {"OnnxSparse", "bad.onnx", [] { return std::string(); }, "file of zeros.*offset 0", kFourGigabytes},
    {"OnnxZerosBehind", "bad.onnx", whole_onnx, "offset [0-9]+", kFourGigabytes},
    {"OnnxDataMissing", "bad.onnx", [] { return onnx_with_external_data("absent.bin"); },
     "\"w\".*\"absent.bin\" does not exist"},
    {"OnnxDataOutside", "bad.onnx", [] { return onnx_with_external_data("../../etc/passwd"); },
     "\"w\".*\"../../etc/passwd\" is refused"},
    {"OnnxDataBeyondTheEnd", "bad.onnx", [] { return onnx_with_external_data("bad.onnx", "100000"); },
     "\"w\".*offset 100000"},
    {"TfliteEmpty", "bad.tflite", [] { return std::string(); }, "is an empty file.*offset 0"},
    {"TfliteWrongMagic", "bad.tflite", [] { return std::string("GIF89a, and more of it\n"); }, "offset 0"},
    {"TfliteCutShort", "bad.tflite", [] { return whole_tflite().substr(0, 100); }, "offset [0-9]+"},
    {"TfliteAbsurdRoot", "bad.tflite", tflite_with_absurd_root, "offset [0-9]+"},
    {"TfliteTensorBeyondTheList", "bad.tflite", tflite_with_tensor_beyond_the_list,
     "outputs\\[0\\] names a tensor that does not exist"},
    {"TfliteDataBeyondTheEnd", "bad.tflite", tflite_with_data_beyond_the_end,
     "tensors\\[1\\].offset points beyond the end"},
    {"TfliteCallsItself", "bad.tflite", tflite_that_calls_itself, "[Ss]ubgraph"},
    {"TfliteSparse", "bad.tflite", [] { return std::string(); }, "file of zeros.*offset 0", kFourGigabytes},
};

class BadInput : public ::testing::TestWithParam<Case> {
protected:
    TemporaryFolder folder;

    std::string file() const {
        const std::string path = folder.write(GetParam().file, GetParam().content());
        if (GetParam().size > 0) std::filesystem::resize_file(path, GetParam().size);
        return path;
    }
};

/// The lines that tell an error: those of `complain` and those of findings.
std::vector<std::string> error_lines(const Ran& ran) {
    std::vector<std::string> lines;
    std::istringstream all(ran.err + ran.out);
    for (std::string line; std::getline(all, line);) {
        if (line.starts_with("netloupe: ") || line.starts_with("  error ")) lines.push_back(line);
    }
    return lines;
}

TEST_P(BadInput, EndsWithTwoAndOneLineThatTellsWhere) {
    const Ran ran = run({"check", file()});
    EXPECT_EQ(ran.code, 2);
    const auto lines = error_lines(ran);
    ASSERT_EQ(lines.size(), 1) << ran.err << ran.out;
    EXPECT_THAT(lines[0], ContainsRegex(GetParam().told));
}

TEST_P(BadInput, ShowEndsWithTwo) {
    const Ran ran = run({"show", file()});
    EXPECT_EQ(ran.code, 2) << ran.err << ran.out;
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadInput, ::testing::ValuesIn(kCases),
                         [](const auto& bad) { return std::string(bad.param.name); });

TEST(WholeModel, OfTheSameMakeIsRead) {
    const TemporaryFolder folder;
    EXPECT_EQ(run({"check", folder.write("good.onnx", whole_onnx())}).code, 0);
    EXPECT_EQ(run({"show", folder.write("good.onnx", whole_onnx())}).code, 0);
}

TEST(DamagedModel, WhatStandsBeforeTheDamageIsShown) {
    const TemporaryFolder folder;
    const Ran ran = run({"show", folder.write("bad.onnx", onnx_cut_short())});
    EXPECT_THAT(ran.out, HasSubstr("Add"));
}

}  // namespace

}  // namespace netloupe::testing
