#include <fmt/format.h>

#include <array>

#include "base/limits.h"
#include "formats/executorch.h"
#include "plan_reader.h"
#include "program_reading.h"
#include "tensor_file.h"

namespace netloupe {

namespace executorch {

namespace {

using wire::Program;

constexpr std::string_view kProgramIdentifier = "ET12";
constexpr std::string_view kTensorIdentifier = "FT01";

class ProgramReader {
public:
    ProgramReader(Model& model, const CancelToken& cancel) : reading_(model, cancel), model_(model) {}

    Result<void> read() {
        const auto root = flat_root(reading_.source, Program::GetFullyQualifiedName());
        if (!root) return fail(ErrorCode::kCorrupt, "The flatbuffer's root table is damaged.", 0);
        reading_.root = *root;
        model_.format = Format::kExecutorch;
        model_.format_name = kExecutorchReader.name;
        model_.format_version = fmt::format("v{}", root->number<uint32_t>(Program::VT_VERSION));
        reading_.segments =
            Segments(model_.files[0].bytes(), root->tables<wire::Segment>(Program::VT_SEGMENTS));
        const auto plans = root->tables<wire::Plan>(Program::VT_PLANS);
        settle();
        for (uint32_t i = 0; i < plans.size() && i < limits::kGraphs && !reading_.hopeless(); ++i) {
            read_plan(reading_, plans[i]);
        }
        if (reading_.cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        if (model_.graphs.empty()) return nothing_read(*root);
        read_named_data();
        settle();
        reading_.external_files.report(model_);
        for (Graph& graph : model_.graphs) connect(model_, graph);
        return {};
    }

private:
    void settle() {
        reading_.settle([] { return std::string(); }, Program::GetFullyQualifiedName(), {});
    }

    std::unexpected<Error> nothing_read(const FlatTable& root) const {
        if (!model_.damages.empty()) return std::unexpected(model_.damages.front().error);
        return fail(ErrorCode::kCorrupt, "The program has no execution plan.", root.offset());
    }

    /// Data that delegates share, by name.
    void read_named_data() {
        const auto list = reading_.root.tables<wire::NamedData>(Program::VT_NAMED_DATA);
        for (const NamedData& data : named_data(list, reading_.segments)) {
            if (reading_.hopeless()) break;
            model_.attachments.push_back({reading_.intern(data.key), data.span.length, StringId()});
        }
    }

    ProgramReading reading_;
    Model& model_;
};

FormatReader::Match sniff(const Glance& file) {
    return has_identifier(file.head, kProgramIdentifier) || has_identifier(file.head, kTensorIdentifier)
               ? FormatReader::Match::kSure
               : FormatReader::Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    if (has_identifier(model.files[0].bytes(), kTensorIdentifier)) return read_tensor_file(model, cancel);
    return ProgramReader(model, cancel).read();
}

constexpr auto kOwn = std::to_array<std::string_view>({".pte", ".ptd"});

}  // namespace

}  // namespace executorch

const FormatReader kExecutorchReader = {
    .name = "ExecuTorch",
    .endings = {.own = executorch::kOwn, .text = {}, .shared = {}},
    .sniff = executorch::sniff,
    .read = executorch::read,
};

}  // namespace netloupe
