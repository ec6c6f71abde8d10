#pragma once

#include "containers/external_files.h"

namespace netloupe {

/// A file beside the model that holds values one after another, with nothing that says where each begins:
/// they are where those before them end.
class ExternalStream {
public:
    /// `location` is its name as seen from the model.
    ExternalStream(Model& model, StringId location);

    /// All bytes of the file; none when it is not there.
    [[nodiscard]] Bytes bytes() const;
    [[nodiscard]] uint64_t at() const { return at_; }
    void skip(uint64_t length) { at_ += length; }

    /// The next `length` bytes are the constant's values, and `padding` more follow. When they are not all
    /// there, the constant's state says so, and that of all later ones.
    void take(uint64_t length, uint64_t padding, Constant& constant);
    /// Where the next values begin is not known any more.
    void lose() { lost_ = true; }
    /// Told when everything was taken: one Damage when the file is missing or too short, or has bytes left.
    void finish();

private:
    Model& model_;
    ExternalFiles files_;
    StringId location_;
    FileId file_;
    uint64_t at_ = 0;
    bool lost_ = false;
};

}  // namespace netloupe
