#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "containers/external_files.h"
#include "containers/flatbuffer_reading.h"
#include "model/attribute_list.h"
#include "schemas/mnn_generated.h"

namespace netloupe::mnn {

namespace wire = ::netloupe::wire::mnn;

/// What the parts of the reader share.
struct MnnReading : FlatReading {
    MnnReading(Model& into, const CancelToken& token);

    ExternalFiles external_files;
};

/// The operator that is being read: its parameters come together here.
struct Layer {
    const FlatTable& op;
    std::string_view name;
    Place place;
    std::vector<TensorId>& operands;  ///< Weights are put behind its inputs.
    std::vector<StringId>& names;     ///< Of the operands.
    std::vector<Attribute> graphs{};  ///< Texts that name subgraphs.
};

DataType data_type(wire::DataType type);

/// A constant that the operator owns becomes a tensor behind its inputs, called `<operator>.<field>`.
void add_weight(MnnReading& reading, Layer& layer, std::string_view field, Constant constant,
                QuantizationId quantization = {});

}  // namespace netloupe::mnn
