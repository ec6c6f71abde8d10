#pragma once

#include "reading.h"

namespace netloupe::onnx {

/// DeviceConfigurationProto (IR version 11): "2 devices: a, b", as metadata of the model.
void read_device_configuration(Reading& reading, const wire::Field& message, const FieldPath& path);

/// NodeDeviceConfigurationProto: which device runs the node and how its operands are cut up for several, as
/// metadata of the node.
void read_node_devices(Reading& reading, const wire::Field& message, const FieldPath& path);

}  // namespace netloupe::onnx
