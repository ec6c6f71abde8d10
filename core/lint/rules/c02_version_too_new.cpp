#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "context.h"
#include "onnx_versions.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"onnxruntime-1", 0, "The x of the ONNX Runtime 1.x that has to run the model; 0: not judged."},
    {"tensorflow-2", -1, "The x of the TensorFlow Lite 2.x that has to run the model; -1: not judged."},
};

/// What releases of ONNX Runtime read, from that minor version of 1.x on.
struct Release {
    int64_t minor;
    int64_t ir;
    int64_t opset;
};
constexpr std::array<Release, 13> kReleases = {{{0, 6, 11},
                                                {3, 7, 12},
                                                {6, 7, 13},
                                                {8, 7, 14},
                                                {9, 8, 15},
                                                {11, 8, 16},
                                                {12, 8, 17},
                                                {14, 8, 18},
                                                {15, 9, 19},
                                                {17, 9, 20},
                                                {18, 10, 21},
                                                {21, 10, 22},
                                                {23, 11, 23}}};
/// Nobody knows here what later ones read.
constexpr int64_t kLastMinor = 23;

const Release& release_of(int64_t minor) {
    size_t place = 0;
    while (place + 1 < kReleases.size() && kReleases[place + 1].minor <= minor) ++place;
    return kReleases[place];
}

void report(Context& context, const std::string& has, const std::string& reads, const std::string& fix) {
    context.report({
        .severity = context.severity(),
        .message = fmt::format("{}, but {}: it refuses the model.", has, reads),
        .fix = fix,
    });
}

void check_onnx(Context& context) {
    const auto minor = static_cast<int64_t>(context.parameter("onnxruntime-1"));
    if (minor <= 0 || minor > kLastMinor) return;
    const Release& release = release_of(minor);
    const int64_t ir = ir_version(context.model());
    const int64_t opset = standard_opset(context.model());
    const std::string runtime = fmt::format("ONNX Runtime 1.{} reads up to ", minor);
    if (ir > release.ir) {
        report(context, fmt::format("The file is of IR version {}", ir), runtime + std::to_string(release.ir),
               fmt::format("Save it with ir_version {}, which suffices unless it has newer types, or use a "
                           "newer runtime.",
                           release.ir));
    }
    if (opset > release.opset) {
        report(context, fmt::format("The model imports opset {}", opset),
               runtime + std::to_string(release.opset),
               fmt::format("Export with opset {}, or use a newer runtime.", release.opset));
    }
}

/// Major and minor of "2.11.0".
std::optional<std::pair<int64_t, int64_t>> version_of(const std::string& text) {
    int64_t major = 0;
    int64_t minor = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, major);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.') return std::nullopt;
    if (std::from_chars(first.ptr + 1, end, minor).ec != std::errc()) return std::nullopt;
    return std::pair(major, minor);
}

void check_tflite(Context& context) {
    const auto minor = static_cast<int64_t>(context.parameter("tensorflow-2"));
    const auto needed = version_of(context.model().runtime);
    if (minor < 0 || !needed || *needed <= std::pair<int64_t, int64_t>(2, minor)) return;
    report(context, fmt::format("The model needs TensorFlow Lite {}", context.model().runtime),
           fmt::format("it is to run on 2.{}", minor),
           "Convert it with the converter of that version, or use a newer runtime.");
}

void check(Context& context) {
    if (context.model().format == Format::kOnnx) check_onnx(context);
    if (context.model().format == Format::kTflite) check_tflite(context);
}

}  // namespace

extern const Rule c02_version_too_new;
const Rule c02_version_too_new{
    .id = "C02",
    .name = "version-too-new",
    .summary = "The model is made for a newer runtime than the one that has to run it.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "With a runtime named by the parameters: compares the IR version and the opset with what "
                    "that ONNX Runtime reads (1.14: IR 8, opset 18; 1.15 and 1.16: 9, 19; 1.17: 9, 20; 1.18 "
                    "to 1.20: 10, 21; 1.21 and 1.22: 10, 22; 1.23: 11, 23), and a TensorFlow Lite model's "
                    "min_runtime_version with the version that it is to run on.",
            .why = "Exporters write the newest version that they know, whether the model needs it or not. "
                   "The runtime on the device refuses it (\"Unsupported model IR version: 10, max supported "
                   "IR version: 9\").",
            .not_a_problem = "Without the parameters the rule is silent: a file says nothing of where it "
                             "will run.",
            .fix = "Write the older IR version (model.ir_version), export with an older opset, or use a "
                   "newer runtime.",
            .example = "IR version 10 with `C02.onnxruntime-1` set to 17.",
            .source = "https://github.com/microsoft/onnxruntime/issues/20559, "
                      "https://onnxruntime.ai/docs/reference/compatibility.html",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
