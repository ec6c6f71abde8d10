#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "formats/reader.h"
#include "infer/shapes.h"
#include "lint/lint.h"
#include "lint/weights.h"
#include "ops/meaning.h"

/// Every warning and error on the corpus's models has been looked at; accepted_findings.txt says why it is
/// right. A finding that is not listed, or a listed one that is gone, fails.
namespace netloupe::lint {
namespace {

namespace fs = std::filesystem;

/// The folder of models: NETLOUPE_CORPUS, or ../shared/models beside the checkout.
fs::path corpus() {
    const char* given = std::getenv("NETLOUPE_CORPUS");
    return given != nullptr ? fs::path(given) : fs::path(NETLOUPE_CHECKOUT) / "../shared/models";
}

bool is_model(const fs::path& file) {
    static const std::set<std::string> kExtensions{".onnx",   ".pb",  ".onnxtxt", ".ort",
                                                   ".tflite", ".bin", ".lite"};
    return kExtensions.contains(file.extension().string());
}

std::vector<fs::path> models() {
    std::vector<fs::path> files;
    for (const char* folder : {"onnx", "ort", "tflite"}) {
        if (!fs::is_directory(corpus() / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(corpus() / folder)) {
            if (entry.is_regular_file() && is_model(entry.path())) files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// "path: rule severity" and how often, of everything above information.
using Census = std::map<std::string, size_t>;

Census accepted() {
    Census census;
    std::ifstream file(NETLOUPE_ACCEPTED);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::string path;
        std::string rule;
        std::string severity;
        size_t count = 0;
        words >> path >> rule >> severity >> count;
        std::string reason;
        std::getline(words, reason);
        EXPECT_FALSE(reason.find_first_not_of(' ') == std::string::npos) << "no reason: " << line;
        census[path + " " + rule + " " + severity] = count;
    }
    return census;
}

/// What the corpus says of the rules: makers ship most of these files as good, so few findings are expected.
struct Figures {
    size_t files = 0;
    size_t clean = 0;  ///< Files with information at most.
    Counts counts;
    std::map<std::string, size_t> of_rules;  ///< Warnings and errors.

    void add(const std::vector<Finding>& findings) {
        const Counts of_file = count(findings);
        ++files;
        clean += of_file.errors + of_file.warnings == 0 ? 1 : 0;
        counts.errors += of_file.errors;
        counts.warnings += of_file.warnings;
        counts.infos += of_file.infos;
        for (const Finding& finding : findings) {
            if (finding.severity != Severity::kInfo) ++of_rules[std::string(finding.rule)];
        }
    }

    void print(size_t accepted) const {
        std::cout << files << " of them read: " << counts.errors << " errors, " << counts.warnings
                  << " warnings, " << counts.infos << " informations; " << clean
                  << " files have information at most\n";
        for (const auto& [rule, count] : of_rules) std::cout << rule << " " << count << "  ";
        std::cout << "\n"
                  << accepted << " of " << counts.errors + counts.warnings
                  << " warnings and errors were looked at and are right\n";
    }
};

void add(Census& census, Figures& figures, const fs::path& file, const Model& model, bool verbose) {
    const std::string path = fs::relative(file, corpus()).string();
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model));
    Options options;
    options.shapes = &shapes;
    const Weights weights = read_weights(model, options);
    options.weights = &weights;
    const std::vector<Finding> findings = check(model, options);
    figures.add(findings);
    for (const Finding& finding : findings) {
        if (verbose) {
            std::cout << path << " " << finding.rule << " " << name(finding.severity) << " "
                      << finding.message << "\n";
        }
        if (finding.severity == Severity::kInfo) continue;
        ++census[path + " " + std::string(finding.rule) + " " + std::string(name(finding.severity))];
    }
}

TEST(LintCorpus, EveryWarningAndErrorIsAnAcceptedOne) {
    const std::vector<fs::path> files = models();
    std::cout << files.size() << " model files in " << corpus() << "\n";
    if (files.empty()) return;
    const bool verbose = std::getenv("NETLOUPE_VERBOSE") != nullptr;
    Census found;
    Figures figures;
    for (const fs::path& file : files) {
        const auto model = open_model(file.string());
        if (!model) {
            if (verbose) std::cout << file << " not read: " << model.error().message << "\n";
            continue;
        }
        add(found, figures, file, *model, verbose);
    }
    const Census wanted = accepted();
    size_t right = 0;
    for (const auto& [line, count] : found) {
        if (const auto known = wanted.find(line); known != wanted.end())
            right += std::min(count, known->second);
    }
    figures.print(right);
    for (const auto& [line, count] : found) {
        const auto known = wanted.find(line);
        EXPECT_EQ(count, known == wanted.end() ? 0 : known->second) << line;
    }
    for (const auto& [line, count] : wanted) EXPECT_TRUE(found.contains(line)) << line << " is gone";
}

}  // namespace
}  // namespace netloupe::lint
