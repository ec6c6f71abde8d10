#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/data_type.h"

/// What a team has agreed on for a model, and a rule holds it to (B01, B02).
namespace netloupe::lint {

/// Most that a model may take. None of them is asked of a model unless it is given.
struct Budgets {
    std::optional<int64_t> file_bytes = {};  ///< The file and its external data.
    std::optional<int64_t> parameters = {};
    std::optional<int64_t> weight_bytes = {};
    std::optional<int64_t> macs = {};
    std::optional<int64_t> peak_activation_bytes = {};
    std::optional<int64_t> nodes = {};  ///< Of all graphs.

    /// Whether judging them takes costs.
    [[nodiscard]] bool need_costs() const {
        return parameters || weight_bytes || macs || peak_activation_bytes;
    }
};

struct ExpectedDimension {
    enum class Kind : uint8_t {
        kAny,
        kFixed,    ///< To `value`.
        kDynamic,  ///< Named `name` where the file has a name for it and `name` is not empty.
    };
    Kind kind = Kind::kAny;
    int64_t value = 0;
    std::string name = {};
};

/// An input or output as it has to be; what is not given may be anything.
struct ExpectedPort {
    std::string name = {};  ///< Of the tensor, or what a signature calls it.
    std::optional<DataType> dtype = {};
    std::optional<std::vector<ExpectedDimension>> shape = {};
};

/// Without a list: the inputs, or outputs, may be any. With one: they are these, in this order.
struct ExpectedSignature {
    std::optional<std::vector<ExpectedPort>> inputs = {};
    std::optional<std::vector<ExpectedPort>> outputs = {};
};

}  // namespace netloupe::lint
