#pragma once

#include "model/data_type.h"
#include "schemas/executorch_generated.h"

namespace netloupe::executorch {

namespace wire = ::netloupe::wire::executorch;

inline DataType data_type(wire::ScalarType type) {
    using enum wire::ScalarType;
    switch (type) {
        case BYTE:
        case QUINT8:
            return DataType::kUint8;
        case CHAR:
        case QINT8:
            return DataType::kInt8;
        case SHORT:
            return DataType::kInt16;
        case INT:
        case QINT32:
            return DataType::kInt32;
        case LONG:
            return DataType::kInt64;
        case HALF:
            return DataType::kFloat16;
        case FLOAT:
            return DataType::kFloat32;
        case DOUBLE:
            return DataType::kFloat64;
        case COMPLEX64:
            return DataType::kComplex64;
        case COMPLEX128:
            return DataType::kComplex128;
        case BOOL:
            return DataType::kBool;
        case BFLOAT16:
            return DataType::kBFloat16;
        case QUINT4X2:
            return DataType::kUint4;
        case QUINT2X4:
            return DataType::kUint2;
        case BITS16:
        case UINT16:
            return DataType::kUint16;
        case FLOAT8_E5M2:
            return DataType::kFloat8E5M2;
        case FLOAT8_E4M3FN:
            return DataType::kFloat8E4M3FN;
        case FLOAT8_E5M2FNUZ:
            return DataType::kFloat8E5M2FNUZ;
        case FLOAT8_E4M3FNUZ:
            return DataType::kFloat8E4M3FNUZ;
        case UINT32:
            return DataType::kUint32;
        case UINT64:
            return DataType::kUint64;
        default:
            return DataType::kUnknown;
    }
}

}  // namespace netloupe::executorch
