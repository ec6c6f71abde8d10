#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "base/error.h"
#include "base/id.h"

/// Python's pickles, protocols 0 to 5, taken apart: what a pickle says, never what it does. Nothing is
/// imported and nothing is called; a call is a value that names what would be called with what.
namespace netloupe::pickle {

using ValueId = Id<struct ValueTag>;

/// Bounds on what one pickle may ask for.
inline constexpr size_t kMostValues = 3'000'000;
inline constexpr size_t kMostItems = 24'000'000;  ///< In containers, room for growth counted.
inline constexpr size_t kDeepestStack = 8'000'000;
inline constexpr size_t kMostGlobals = 100'000;

enum class Kind : uint8_t {
    kNone,
    kBool,
    kInt,
    kLong,  ///< An integer of more than 64 bits: `text` holds it as stored.
    kFloat,
    kText,
    kString,  ///< A str of Python 2: text or bytes.
    kBytes,
    kTuple,
    kList,
    kDict,
    kSet,
    kGlobal,      ///< Something of a module: Pickle::globals[integer].
    kCall,        ///< `callee` applied to `arguments`; an object made of its class.
    kPersistent,  ///< What the program that wrote it keeps elsewhere, by the id in `arguments`.
    kBuffer,      ///< Bytes outside the pickle.
};

/// One value. Values refer to each other by id, may be shared, and may form cycles: who walks them counts.
struct Value {
    Kind kind = Kind::kNone;
    bool keyed = false;  ///< `items` are keys and values in turn.
    ValueId callee = {};
    ValueId arguments = {};      ///< Of a call, mostly a tuple.
    ValueId state = {};          ///< What the object was given after it was made.
    Range items = {};            ///< Of a container, and of a call that was filled after it was made.
    uint64_t offset = 0;         ///< Of its instruction in the file.
    std::string_view text = {};  ///< Of texts and bytes.
    int64_t integer = 0;         ///< Of kBool and kInt.

    [[nodiscard]] double real() const { return std::bit_cast<double>(integer); }
};

/// Something that the pickle takes from a module.
struct Global {
    std::string path;        ///< "collections.OrderedDict".
    size_t module_size = 0;  ///< Of it, how much is the module's name.
    uint64_t offset = 0;     ///< Where it is first taken.
    ValueId call;            ///< The first call of it.

    [[nodiscard]] std::string_view module() const { return std::string_view(path).substr(0, module_size); }
    [[nodiscard]] std::string_view name() const { return std::string_view(path).substr(module_size + 1); }
};

/// A pickle taken apart. Its texts point into the bytes that it was read from.
class Pickle {
public:
    ValueId root;                 ///< None when nothing could be read.
    uint64_t end = 0;             ///< Behind its last instruction, counted from its first.
    std::optional<Error> damage;  ///< Why it was not read to its end.
    std::vector<Global> globals;

    [[nodiscard]] const Value& operator[](ValueId id) const {
        return id.index() < values_.size() ? values_[id.index()] : kNothing;
    }
    [[nodiscard]] size_t size() const { return values_.size(); }
    [[nodiscard]] std::span<const ValueId> items(const Value& value) const {
        return std::span(items_).subspan(value.items.begin, value.items.count);
    }
    [[nodiscard]] std::span<const ValueId> items(ValueId id) const { return items((*this)[id]); }
    /// Item number `index`, or none.
    [[nodiscard]] ValueId item(ValueId id, size_t index) const {
        const auto all = items(id);
        return index < all.size() ? all[index] : ValueId();
    }
    /// What a dict, or an object that was filled like one, has under that key; none when it has not.
    [[nodiscard]] ValueId find(ValueId dict, std::string_view key) const;
    /// The text of a text (kText, kString), else empty.
    [[nodiscard]] std::string_view text(ValueId id) const;
    /// The bytes of kBytes and kString.
    [[nodiscard]] std::optional<Bytes> bytes(ValueId id) const;
    /// The number of kInt and kBool.
    [[nodiscard]] std::optional<int64_t> integer(ValueId id) const;
    /// "collections.OrderedDict" of that global or of a call of it, else empty.
    [[nodiscard]] std::string_view global_path(ValueId id) const;
    /// Of a call: "collections.OrderedDict"; empty of what is no call of a global.
    [[nodiscard]] std::string_view callee_path(ValueId id) const;

private:
    friend class Machine;
    static const Value kNothing;

    std::vector<Value> values_;
    std::vector<ValueId> items_;
    std::deque<std::string> decoded_;  ///< Texts that the file holds with escapes.
};

struct Options {
    uint64_t base = 0;  ///< Offset of the pickle in its file, for errors and origins.
    /// Asked after each object was given its state: how many of the bytes that follow (they begin at `offset`
    /// of the pickle) are not instructions but data of that object.
    std::function<Result<uint64_t>(const Pickle& pickle, ValueId object, uint64_t offset)> inline_data;
};

/// Takes apart the pickle that begins the bytes; time and memory are bounded by the bytes and by
/// the limits below. What is damaged half-way has what was read before, and says so in `damage`.
Pickle disassemble(Bytes bytes, const Options& options = {});

/// Whether the bytes may begin a pickle: its first instructions are of the kinds that pickles begin with.
bool looks_like_pickle(Bytes head);

}  // namespace netloupe::pickle
