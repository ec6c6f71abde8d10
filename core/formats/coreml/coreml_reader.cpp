#include <array>

#include "coreml_reading.h"
#include "formats/coreml.h"
#include "model_reader.h"

namespace netloupe {

namespace coreml {

namespace {

FormatReader::Match sniff(const Glance& file) {
    return is_model_message(file.head) ? FormatReader::Match::kSure : FormatReader::Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    CoremlReading reading(model, cancel);
    return read_model_message(reading);
}

constexpr auto kOwn = std::to_array<std::string_view>({".mlmodel"});
constexpr auto kEntries = std::to_array<std::string_view>({"Data/com.apple.CoreML/model.mlmodel"});

}  // namespace

}  // namespace coreml

const FormatReader kCoremlReader = {
    .name = "Core ML",
    .endings = {.own = coreml::kOwn, .text = {}, .shared = {}},
    .sniff = coreml::sniff,
    .read = coreml::read,
    .folder_entries = coreml::kEntries,
};

}  // namespace netloupe
