#pragma once

#include <cstdint>
#include <string_view>

namespace netloupe::view {

/// Width in CSS pixels that a text takes in a proportional interface font of `size` pixels. An estimate that
/// errs on the wide side: the webview's font is not known here, and a card may be a little too wide but never
/// cut its text.
float text_width(std::string_view utf8, float size);

}  // namespace netloupe::view
