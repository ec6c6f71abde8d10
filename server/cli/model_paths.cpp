#include "cli/model_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "base/glob.h"
#include "formats/reader.h"

namespace netloupe::cli {

namespace {

namespace fs = std::filesystem;

/// By its name alone where the ending is of a format's own; by its content where others have such files too.
bool is_model(const fs::path& path) {
    using Match = FormatReader::Match;
    const std::string file = path.filename().string();
    const auto among = [&](std::span<const std::string_view> Endings::* endings) {
        return std::ranges::any_of(format_readers(), [&](const FormatReader* reader) {
            return has_ending(file, reader->endings.*endings);
        });
    };
    if (among(&Endings::own)) return true;
    if (among(&Endings::text)) return recognise(path.string()) != Match::kNo;
    return among(&Endings::shared) && recognise(path.string()) == Match::kSure;
}

/// The files in a folder and below that are wanted, in order of their paths.
template <typename Wanted>
std::vector<std::string> files_below(const fs::path& folder, Wanted wanted) {
    std::vector<std::string> files;
    std::error_code error;
    auto entry =
        fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        const fs::path& path = entry->path();
        if (entry->is_directory(ignored)) {
            const bool is_model = !model_of_folder(path.string()).empty();
            if (is_model && wanted(path)) files.push_back(path.string());
            if (is_model || path.filename().string().starts_with('.')) entry.disable_recursion_pending();
        } else if (entry->is_regular_file(ignored) && wanted(path)) {
            files.push_back(path.string());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// The folder that a pattern is looked for in: what stands before its first wildcard.
fs::path folder_of(const std::string& pattern) {
    const std::string before = pattern.substr(0, pattern.find_first_of("*?["));
    const size_t slash = before.rfind('/');
    if (slash == std::string::npos) return ".";
    return before.substr(0, std::max<size_t>(slash, 1));
}

Result<std::vector<std::string>> expanded(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error) && model_of_folder(path).empty()) {
        auto models = files_below(path, [](const fs::path& file) {
            std::error_code ignored;
            return fs::is_directory(file, ignored) || is_model(file);
        });
        if (models.empty())
            return fail(ErrorCode::kNotFound, "The folder holds no file with the extension of a model.");
        return models;
    }
    if (path == kStandardInput || fs::exists(path, error) || !Glob::has_wildcard(path)) return {{path}};
    const Glob pattern(fs::path(path).lexically_normal().generic_string(), Glob::Of::kPath);
    auto files = files_below(folder_of(path), [&](const fs::path& file) {
        return pattern.matches(file.lexically_normal().generic_string());
    });
    if (files.empty()) return fail(ErrorCode::kNotFound, "No file fits the pattern.");
    return files;
}

}  // namespace

Result<std::vector<std::string>> model_paths(std::span<const std::string> paths) {
    std::vector<std::string> all;
    std::set<std::string> seen;
    for (const std::string& path : paths) {
        auto files = expanded(path);
        if (!files) return fail(files.error().code, fmt::format("{}: {}", path, files.error().message));
        for (std::string& file : *files) {
            if (seen.insert(fs::path(file).lexically_normal().string()).second)
                all.push_back(std::move(file));
        }
    }
    std::erase_if(all, [&](const std::string& file) {
        const std::string model = model_of_weights(file);
        return !model.empty() && seen.contains(fs::path(model).lexically_normal().string());
    });
    return all;
}

}  // namespace netloupe::cli
