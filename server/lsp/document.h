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
#include "lint/weights.h"
#include "model/model.h"

namespace netloupe::lsp {

/// Extents for symbols, as the settings give them. Settings hold for many models: a name that this one does
/// not have is no mistake.
using Bindings = std::vector<infer::Binding>;

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
    std::string configuration;                 ///< Path of the one that holds; empty when there is none.
    std::optional<Error> configuration_error;  ///< What is wrong with it: nothing of it holds then.
    uint64_t file_bytes = 0;                   ///< The file and its external data.
};

using DocumentPtr = std::shared_ptr<const Document>;

/// Reads the file; a failure is in the document. Findings are null.
DocumentPtr read_document(const std::string& uri, const std::string& path, uint32_t generation,
                          const Bindings& bindings, const CancelToken& cancel);
/// The same document with shapes and costs under these bindings, which go before those of the configuration,
/// and the findings of the rules that the configuration chooses; of those that go by
/// the values of weights too when these were read.
DocumentPtr check_document(const Document& document, const Bindings& bindings, const CancelToken& cancel);
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
