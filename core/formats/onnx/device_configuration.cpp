#include "device_configuration.h"

#include <string>

namespace netloupe::onnx {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

class DeviceReader {
public:
    explicit DeviceReader(Reading& reading) : reading_(reading) {}

    void configuration(const wire::Field& message, const FieldPath& path) {
        std::string name;
        std::string devices;
        int64_t count = 0;
        each_field(message, path, [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) name = text(field, path.field("name"));
            if (field.tag == varint_tag(2)) count = field.integer();
            if (field.tag == bytes_tag(3)) join(devices, ", ", text(field, path.field("device")));
        });
        note(name, std::to_string(count) + (count == 1 ? " device" : " devices") +
                       (devices.empty() ? "" : ": " + devices));
    }

    void node(const wire::Field& message, const FieldPath& path) {
        std::string name;
        std::string all;
        each_field(message, path, [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) name = text(field, path.field("configuration_id"));
            if (field.tag == bytes_tag(2)) join(all, "; ", sharding(field, path.field("sharding_spec")));
            if (field.tag == varint_tag(3))
                join(all, "; ", "pipeline stage " + std::to_string(field.integer()));
        });
        note(name, all);
    }

private:
    template <typename Visit>
    void each_field(const wire::Field& message, const FieldPath& path, Visit visit) {
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) visit(field);
        reading_.check(reader, path);
    }

    std::string text(const wire::Field& field, const FieldPath& path) {
        return std::string(reading_.model.text(reading_.text(field, path)));
    }

    static void join(std::string& all, std::string_view separator, const std::string& part) {
        if (!all.empty()) all += separator;
        all += part;
    }

    /// Repeated integers come one by one or packed.
    static void join_numbers(std::string& all, const wire::Field& field) {
        if (field.type() == wire::WireType::kVarint) return join(all, ", ", std::to_string(field.integer()));
        wire::for_each_varint(field.bytes, [&](uint64_t value) {
            join(all, ", ", std::to_string(static_cast<int64_t>(value)));
            return true;
        });
    }

    /// `"x" on devices 0, 1, axis 0 in 2`
    std::string sharding(const wire::Field& message, const FieldPath& path) {
        std::string tensor;
        std::string devices;
        std::string rest;
        each_field(message, path, [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) tensor = text(field, path.field("tensor_name"));
            if (field.number() == 2) join_numbers(devices, field);
            if (field.tag == bytes_tag(3))
                rest += ", " + group(field, path.field("index_to_device_group_map"));
            if (field.tag == bytes_tag(4)) rest += ", " + sharded_axis(field, path.field("sharded_dim"));
        });
        return "\"" + tensor + "\"" + (devices.empty() ? "" : " on devices " + devices) + rest;
    }

    /// A number in the list of devices that stands for several of them.
    std::string group(const wire::Field& message, const FieldPath& path) {
        int64_t key = 0;
        std::string devices;
        each_field(message, path, [&](const wire::Field& field) {
            if (field.tag == varint_tag(1)) key = field.integer();
            if (field.number() == 2) join_numbers(devices, field);
        });
        return std::to_string(key) + " being " + devices;
    }

    std::string sharded_axis(const wire::Field& message, const FieldPath& path) {
        int64_t axis = 0;
        std::string shards;
        each_field(message, path, [&](const wire::Field& field) {
            if (field.tag == varint_tag(1)) axis = field.integer();
            if (field.tag == bytes_tag(2)) join(shards, " + ", part(field, path.field("simple_sharding")));
        });
        return "axis " + std::to_string(axis) + " in " + shards;
    }

    /// "2", "2 of 64", "2 of batch": shards, and the extent they share when it is stated.
    std::string part(const wire::Field& message, const FieldPath& path) {
        std::string extent;
        int64_t shards = 0;
        each_field(message, path, [&](const wire::Field& field) {
            if (field.tag == varint_tag(1)) extent = " of " + std::to_string(field.integer());
            if (field.tag == bytes_tag(2)) extent = " of " + text(field, path.field("dim_param"));
            if (field.tag == varint_tag(3)) shards = field.integer();
        });
        return std::to_string(shards) + extent;
    }

    void note(const std::string& name, const std::string& value) {
        auto& strings = reading_.model.strings;
        reading_.scratch.metadata.push_back(
            {strings.intern("device configuration " + name), strings.intern(value)});
    }

    Reading& reading_;
};

}  // namespace

void read_device_configuration(Reading& reading, const wire::Field& message, const FieldPath& path) {
    DeviceReader(reading).configuration(message, path);
}

void read_node_devices(Reading& reading, const wire::Field& message, const FieldPath& path) {
    DeviceReader(reading).node(message, path);
}

}  // namespace netloupe::onnx
