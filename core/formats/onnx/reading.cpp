#include "reading.h"

namespace netloupe::onnx {

namespace {
/// A file in which everything is wrong says so in this many places, not in millions.
constexpr size_t kMostDamages = 100;
constexpr uint32_t kNodesBetweenCancelChecks = 1024;
}  // namespace

StringId Reading::text(const wire::Field& field, const FieldPath& path) {
    if (field.bytes.size() > limits::kTextBytes) {
        damage(path, "a text of " + std::to_string(field.bytes.size()) + " bytes is too long to be kept",
               field.offset, ErrorCode::kLimit);
        return model.strings.intern("");
    }
    return model.strings.intern(as_text(field.bytes));
}

void Reading::report_fault(const wire::Reader& reader, const FieldPath& path) {
    const auto fault = reader.fault();
    const bool at_file_end = fault->cut && reader.end_offset() == file_size_;
    if (at_file_end && truncation_told_) return;
    truncation_told_ |= at_file_end;
    std::string problem = fault->message;
    if (fault->cut) problem += at_file_end ? " of the file" : " of the message around it";
    damage(path, problem, fault->offset);
}

void Reading::damage(const FieldPath& path, std::string_view problem, uint64_t offset, ErrorCode code) {
    if (model.damages.size() >= kMostDamages) return;
    std::string message = path.text();
    if (!message.empty()) message += ": ";
    message += problem;
    if (lines_ != nullptr) offset = Error::kNoOffset;
    Damage damage;
    damage.error = {code, message + ".", offset};
    damage.graph = place.graph;
    damage.node = place.node;
    model.damages.push_back(std::move(damage));
}

bool Reading::stopped() {
    if (cancelled_) return true;
    if (until_cancel_check_-- > 0) return false;
    until_cancel_check_ = kNodesBetweenCancelChecks;
    cancelled_ = cancel_.cancelled();
    return cancelled_;
}

bool Reading::has_room(uint64_t count, const FieldPath& path, uint64_t offset) {
    if (count < limits::kElements) return true;
    damage(path, "there are more than " + std::to_string(limits::kElements) + " elements", offset,
           ErrorCode::kLimit);
    return false;
}

Origin Reading::origin(SourceLines::Kind kind, uint64_t offset) {
    if (lines_ == nullptr) return {offset, 0};
    const auto& lines = lines_->lines[kind];
    const size_t at = line_at_[kind]++;
    return {Error::kNoOffset, at < lines.size() ? lines[at] : 0};
}

}  // namespace netloupe::onnx
