#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "cli/commands.h"
#include "report/style.h"

namespace netloupe::cli {

/// Colours when they are asked for, or when standard output is a terminal and NO_COLOR is not set.
report::Style style_of(Colour colour);

void write(std::string_view text);
/// One line on standard error: "netloupe: file: message (offset 123)".
void complain(const std::string& path, const Error& error);
/// The same for what is about no file.
void complain(const Error& error);

}  // namespace netloupe::cli
