#pragma once

#include <vector>

#include "reading.h"

namespace netloupe::onnx {

/// A local function of the model: a graph that nodes call by domain, operator name and overload.
struct Function {
    StringId name;
    StringId domain;
    StringId overload;
    GraphId graph;
    std::vector<OpsetImport> imports;
};

/// Reads a FunctionProto into a graph of kind kFunction.
Function read_function(Reading& reading, const wire::Field& message, const FieldPath& path);

/// Reads an OperatorSetIdProto.
OpsetImport read_opset_import(Reading& reading, const wire::Field& message, const FieldPath& path);

/// Sets Node::callee of every node that calls one of the functions. Calls that lead back to their own
/// function are Damage and stay without callee, so that whoever follows callees comes to an end.
void resolve_calls(Reading& reading, const std::vector<Function>& functions);

/// The function that each graph is in, by graph id: its index, or none.
std::vector<uint32_t> functions_of_graphs(const Model& model, const std::vector<Function>& functions);
inline constexpr uint32_t kNoFunction = UINT32_MAX;

}  // namespace netloupe::onnx
