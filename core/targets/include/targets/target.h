#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/model.h"

/// Which accelerator runs which operator: tables of facts (JSON, schemas/target.schema.json), judged node by
/// node on a model.
namespace netloupe::targets {

struct Table;

/// How the runtime cuts a graph into the parts that it gives to the target.
enum class Cutting : uint8_t {
    /// TensorFlow Lite's delegates: in the order of execution, all that is ready for the target, then all
    /// that is ready for the processor, and so on.
    kDelegate,
    /// ONNX Runtime's providers: a part grows until only operators that others run, and that read from it,
    /// are ready.
    kProvider,
    /// What stands in the order of execution before the first operator that the target does not run.
    kFirstFailure,
};

/// What the table means for an operator that it does not list.
enum class Unlisted : uint8_t { kUnsupported, kUnknown, kConditional };

/// A target and its table. Immutable.
struct Target {
    std::string id;     ///< "tflite-gpu"; for somebody's own file the name that the file gives.
    std::string title;  ///< "TensorFlow Lite GPU delegate"
    std::string runtime;
    std::string source;              ///< Where the facts stand: an address.
    std::string as_of;               ///< Of which day or version they are.
    std::vector<std::string> reads;  ///< Formats that it takes: "onnx", "ort", "tflite", "executorch", ...
    std::vector<std::string> notes;
    std::string deprecated;  ///< Why nobody should start with it; empty for the others.
    Cutting cutting = Cutting::kProvider;
    uint32_t min_nodes = 1;       ///< Smaller parts are left to the processor.
    uint32_t max_partitions = 0;  ///< Only that many of the largest parts are taken; 0: all.
    bool copies = true;  ///< A value that enters or leaves a part is copied or synchronised. False on the
                         ///< processor.
    uint32_t channel_multiple = 1;  ///< Channels that it computes at a time.
    bool half_precision = false;    ///< Computes in float16 what the model has in float32.
    Unlisted unlisted = Unlisted::kUnsupported;
    std::shared_ptr<const Table> table;
};

/// Ids of the targets that are built in, in alphabetical order.
std::vector<std::string_view> target_ids();

/// The target of that id, or, where the text ends in ".json" or has a slash in it, that of the file. Errors:
/// kNotFound with the nearest id for an unknown name; kCorrupt with line and column for a file that is no
/// target.
Result<Target> find_target(const std::string& id_or_path);

/// The target that a text describes. The error says line and column.
Result<Target> parse_target(std::string_view json);

/// Whether the target takes models of that format.
bool takes(const Target& target, Format format);
/// "does not take ONNX models, but TensorFlow Lite ones"
std::string refusal(const Target& target, const Model& model);

}  // namespace netloupe::targets
