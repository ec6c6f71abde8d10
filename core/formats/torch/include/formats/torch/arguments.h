#pragma once

#include <span>
#include <string_view>

/// What PyTorch calls the arguments of its operators. Formats that keep a call as a list of values
/// (ExecuTorch, TorchScript) leave the names to the operator's schema.
namespace netloupe::torch {

struct Argument {
    std::string_view name;
    bool optional_tensor =
        false;  ///< A tensor that may be None; None elsewhere is a number that is not given.
};

/// Arguments of "aten::max", overload "dim_max", without those that receive results. Empty when the operator
/// is not known. Thread-safe; lives as long as the process.
std::span<const Argument> arguments_of(std::string_view op, std::string_view overload);

}  // namespace netloupe::torch
