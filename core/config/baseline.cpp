#include "config/baseline.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/utf8.h"
#include "containers/json_document.h"

namespace netloupe::config {

namespace {

constexpr int64_t kVersion = 1;

}  // namespace

Result<Baseline> Baseline::read(const std::string& path) {
    auto document = JsonDocument::read(path);
    if (!document) return std::unexpected(document.error());
    Baseline baseline(path);
    JsonValue root(*document);
    root.expect_members({"version", "findings"});
    JsonValue version = root.required("version");
    if (version.whole_number() != kVersion)
        version.complain("This baseline was written by another version of netloupe; write it anew.");
    for (JsonValue& item : root.required("findings").items()) {
        item.expect_members({"file", "rule", "fingerprint", "message"});
        baseline.entries_.insert({item.required("file").text(),
                                  item.required("rule").text(),
                                  item.required("fingerprint").text(),
                                  {}});
    }
    if (document->error()) return std::unexpected(*document->error());
    return baseline;
}

Baseline::Entry Baseline::entry_of(const std::string& model_path, const lint::Finding& finding) const {
    namespace fs = std::filesystem;
    const fs::path folder = fs::absolute(path_).lexically_normal().parent_path();
    const fs::path model = fs::absolute(model_path).lexically_normal();
    return {to_utf8(model.lexically_relative(folder).generic_string()), std::string(finding.rule),
            fmt::format("{:016x}", finding.fingerprint), to_utf8(finding.message)};
}

bool Baseline::knows(const std::string& model_path, const lint::Finding& finding) const {
    return entries_.contains(entry_of(model_path, finding));
}

void Baseline::add(const std::string& model_path, const lint::Finding& finding) {
    entries_.insert(entry_of(model_path, finding));
}

std::string Baseline::text() const {
    nlohmann::ordered_json json{{"version", kVersion}, {"findings", nlohmann::ordered_json::array()}};
    for (const Entry& entry : entries_) {
        json["findings"].push_back({{"file", entry.file},
                                    {"rule", entry.rule},
                                    {"fingerprint", entry.fingerprint},
                                    {"message", entry.message}});
    }
    return json.dump(1) + "\n";
}

}  // namespace netloupe::config
