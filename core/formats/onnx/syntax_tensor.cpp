#include "syntax_tensor.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "formats/onnx/types.h"

namespace netloupe::onnx {

namespace {

constexpr std::array<std::pair<std::string_view, DataType>, 26> kTypeNames = {{
    {"float", DataType::kFloat32},
    {"double", DataType::kFloat64},
    {"float16", DataType::kFloat16},
    {"bfloat16", DataType::kBFloat16},
    {"float8e4m3fn", DataType::kFloat8E4M3FN},
    {"float8e4m3fnuz", DataType::kFloat8E4M3FNUZ},
    {"float8e5m2", DataType::kFloat8E5M2},
    {"float8e5m2fnuz", DataType::kFloat8E5M2FNUZ},
    {"float8e8m0", DataType::kFloat8E8M0},
    {"float4e2m1", DataType::kFloat4E2M1},
    {"int2", DataType::kInt2},
    {"int4", DataType::kInt4},
    {"int8", DataType::kInt8},
    {"int16", DataType::kInt16},
    {"int32", DataType::kInt32},
    {"int64", DataType::kInt64},
    {"uint2", DataType::kUint2},
    {"uint4", DataType::kUint4},
    {"uint8", DataType::kUint8},
    {"uint16", DataType::kUint16},
    {"uint32", DataType::kUint32},
    {"uint64", DataType::kUint64},
    {"bool", DataType::kBool},
    {"string", DataType::kString},
    {"complex64", DataType::kComplex64},
    {"complex128", DataType::kComplex128},
}};

/// IEEE binary16, rounded to nearest even.
uint16_t half_bits(double value) {
    const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double size = std::fabs(value);
    if (std::isnan(value)) return 0x7E00;
    if (size >= 65520) return static_cast<uint16_t>(sign | 0x7C00);
    if (size < std::ldexp(1.0, -14)) {
        return static_cast<uint16_t>(sign | static_cast<uint16_t>(std::nearbyint(std::ldexp(size, 24))));
    }
    int exponent = 0;
    std::frexp(size, &exponent);
    // A mantissa that rounds up to 2048 carries into the exponent by plain addition.
    const auto mantissa = static_cast<uint32_t>(std::nearbyint(std::ldexp(size, 11 - exponent)));
    return static_cast<uint16_t>(sign | ((static_cast<uint32_t>(exponent + 13) << 10) + mantissa));
}

uint16_t bfloat16_bits(double value) {
    const auto bits = std::bit_cast<uint32_t>(static_cast<float>(value));
    if (std::isnan(value)) return 0x7FC0;
    return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

/// Puts numbers where the tensor's type keeps them.
class ValueWriter {
public:
    explicit ValueWriter(schema::TensorProto& tensor)
        : tensor_(tensor), type_(data_type_of(tensor.data_type())) {}

    bool add(const Literal& literal) {
        switch (type_) {
            case DataType::kFloat32:
            case DataType::kComplex64:
                tensor_.add_float_data(std::strtof(literal.text.c_str(), nullptr));
                return true;
            case DataType::kFloat64:
            case DataType::kComplex128:
                tensor_.add_double_data(std::strtod(literal.text.c_str(), nullptr));
                return true;
            case DataType::kFloat16:
                tensor_.add_int32_data(half_bits(std::strtod(literal.text.c_str(), nullptr)));
                return true;
            case DataType::kBFloat16:
                tensor_.add_int32_data(bfloat16_bits(std::strtod(literal.text.c_str(), nullptr)));
                return true;
            default:
                return literal.is_integer && add_integer(literal);
        }
    }

private:
    bool add_integer(const Literal& literal) {
        const char* text = literal.text.c_str();
        switch (type_) {
            case DataType::kInt64:
                tensor_.add_int64_data(std::strtoll(text, nullptr, 10));
                return true;
            case DataType::kUint32:
            case DataType::kUint64:
                tensor_.add_uint64_data(std::strtoull(text, nullptr, 10));
                return true;
            case DataType::kInt2:
            case DataType::kInt4:
            case DataType::kUint2:
            case DataType::kUint4:
                add_packed(static_cast<uint32_t>(std::strtol(text, nullptr, 10)));
                return true;
            case DataType::kBool:
            case DataType::kInt8:
            case DataType::kInt16:
            case DataType::kInt32:
            case DataType::kUint8:
            case DataType::kUint16:
                tensor_.add_int32_data(static_cast<int32_t>(std::strtol(text, nullptr, 10)));
                return true;
            default:
                return false;
        }
    }

    /// Several elements share a byte, low bits first.
    void add_packed(uint32_t value) {
        const uint32_t width = bits(type_);
        if (filled_ == 0) tensor_.add_int32_data(0);
        const int last = tensor_.int32_data_size() - 1;
        const uint32_t part = (value & ((1U << width) - 1)) << filled_;
        tensor_.set_int32_data(last, tensor_.int32_data(last) | static_cast<int32_t>(part));
        filled_ = (filled_ + width) % 8;
    }

    schema::TensorProto& tensor_;
    DataType type_;
    uint32_t filled_ = 0;
};

bool read_value(SyntaxScanner& scanner, schema::TensorProto& tensor, ValueWriter& writer) {
    if (tensor.data_type() == schema::TensorProto::STRING) return scanner.quoted(*tensor.add_string_data());
    if (scanner.take("true")) return writer.add({"1", true});
    if (scanner.take("false")) return writer.add({"0", true});
    const auto literal = scanner.number();
    if (!literal) return scanner.fail("a number is expected");
    return writer.add(*literal) || scanner.fail("the value does not fit the tensor's type");
}

}  // namespace

int32_t type_code(std::string_view name) {
    for (const auto& [known, type] : kTypeNames) {
        if (known == name) return code_of(type);
    }
    return 0;
}

bool read_tensor_values(SyntaxScanner& scanner, schema::TensorProto& tensor) {
    if (scanner.sees("[")) {
        tensor.set_data_location(schema::TensorProto::EXTERNAL);
        return read_entries(scanner, *tensor.mutable_external_data());
    }
    if (!scanner.expect("{")) return false;
    if (scanner.take("}")) return true;
    if (scanner.take("...")) return scanner.expect("}");
    ValueWriter writer(tensor);
    do {
        if (!read_value(scanner, tensor, writer)) return false;
    } while (scanner.take(","));
    return scanner.expect("}");
}

bool read_entries(SyntaxScanner& scanner,
                  google::protobuf::RepeatedPtrField<schema::StringStringEntryProto>& entries) {
    if (!scanner.expect("[")) return false;
    if (scanner.take("]")) return true;
    do {
        auto& entry = *entries.Add();
        if (!scanner.quoted(*entry.mutable_key()) || !scanner.expect(":")) return false;
        if (!scanner.quoted(*entry.mutable_value())) return false;
    } while (scanner.take(","));
    return scanner.expect("]");
}

}  // namespace netloupe::onnx
