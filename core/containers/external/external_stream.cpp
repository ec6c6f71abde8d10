#include "containers/external_stream.h"

#include <utility>

#include "base/contained_path.h"

namespace netloupe {

ExternalStream::ExternalStream(Model& model, StringId location) : model_(model), location_(location) {
    // What asks of a file that is not there is told as missing its values; this asks for none.
    if (!resolve_beside(model.files[0].path, model.text(location))) return;
    Constant whole;
    files_.place(model_, {location_, 0, 0}, 0, whole);
    if (whole.state == ConstantState::kPresent) file_ = whole.file;
}

Bytes ExternalStream::bytes() const {
    return file_.valid() ? model_.files[file_.index()].bytes() : Bytes();
}

void ExternalStream::take(uint64_t length, uint64_t padding, Constant& constant) {
    if (lost_) {
        constant.state = ConstantState::kAbsent;
        return;
    }
    files_.place(model_, {location_, at_, length}, length, constant);
    lost_ = file_.valid() && constant.state != ConstantState::kPresent;
    if (__builtin_add_overflow(at_, length + padding, &at_)) lost_ = true;
}

void ExternalStream::finish() {
    files_.report(model_);
    if (!file_.valid() || lost_ || at_ >= bytes().size()) return;
    Damage damage;
    damage.graph = GraphId(0U);
    damage.error = {ErrorCode::kCorrupt,
                    "The file \"" + std::string(model_.text(location_)) + "\" has " +
                        std::to_string(bytes().size() - at_) +
                        " bytes more than the layers take: it belongs to another network, or a layer that is "
                        "not known has weights too."};
    model_.damages.push_back(std::move(damage));
}

}  // namespace netloupe
