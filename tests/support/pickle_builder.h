#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace netloupe::support {

/// Writes pickles of protocol 2 for tests, instruction by instruction.
class PickleBuilder {
public:
    PickleBuilder& none() { return op("N"); }
    PickleBuilder& boolean(bool value) { return op(value ? "\x88" : "\x89"); }
    PickleBuilder& integer(int64_t value) {
        op("\x8a\x08");
        return put(static_cast<uint64_t>(value), 8);
    }
    PickleBuilder& real(double value) {
        op("G");
        return put(std::byteswap(std::bit_cast<uint64_t>(value)), 8);
    }
    PickleBuilder& text(std::string_view value) {
        op("X");
        put(value.size(), 4);
        return op(value);
    }
    PickleBuilder& bytes(std::string_view value) {
        op("B");
        put(value.size(), 4);
        return op(value);
    }
    PickleBuilder& global(std::string_view module, std::string_view name) {
        return op("c").op(module).op("\n").op(name).op("\n");
    }
    PickleBuilder& mark() { return op("("); }
    PickleBuilder& tuple() { return op("t"); }       ///< Of what stands since the mark.
    PickleBuilder& list() { return op("l"); }        ///< Likewise.
    PickleBuilder& dict() { return op("d"); }        ///< Likewise, keys and values in turn.
    PickleBuilder& call() { return op("R"); }        ///< Of a global with a tuple.
    PickleBuilder& make() { return op("\x81"); }     ///< An object, likewise.
    PickleBuilder& state() { return op("b"); }       ///< Given to the object below it.
    PickleBuilder& set_items() { return op("u"); }   ///< What stands since the mark, into the dict below it.
    PickleBuilder& persistent() { return op("Q"); }  ///< By the id on top.
    PickleBuilder& remember(uint8_t place) { return op("q").put(place, 1); }
    PickleBuilder& recall(uint8_t place) { return op("h").put(place, 1); }

    PickleBuilder& integers(std::initializer_list<int64_t> values) {
        mark();
        for (const int64_t value : values) integer(value);
        return tuple();
    }
    /// A tensor of PyTorch whose storage is kept elsewhere.
    PickleBuilder& tensor(std::string_view key, std::string_view storage_type, int64_t elements,
                          std::initializer_list<int64_t> shape, std::initializer_list<int64_t> strides,
                          int64_t first = 0) {
        global("torch._utils", "_rebuild_tensor_v2").mark();
        storage(key, storage_type, elements).integer(first).integers(shape).integers(strides).boolean(false);
        global("collections", "OrderedDict").mark().tuple().call();
        return tuple().call();
    }
    PickleBuilder& storage(std::string_view key, std::string_view type, int64_t elements) {
        mark().text("storage").global("torch", type).text(key).text("cpu").integer(elements).tuple();
        return persistent();
    }
    PickleBuilder& ordered_dict() { return global("collections", "OrderedDict").mark().tuple().call(); }

    [[nodiscard]] std::string build() const { return "\x80\x02" + out_ + "."; }

private:
    PickleBuilder& op(std::string_view bytes) {
        out_ += bytes;
        return *this;
    }
    PickleBuilder& put(uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) out_ += static_cast<char>(value >> (8 * i) & 0xFFU);
        return *this;
    }

    std::string out_;
};

}  // namespace netloupe::support
