// Code for five languages: the numbers of the file stand in it, and its names cannot change what it does.
#include "signature/code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "card.h"

namespace netloupe::signature {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string code_for(const Model& model, Language language, size_t entry = 0) {
    const Code code = code_of(model, card_of(model).entries.at(entry), language);
    EXPECT_THAT(code.unavailable, IsEmpty()) << name(language);
    return code.text;
}

/// A classifier that takes and gives 8-bit integers.
Model quantized() {
    return test::graph_from_text(
        "tflite\ninput image:uint8[1,8,8,3](0.0078125, 128)\nconst w:uint8[4,3,3,3](0.1, 0)\n"
        "CONV_2D(image, w, _) -> c:uint8[1,6,6,4](0.1, 3)\nSOFTMAX(c) -> scores:uint8[1,6,6,4](0.00390625, "
        "0)\n"
        "output scores\n");
}

Model dynamic_onnx() {
    return test::graph_from_text(
        "onnx opset=13\ninput ids:int64[batch,seq]\ninput mask:boolean[batch,seq]\ninput "
        "pixels:float32[batch,3,?,?]\n"
        "Cast(ids) -> a:float32[batch,seq] { to=1 }\nRelu(pixels) -> b\nNot(mask) -> m\n"
        "output a\noutput b\noutput m\n");
}

Model with_signature(std::string_view key, std::string_view in, std::string_view out) {
    Model model =
        test::graph_from_text("tflite\ninput x:float32[1|?,4]\nRELU(x) -> y:float32[1|?,4]\noutput y\n");
    const Graph& main = model.graphs[0];
    model.signatures.push_back({model.strings.intern(key),
                                GraphId(0U),
                                {{model.strings.intern(in), main.inputs[0]}},
                                {{model.strings.intern(out), main.outputs[0]}}});
    return model;
}

TEST(Code, QuantizesAndDequantizesWithTheNumbersOfTheFile) {
    const Model model = quantized();
    EXPECT_THAT(
        code_for(model, Language::kPython),
        AllOf(HasSubstr("image = np.zeros([1, 8, 8, 3], np.float32)"),
              HasSubstr("image = np.clip(np.round(image / 0.0078125) + 128, 0, 255).astype(np.uint8)"),
              HasSubstr("scores = (scores.astype(np.float32)) * 0.00390625")));
    EXPECT_THAT(
        code_for(model, Language::kKotlin),
        AllOf(HasSubstr("FloatArray(192)"),
              HasSubstr(
                  "imageBuffer.put(((image[i] / 0.0078125f).roundToInt() + 128).coerceIn(0, 255).toByte())"),
              HasSubstr("(scoresBuffer.get().toInt() and 0xFF)) * 0.00390625f")));
    EXPECT_THAT(code_for(model, Language::kJava),
                AllOf(HasSubstr("(byte) Math.max(0, Math.min(255, Math.round(image[i] / 0.0078125f) + 128))"),
                      HasSubstr("(scoresBuffer.get() & 0xFF)) * 0.00390625f")));
    EXPECT_THAT(code_for(model, Language::kSwift), AllOf(HasSubstr("(value / 0.0078125).rounded() + 128"),
                                                         HasSubstr("UInt8(max(0, min(255, quantized)))"),
                                                         HasSubstr("copy(imageBuffer, toInputAt: 0)")));
    EXPECT_THAT(
        code_for(model, Language::kCpp),
        HasSubstr("static_cast<uint8_t>(std::clamp(std::round(image[i] / 0.0078125f) + 128, 0.0f, 255.0f))"));
}

TEST(Code, NormalizesAsTheMetadataAsk) {
    Model model = quantized();
    Tensor& image = model.graphs[0].tensors[model.graphs[0].inputs[0].index()];
    image.metadata = metadata(model, {{"NormalizationOptions", R"({"mean":[1,2,3],"std":[4]})"}});
    EXPECT_THAT(code_for(model, Language::kPython),
                HasSubstr("(image - np.array([1.0, 2.0, 3.0], np.float32)) / 4.0"));
    EXPECT_THAT(code_for(model, Language::kKotlin),
                AllOf(HasSubstr("val imageMean = floatArrayOf(1.0f, 2.0f, 3.0f)"),
                      HasSubstr("((image[i] - imageMean[i % 3]) / imageDeviation[i % 3])")));
}

TEST(Code, NamesDynamicDimensionsAfterTheirSymbols) {
    const Model model = dynamic_onnx();
    EXPECT_THAT(code_for(model, Language::kPython),
                AllOf(HasSubstr("batch = 1  # dimension 0 of ids is dynamic"),
                      HasSubstr("ids = np.zeros([batch, seq], np.int64)"),
                      HasSubstr("pixels = np.zeros([batch, 3, pixels_dim_2, pixels_dim_3], np.float32)"),
                      HasSubstr("{\"ids\": ids, \"mask\": mask, \"pixels\": pixels}")));
    EXPECT_THAT(code_for(model, Language::kCpp),
                AllOf(HasSubstr("std::vector<float> pixels(batch * pixels_dim_2 * pixels_dim_3 * 3);"),
                      HasSubstr("std::make_unique<bool[]>(mask.size())")));
    EXPECT_THAT(code_for(model, Language::kKotlin),
                AllOf(HasSubstr("maskBuffer, longArrayOf(batch.toLong(), seq.toLong()), OnnxJavaType.BOOL")));
}

TEST(Code, RunsSignaturesByTheirNames) {
    const Model model = with_signature("serve", "image", "scores");
    EXPECT_THAT(code_for(model, Language::kPython),
                AllOf(HasSubstr("interpreter.get_signature_runner(\"serve\")"),
                      HasSubstr("runner(**{\"image\": image})"), HasSubstr("scores = results[\"scores\"]")));
    EXPECT_THAT(code_for(model, Language::kJava),
                AllOf(HasSubstr("interpreter.resizeInput(0, new int[] {imageDim0, 4});"),
                      HasSubstr("interpreter.runSignature(inputs, outputs, \"serve\");"),
                      HasSubstr("getOutputTensorFromSignature(\"scores\", \"serve\").asReadOnlyBuffer()")));
    EXPECT_THAT(code_for(model, Language::kSwift),
                AllOf(HasSubstr("interpreter.signatureRunner(with: \"serve\")"),
                      HasSubstr("runner.resizeInput(named: \"image\", toShape: [imageDim0, 4])"),
                      HasSubstr("runner.invoke(with: [\"image\": imageBuffer])")));
    EXPECT_THAT(code_for(model, Language::kCpp), AllOf(HasSubstr("GetSignatureRunner(\"serve\")"),
                                                       HasSubstr("runner->input_tensor(\"image\")")));
}

TEST(Code, TellsWhichTypesALanguageDoesNotTake) {
    const Model int8 = test::graph_from_text(
        "tflite\ninput x:int8[1,4](0.5, 0)\nRELU(x) -> y:int8[1,4](0.5, 0)\noutput y\n");
    const Code swift = code_of(int8, card_of(int8).entries.at(0), Language::kSwift);
    EXPECT_THAT(swift.text, IsEmpty());
    EXPECT_THAT(swift.unavailable, AllOf(HasSubstr("\"x\""), HasSubstr("int8")));
    const Model bfloat =
        test::graph_from_text("onnx opset=13\ninput x:bfloat16[1,4]\nIdentity(x) -> y\noutput y\n");
    const Card card = card_of(bfloat);
    EXPECT_THAT(code_of(bfloat, card.entries.at(0), Language::kPython).unavailable, HasSubstr("bfloat16"));
    EXPECT_THAT(code_of(bfloat, card.entries.at(0), Language::kCpp).text, HasSubstr("Ort::BFloat16_t"));
}

TEST(Code, NamesOperatorsThatTheRuntimeMustBeGiven) {
    const Model model =
        test::graph_from_text("tflite\ninput x:float32[1]\ncustom::FlexErf(x) -> y:float32[1]\noutput y\n");
    EXPECT_THAT(code_for(model, Language::kCpp), HasSubstr("select operators: FlexErf"));
}

// --- hostile names
// ---------------------------------------------------------------------------------------------------

const std::array kHostile{
    std::string("\"); evil(); //"),
    std::string("\\\"); evil(); //"),
    std::string("a\nevil()\n"),
    std::string("${evil()}"),
    std::string("\\(evil())"),
    std::string("\\u0022); evil(); //"),
    std::string("*/ evil(); /*"),
    std::string("'''\nevil()\n'''"),
    std::string("trailing\\"),
    std::string("?"
                "?/\" ); evil();"),
    std::string("\xE2\x80\xAE\xE4\xB8\xAD"),
    std::string("class"),
    std::string(""),
    std::string("1"),
    std::string("\x7F\x01\r\t"),
    std::string("%s {} {{"),
    std::string("\xF0\x9F\x98\x80"),
    std::string("x:0"),
};

Model hostile_onnx() {
    std::string text = "onnx opset=13\n";
    for (size_t i = 0; i < kHostile.size(); ++i) text += "input i" + std::to_string(i) + ":float32[N,2]\n";
    for (size_t i = 0; i < kHostile.size(); ++i)
        text += "Relu(i" + std::to_string(i) + ") -> o" + std::to_string(i) + ":float32[N,2]\n";
    for (size_t i = 0; i < kHostile.size(); ++i) text += "output o" + std::to_string(i) + "\n";
    Model model = test::graph_from_text(text);
    Graph& main = model.graphs[0];
    for (size_t i = 0; i < kHostile.size(); ++i) {
        const StringId evil = model.strings.intern(kHostile[i]);
        main.tensors[main.inputs[i].index()].name = evil;
        main.tensors[main.outputs[i].index()].name = model.strings.intern("out " + kHostile[i]);
        for (const TensorId tensor : {main.inputs[i], main.outputs[i]})
            model.dims[main.tensors[tensor.index()].shape.dims.begin].symbol = evil;
    }
    return model;
}

Model hostile_tflite(const std::string& evil) {
    Model model = with_signature(evil, evil, "out " + evil);
    model.graphs[0].tensors[model.graphs[0].inputs[0].index()].name = model.strings.intern(evil);
    return model;
}

std::vector<Model> hostile_models() {
    std::vector<Model> models;
    models.push_back(hostile_onnx());
    for (const std::string& evil : kHostile) models.push_back(hostile_tflite(evil));
    return models;
}

/// The code without what stands in its literals and comments.
std::string bare(const std::string& code, std::string_view comment) {
    std::string rest;
    for (size_t i = 0; i < code.size(); ++i) {
        if (code[i] == '"') {
            for (++i; i < code.size() && code[i] != '"'; ++i) {
                EXPECT_NE(code[i], '\n') << "a literal ends before its line does";
                if (code[i] == '\\') ++i;
            }
            rest += "\"\"";
        } else if (code.compare(i, comment.size(), comment) == 0) {
            const size_t end = std::min(code.find('\n', i), code.size());
            EXPECT_EQ(code.substr(i, end - i).find('\\'), std::string::npos) << "a comment that goes on";
            i = end;
            rest += '\n';
        } else {
            rest += code[i];
        }
    }
    return rest;
}

TEST(HostileNames, StayInLiteralsInEveryLanguage) {
    for (const Model& model : hostile_models()) {
        for (const Language language : kLanguages) {
            const std::string code = code_for(model, language);
            EXPECT_THAT(bare(code, language == Language::kPython ? "#" : "//"), Not(HasSubstr("evil()")))
                << name(language) << "\n"
                << code;
            if (language == Language::kJava) {
                EXPECT_THAT(code, Not(HasSubstr("\"\\u0022")));
            }
            if (language == Language::kKotlin) {
                EXPECT_THAT(code, Not(HasSubstr("\"${")));
            }
            if (language == Language::kSwift) {
                EXPECT_THAT(code, Not(HasSubstr("\"\\(")));
            }
            EXPECT_THAT(code, Not(HasSubstr("\xE2\x80\xAE"))) << "text that turns around";
        }
    }
}

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern = (fs::temp_directory_path() / "netloupe-code-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() { fs::remove_all(path_); }
    std::string write(const std::string& file, const std::string& text) const {
        std::ofstream(path_ / file) << text;
        return (path_ / file).string();
    }

private:
    fs::path path_;
};

std::vector<Model> all_models() {
    std::vector<Model> models = hostile_models();
    models.push_back(quantized());
    models.push_back(dynamic_onnx());
    models.push_back(with_signature("serve", "image", "scores"));
    models.push_back(
        test::graph_from_text("onnx opset=13\ninput h:float16[2]\ninput b:bfloat16[2]\ninput "
                              "u:uint64[2]\nRelu(h) -> y\nRelu(b) -> z\n"
                              "Identity(u) -> v\noutput y\noutput z\noutput v\n"));
    models.push_back(test::graph_from_text("onnx opset=13\ninput d:float64[]\nRelu(d) -> y\noutput y\n"));
    return models;
}

TEST(Code, OfCppCompilesAgainstTheDocumentedInterfaces) {
    const TemporaryFolder folder;
    for (const Model& model : all_models()) {
        const std::string code = code_for(model, Language::kCpp);
        const std::string command = std::string(NETLOUPE_CXX) +
                                    " -std=c++17 -fsyntax-only -Wall -Wno-trigraphs -I " + NETLOUPE_RUNTIMES +
                                    " " + folder.write("run.cpp", code);
        EXPECT_EQ(std::system(command.c_str()), 0) << code;
    }
}

/// Parses the code and compares the strings in it with those that are expected; calls nothing of it.
constexpr const char* kPythonCheck = R"(
import ast, sys
tree = ast.parse(open(sys.argv[1], encoding='utf-8').read())
strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
expected = open(sys.argv[2], encoding='utf-8', newline='').read().split('\0')[:-1]
missing = [name for name in expected if name not in strings]
assert not missing, missing
calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
assert calls <= {'Interpreter', 'print', 'runner'}, calls
)";

TEST(Code, OfPythonParsesWithTheNamesOfTheFile) {
    ASSERT_EQ(std::system("python3 -c 'import ast'"), 0) << "This test parses with python3.";
    const TemporaryFolder folder;
    const std::string check = folder.write("check.py", kPythonCheck);
    for (const Model& model : all_models()) {
        const Entry entry = card_of(model).entries.at(0);
        const Code code = code_of(model, entry, Language::kPython);
        if (code.text.empty()) continue;
        std::string names;
        for (const Port& port : entry.inputs) {
            if (model.format != Format::kTflite || entry.signature)
                names += (entry.signature ? port.key : port.name) + '\0';
        }
        const std::string command =
            "python3 " + check + " " + folder.write("run.py", code.text) + " " + folder.write("names", names);
        EXPECT_EQ(std::system(command.c_str()), 0) << code.text;
    }
}

}  // namespace
}  // namespace netloupe::signature
