#include "base/error.h"

namespace netloupe {

std::string Error::text() const {
    std::string place;
    if (offset != kNoOffset) place = " (offset " + std::to_string(offset) + ")";
    if (line != 0) place = " (line " + std::to_string(line) + ")";
    std::string text = message;
    text.insert(text.ends_with('.') ? text.size() - 1 : text.size(), place);
    return text;
}

}  // namespace netloupe
