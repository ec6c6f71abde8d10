#include "legacy.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/utf8.h"
#include "containers/pickle.h"

namespace netloupe::torch {

namespace {

using pickle::Kind;
using pickle::Pickle;
using pickle::ValueId;

constexpr std::string_view kMagic = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
constexpr uint64_t kCountBytes = 8;

class Reader {
public:
    Reader(Checkpoint& checkpoint, FileId file)
        : checkpoint_(checkpoint), file_(file), bytes_(checkpoint.model.files[file.index()].bytes()) {}

    Result<void> read() {
        const Pickle magic = next();
        const Pickle protocol = next();
        const Pickle system = next();
        if (magic.damage || protocol.damage || system.damage)
            return std::unexpected(*(magic.damage ? magic : protocol.damage ? protocol : system).damage);
        const bool big_endian = system.integer(system.find(system.root, "little_endian")).value_or(1) == 0;
        const Pickle data = next();
        if (!data.root.valid()) return std::unexpected(*data.damage);
        if (!data.damage) find_storages(data, next());
        const auto find = [this](std::string_view key) -> std::optional<StoredBytes> {
            const auto found = storages_.find(std::string(key));
            return found == storages_.end() ? std::nullopt : std::optional(found->second);
        };
        checkpoint_.add(data, file_, find, big_endian);
        return {};
    }

private:
    Pickle next() {
        Pickle pickle = pickle::disassemble(bytes_.subspan(at_), {.base = at_, .inline_data = {}});
        at_ += pickle.end;
        return pickle;
    }

    /// Storages stand behind the pickles in the order in which the last one lists their keys.
    void find_storages(const Pickle& data, const Pickle& keys) {
        std::unordered_map<std::string_view, DataType> types;
        for (size_t i = 0; i < data.size(); ++i) {
            if (const auto storage = storage_reference(data, ValueId(i));
                storage && data[ValueId(i)].kind == Kind::kPersistent)
                types.emplace(storage->key, storage->dtype);
        }
        if (keys.damage) return damage(keys.damage->message, keys.damage->offset);
        for (const ValueId item : keys.items(keys.root)) {
            const std::string_view key = keys.text(item);
            const auto type = types.find(key);
            const auto count = load<int64_t>(bytes_, at_);
            if (!count || *count < 0 || type == types.end())
                return damage(fmt::format("The storage \"{}\" is not where it should be.", to_utf8(key)),
                              at_);
            const auto bytes = packed_bytes(type->second, static_cast<uint64_t>(*count));
            at_ += kCountBytes;
            if (!bytes || !slice(bytes_, at_, *bytes))
                return damage(
                    fmt::format("The storage \"{}\" reaches beyond the end of the file.", to_utf8(key)), at_);
            storages_[std::string(key)] = {file_, at_, *bytes, *bytes, false};
            at_ += *bytes;
        }
    }

    void damage(std::string message, uint64_t offset) {
        checkpoint_.damage({ErrorCode::kCorrupt, std::move(message), offset, 0});
    }

    Checkpoint& checkpoint_;
    FileId file_;
    Bytes bytes_;
    uint64_t at_ = 0;
    std::unordered_map<std::string, StoredBytes> storages_;
};

}  // namespace

bool is_legacy(Bytes head) {
    // Newer protocols put a frame of a few bytes in front of the number.
    constexpr uint64_t kLongestStart = 32;
    const std::string_view start = as_text(head.first(std::min<uint64_t>(head.size(), kLongestStart)));
    return pickle::looks_like_pickle(head) && start.contains(kMagic);
}

Result<void> read_legacy(Checkpoint& checkpoint, FileId file) {
    return Reader(checkpoint, file).read();
}

}  // namespace netloupe::torch
