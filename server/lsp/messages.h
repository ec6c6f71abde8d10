#pragma once

#include "infer/known_types.h"
#include "lint/finding.h"
#include "lsp/document.h"
#include "lsp/rpc.h"

/// Parts of results and notifications that several of them share; each as schemas/protocol.schema.json says.
namespace netloupe::lsp {

Json open_result(const Document& document);
/// The params of textDocument/publishDiagnostics.
Json diagnostics_message(const Document& document);
/// The same for a configuration with this error, which stands where its message says; or without one.
Json configuration_diagnostics(const std::string& path, const std::optional<Error>& error);
Json read_error(const Error& error);
Json finding_info(const Model& model, const lint::Finding& finding);
/// The findings that name the node, or the tensor.
Json findings_of(const Document& document, GraphId graph, NodeId node);
Json findings_of(const Document& document, GraphId graph, TensorId tensor);
Json node_brief(const Model& model, const Graph& graph, NodeId id);
Json tensor_brief(const Model& model, const infer::KnownTypes& types, GraphId graph, TensorId id);
Json entries(const Model& model, Range metadata);

}  // namespace netloupe::lsp
