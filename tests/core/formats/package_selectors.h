#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "formats/reader.h"

namespace netloupe {

using PackageJson = nlohmann::ordered_json;

/// The endings that are a format's own, of all formats.
inline std::set<std::string_view> own_endings() {
    std::set<std::string_view> own;
    for (const FormatReader* reader : format_readers())
        own.insert(reader->endings.own.begin(), reader->endings.own.end());
    return own;
}

/// Puts the endings of all formats into the selectors of the extension's custom editors: what is a format's
/// own opens by a click, what others have too is only offered.
inline void write_selectors(PackageJson& package) {
    const std::set<std::string_view> own = own_endings();
    std::set<std::string_view> offered;
    for (const FormatReader* reader : format_readers()) {
        offered.insert(reader->endings.text.begin(), reader->endings.text.end());
        offered.insert(reader->endings.shared.begin(), reader->endings.shared.end());
    }
    for (const std::string_view ending : own) offered.erase(ending);
    for (PackageJson& editor : package["contributes"]["customEditors"]) {
        editor["selector"] = PackageJson::array();
        for (const std::string_view ending : editor["priority"] == "default" ? own : offered)
            editor["selector"].push_back({{"filenamePattern", "*" + std::string(ending)}});
    }
}

/// The definition of the pre-commit hook with the files that it is for: those that open by a click.
inline std::string with_hook_files(const std::string& definition) {
    std::string endings;
    for (const std::string_view ending : own_endings()) {
        if (!endings.empty()) endings += '|';
        for (const char c : ending) endings += c == '.' ? "\\." : std::string(1, c);
    }
    constexpr std::string_view kKey = "\n  files: ";
    const size_t begin = definition.find(kKey) + kKey.size();
    return definition.substr(0, begin) + "'(" + endings + ")$'" +
           definition.substr(definition.find('\n', begin));
}

}  // namespace netloupe
