#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancellation.h"
#include "cost/costs.h"
#include "infer/shapes.h"
#include "lint/finding.h"
#include "lint/lint.h"
#include "lint/weights.h"
#include "model/model.h"
#include "targets/placement.h"

namespace netloupe::lsp {

/// Extents for symbols, as the settings give them. Settings hold for many models: a name that this one does
/// not have is no mistake.
using Bindings = std::vector<infer::Binding>;

/// What the editor's settings say, for all models.
struct EditorSettings {
    Bindings bindings;
    /// Ids and absolute paths of targets, in place of those of the configuration unless there are none.
    std::vector<std::string> targets;

    friend bool operator==(const EditorSettings&, const EditorSettings&) = default;
};

/// A chosen target, and what it makes of the model.
struct JudgedTarget {
    std::shared_ptr<const targets::Target> target;
    bool takes = false;  ///< The model's format. Otherwise there is nothing else.
    targets::Assessment assessment;
    targets::Placement placement;  ///< Of the main graph.
};

/// A model file as it was read at one time, and what is known of it. Never changes: a file that is read
/// again becomes another Document, and so does one whose shapes and findings arrive.
struct Document {
    std::string uri;  ///< As the client wrote it.
    std::string path;
    uint32_t generation = 0;
    std::shared_ptr<const Model> model;  ///< Null when nothing of the file could be read.
    std::optional<Error> error;          ///< Why not.
    std::shared_ptr<const std::vector<lint::Finding>> findings;  ///< Null until the rules have run.
    std::shared_ptr<const lint::Weights> weights;                ///< Null until their values were read.
    std::shared_ptr<const infer::Shapes> shapes;                 ///< Null until then, too.
    std::shared_ptr<const cost::Costs> costs;                    ///< Likewise.
    Bindings bindings;                                           ///< With which they are inferred.
    std::shared_ptr<const std::vector<JudgedTarget>> targets;    ///< Likewise.
    bool targets_of_settings = false;                            ///< Chosen there, not in the configuration.
    std::string target_problem;                ///< Why one of the settings' targets is none; mostly empty.
    std::string configuration;                 ///< Path of the one that holds; empty when there is none.
    std::optional<Error> configuration_error;  ///< What is wrong with it: nothing of it holds then.
    std::vector<std::string> target_files;     ///< Those of the targets that are files.
    lint::Options rules;  ///< What was asked of the rules, without what is known of the model.
    std::vector<lint::Omission> omissions;  ///< Rules that did not run, or not on everything.
    uint64_t file_bytes = 0;                ///< The file and its external data.
};

using DocumentPtr = std::shared_ptr<const Document>;

/// Reads the file; a failure is in the document. Findings are null.
DocumentPtr read_document(const std::string& uri, const std::string& path, uint32_t generation,
                          const Bindings& bindings, const CancelToken& cancel);
/// The same document with shapes, costs, targets, and the findings of the rules that the configuration
/// chooses; of those that go by the values of weights too when these were read. The settings' bindings and
/// targets go before those of the configuration.
DocumentPtr check_document(const Document& document, const EditorSettings& settings,
                           const CancelToken& cancel);
/// A checked document with the values of all weights read, and the findings of all rules. Takes as long as
/// reading the file.
DocumentPtr weigh_document(const Document& document, const CancelToken& cancel);

/// The file itself and the files that its constants are kept in, present or not.
std::vector<std::string> files_of(const Document& document);

/// The path that a file: URI names, or nothing when it names none.
std::optional<std::string> path_of_uri(std::string_view uri);
/// The file: URI of an absolute path.
std::string uri_of_path(std::string_view path);

}  // namespace netloupe::lsp
