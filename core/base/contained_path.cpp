#include "base/contained_path.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace netloupe {

namespace fs = std::filesystem;

namespace {

bool has_parent_component(std::string_view location) {
    while (true) {
        const size_t end = location.find_first_of("/\\");
        if (location.substr(0, end) == "..") return true;
        if (end == std::string_view::npos) return false;
        location.remove_prefix(end + 1);
    }
}

bool has_drive(std::string_view location) {
    return location.size() >= 2 && std::isalpha(static_cast<unsigned char>(location[0])) != 0 &&
           location[1] == ':';
}

bool is_file_url(std::string_view location) {
    static constexpr std::string_view kScheme = "file:";
    return location.size() >= kScheme.size() &&
           std::equal(kScheme.begin(), kScheme.end(), location.begin(),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

bool is_within(const fs::path& folder, const fs::path& file) {
    const auto [in_folder, in_file] = std::ranges::mismatch(folder, file);
    return in_folder == folder.end() && in_file != file.end();
}

std::string quoted(std::string_view location) {
    return "\"" + std::string(location) + "\"";
}

}  // namespace

std::string_view why_location_escapes(std::string_view location) {
    if (location.empty()) return "it is empty";
    if (location.find('\0') != std::string_view::npos) return "it contains a NUL byte";
    if (location[0] == '/' || location[0] == '\\') return "it is an absolute path";
    if (has_drive(location)) return "it names a drive";
    if (is_file_url(location)) return "it is a URL";
    if (location[0] == '~') return "it begins with ~, the home folder";
    if (has_parent_component(location)) return "it contains the component \"..\"";
    return {};
}

Result<std::string> resolve_beside(const std::string& model_path, std::string_view location) {
    if (const auto why = why_location_escapes(location); !why.empty()) {
        return fail(ErrorCode::kInvalid,
                    "The location " + quoted(location) + " is refused: " + std::string(why) + ".");
    }
    std::error_code error;
    const fs::path parent = fs::path(model_path).parent_path();
    const fs::path folder = fs::canonical(parent.empty() ? fs::path(".") : parent, error);
    if (error) return fail(ErrorCode::kNotFound, "The folder of the model cannot be read.");
    const fs::path file = fs::canonical(folder / location, error);
    if (error) {
        return fail(ErrorCode::kNotFound,
                    "The file " + quoted(location) + " does not exist in the folder of the model.");
    }
    if (!is_within(folder, file)) {
        return fail(ErrorCode::kInvalid, "The location " + quoted(location) +
                                             " is refused: it is a link that leads outside the folder of the "
                                             "model.");
    }
    if (!fs::is_regular_file(file, error)) {
        return fail(ErrorCode::kIo, "The location " + quoted(location) + " is not a regular file.");
    }
    return file.string();
}

}  // namespace netloupe
