#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/pickle_builder.h"
#include "support/zip_builder.h"

namespace netloupe::torch_test {

using support::PickleBuilder;
using support::ZipBuilder;

template <typename T>
std::string raw(std::initializer_list<T> values) {
    std::string out(values.size() * sizeof(T), '\0');
    std::memcpy(out.data(), std::data(values), out.size());
    return out;
}

using Storages = std::vector<std::pair<std::string, std::string>>;

/// The archive that PyTorch 1.6 and later write.
inline std::string archive(const PickleBuilder& data, const Storages& storages,
                           ZipBuilder::Pack pack = ZipBuilder::Pack::kStored) {
    ZipBuilder zip;
    zip.add("m/data.pkl", data.build(), pack);
    for (const auto& [key, bytes] : storages) zip.add("m/data/" + key, bytes, pack);
    zip.add("m/version", "3\n");
    return zip.build();
}

/// What PyTorch wrote before: pickles one after the other, then the storages with their counts of elements.
inline std::string legacy(const PickleBuilder& data,
                          const std::vector<std::pair<int64_t, std::string>>& storages,
                          std::initializer_list<std::string_view> keys, bool little_endian = true) {
    PickleBuilder system;
    system.mark().text("little_endian").boolean(little_endian).dict();
    PickleBuilder list;
    list.mark();
    for (const std::string_view key : keys) list.text(key);
    list.list();
    std::string out = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";
    out += PickleBuilder().integer(1001).build() + system.build() + data.build() + list.build();
    for (const auto& [count, bytes] : storages) out += raw<int64_t>({count}) + bytes;
    return out;
}

/// {'conv.weight': 2×2 floats, 'conv.bias': 2 floats} over storages "0" and "1".
inline PickleBuilder small_state() {
    PickleBuilder pickle;
    pickle.ordered_dict().mark();
    pickle.text("conv.weight").tensor("0", "FloatStorage", 4, {2, 2}, {2, 1});
    pickle.text("conv.bias").tensor("1", "FloatStorage", 2, {2}, {1});
    return pickle.set_items();
}
inline Storages small_storages() {
    return {{"0", raw<float>({1, 2, 3, 4})}, {"1", raw<float>({5, 6})}};
}

}  // namespace netloupe::torch_test
