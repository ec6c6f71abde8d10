#include "formats/python/literal.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace netloupe::python {

namespace {

using pickle::Kind;
using pickle::Pickle;
using pickle::Value;
using pickle::ValueId;

class Writer {
public:
    explicit Writer(const Pickle& pickle) : pickle_(pickle) {}

    std::string take(ValueId id) {
        write(id, 0);
        return std::move(out_);
    }

private:
    static constexpr size_t kLongest = 400;
    static constexpr uint32_t kDeepest = 8;
    static constexpr size_t kLongestText = 160;

    void write(ValueId id, uint32_t depth) {
        const Value& value = pickle_[id];
        if (depth > kDeepest || out_.size() > kLongest) {
            out_ += "…";
            return;
        }
        switch (value.kind) {
            case Kind::kNone:
                out_ += "None";
                return;
            case Kind::kBool:
                out_ += value.integer != 0 ? "True" : "False";
                return;
            case Kind::kInt:
                out_ += fmt::format("{}", value.integer);
                return;
            case Kind::kLong:
                out_ += "a large integer";
                return;
            case Kind::kFloat:
                out_ += fmt::format("{}", value.real());
                return;
            case Kind::kText:
            case Kind::kString:
                write_text(value.text);
                return;
            case Kind::kBytes:
                out_ += fmt::format("{} bytes", value.text.size());
                return;
            case Kind::kBuffer:
                out_ += "a buffer";
                return;
            case Kind::kGlobal:
                out_ += to_utf8(pickle_.global_path(id));
                return;
            default:
                return write_compound(value, depth);
        }
    }

    void write_text(std::string_view text) {
        const std::string whole = to_utf8(text.substr(0, kLongestText));
        out_ += '\'';
        for (const char c : whole) {
            if (c == '\n') {
                out_ += "\\n";
                continue;
            }
            if (c == '\'' || c == '\\') out_ += '\\';
            out_ += c;
        }
        out_ += text.size() > kLongestText ? "…'" : "'";
    }

    void write_compound(const Value& value, uint32_t depth) {
        switch (value.kind) {
            case Kind::kTuple:
                return write_items(value, value.items.count == 1 ? "(,)" : "()", depth);
            case Kind::kList:
                return write_items(value, "[]", depth);
            case Kind::kPersistent:
                out_ += "persistent ";
                return write(value.arguments, depth + 1);
            case Kind::kCall:
                write(value.callee, depth + 1);
                if (pickle_[value.arguments].kind == Kind::kTuple)
                    return write_items(pickle_[value.arguments], "()", depth);
                out_ += '(';
                write(value.arguments, depth + 1);
                out_ += ')';
                return;
            default:
                return write_items(value, "{}", depth);
        }
    }

    void write_items(const Value& value, std::string_view brackets, uint32_t depth) {
        out_ += brackets.front();
        size_t at = 0;
        for (const ValueId item : pickle_.items(value)) {
            const bool behind_key = value.keyed && at % 2 == 1;
            if (at++ > 0) out_ += behind_key ? ": " : ", ";
            if (out_.size() > kLongest) {
                out_ += "…";
                break;
            }
            write(item, depth + 1);
        }
        out_ += brackets.substr(1);
    }

    const Pickle& pickle_;
    std::string out_;
};

}  // namespace

std::string literal(const Pickle& pickle, ValueId id) {
    return Writer(pickle).take(id);
}

std::string plain_text(const Pickle& pickle, ValueId id) {
    const Kind kind = pickle[id].kind;
    return kind == Kind::kText || kind == Kind::kString ? to_utf8(pickle[id].text) : literal(pickle, id);
}

bool is_scalar(const Pickle& pickle, ValueId id) {
    switch (pickle[id].kind) {
        case Kind::kTuple:
        case Kind::kList:
        case Kind::kDict:
        case Kind::kSet:
        case Kind::kCall:
        case Kind::kPersistent:
            return false;
        default:
            return true;
    }
}

}  // namespace netloupe::python
