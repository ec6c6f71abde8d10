#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "formats/paddle.h"
#include "model/module_graph.h"
#include "paddle_reading.h"
#include "parameter_file.h"
#include "pir_reader.h"
#include "program_reader.h"

namespace netloupe {

namespace paddle {

namespace {

namespace fs = std::filesystem;

FormatReader::Match sniff(const Glance& file) {
    if (is_program(file.head) || is_pir(file.head)) return FormatReader::Match::kSure;
    return is_parameter_file(file.head) ? FormatReader::Match::kMaybe : FormatReader::Match::kNo;
}

/// "m.pdmodel" or "m.json" of "m.pdiparams", "__model__" of "__params__".
std::string model_of(const std::string& path) {
    const fs::path file(path);
    if (file.filename() == "__params__") return (file.parent_path() / "__model__").string();
    if (file.extension() != ".pdiparams") return {};
    std::error_code error;
    const fs::path json = fs::path(file).replace_extension(".json");
    if (fs::exists(json, error)) return json.string();
    return fs::path(file).replace_extension(".pdmodel").string();
}

/// A file of parameters is opened as the program beside it.
bool open_program(Model& model) {
    const std::string path = model_of(model.files[0].path);
    if (path.empty()) return false;
    auto mapped = MappedFile::open(path);
    if (!mapped) return false;
    const Bytes head = mapped->bytes().first(std::min(mapped->bytes().size(), kSniffBytes));
    if (!is_pir(head) && !is_program(head)) return false;
    model.files[0] = {path, std::move(*mapped)};
    return true;
}

/// A file of parameters without its program: tensors whose names nobody tells.
Result<void> read_parameters(PaddleReading& reading) {
    Model& model = reading.model;
    model.format = Format::kPaddle;
    model.format_name = "PaddlePaddle parameters";
    ModuleGraph modules(model);
    const auto tensors = read_parameter_file(reading, model.files[0].bytes());
    if (tensors.empty() && !model.damages.empty()) return std::unexpected(model.damages.front().error);
    for (size_t i = 0; i < tensors.size(); ++i) {
        const std::string number = std::to_string(i);
        Constant constant = constant_of(tensors[i], FileId(0U));
        constant.name = reading.intern(number);
        model.constants.push_back(constant);
        modules.add(number, ConstantId(model.constants.size() - 1), {constant.offset, 0});
    }
    modules.finish();
    return {};
}

Result<void> read(Model& model, const CancelToken& cancel) {
    PaddleReading reading(model, cancel);
    const auto head = [&] {
        const Bytes bytes = model.files[0].bytes();
        return bytes.first(std::min(bytes.size(), kSniffBytes));
    };
    if (is_parameter_file(head()) && !open_program(model)) return read_parameters(reading);
    return is_pir(head()) ? read_pir(reading) : read_program(reading);
}

constexpr auto kOwn = std::to_array<std::string_view>({".pdmodel", ".pdiparams", "__model__"});
constexpr auto kShared = std::to_array<std::string_view>({".json"});
constexpr auto kEntries =
    std::to_array<std::string_view>({"__model__", "inference.pdmodel", "inference.json", "model.pdmodel"});

}  // namespace

}  // namespace paddle

const FormatReader kPaddleReader = {
    .name = "PaddlePaddle",
    .endings = {.own = paddle::kOwn, .text = {}, .shared = paddle::kShared},
    .sniff = paddle::sniff,
    .read = paddle::read,
    .folder_entries = paddle::kEntries,
    .model_of = paddle::model_of,
};

}  // namespace netloupe
