#include "cli/terminal.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace netloupe::cli {

report::Style style_of(Colour colour) {
    if (colour != Colour::kAuto) return {colour == Colour::kAlways};
    const char* no_colour = std::getenv("NO_COLOR");
    const bool unwanted = no_colour != nullptr && *no_colour != '\0';
    return {!unwanted && isatty(STDOUT_FILENO) != 0};
}

void write(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void complain(const std::string& path, const Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "netloupe: {}: {}\n", report::printable(path), report::printable(error.text()));
}

void complain(const Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "netloupe: {}\n", report::printable(error.text()));
}

}  // namespace netloupe::cli
