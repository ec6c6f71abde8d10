#include "containers/pickle.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <unordered_map>
#include <utility>

#include "python_string.h"

namespace netloupe::pickle {

namespace {

constexpr uint8_t kNewestProtocol = 5;

/// "module\nname\n" behind the instruction that takes a global.
bool is_global_line(std::string_view text) {
    const size_t end = text.find('\n');
    return end != std::string_view::npos && end > 1 && text.find('\n', end + 1) != std::string_view::npos &&
           std::ranges::all_of(text.substr(1, end - 1),
                               [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
}

}  // namespace

const Value Pickle::kNothing;

ValueId Pickle::find(ValueId dict, std::string_view key) const {
    const Value& value = (*this)[dict];
    if (!value.keyed) return {};
    const auto all = items(value);
    for (size_t i = 0; i + 1 < all.size(); i += 2) {
        const Kind kind = (*this)[all[i]].kind;
        if ((kind == Kind::kText || kind == Kind::kString) && (*this)[all[i]].text == key) return all[i + 1];
    }
    return {};
}

std::string_view Pickle::text(ValueId id) const {
    const Value& value = (*this)[id];
    return value.kind == Kind::kText || value.kind == Kind::kString ? value.text : std::string_view();
}

std::optional<Bytes> Pickle::bytes(ValueId id) const {
    const Value& value = (*this)[id];
    if (value.kind != Kind::kBytes && value.kind != Kind::kString) return std::nullopt;
    return as_bytes(value.text);
}

std::optional<int64_t> Pickle::integer(ValueId id) const {
    const Value& value = (*this)[id];
    if (value.kind != Kind::kInt && value.kind != Kind::kBool) return std::nullopt;
    return value.integer;
}

std::string_view Pickle::global_path(ValueId id) const {
    const Value& value = (*this)[id];
    if (value.kind != Kind::kGlobal) return callee_path(id);
    return globals[static_cast<size_t>(value.integer)].path;
}

std::string_view Pickle::callee_path(ValueId id) const {
    const Value& value = (*this)[id];
    if (value.kind != Kind::kCall || (*this)[value.callee].kind != Kind::kGlobal) return {};
    return global_path(value.callee);
}

/// Walks the instructions with a stack of values, as Python does, but makes values that only describe.
class Machine {
public:
    Machine(Bytes bytes, const Options& options)
        : bytes_(bytes), cursor_(bytes), options_(options), values_(out_.values_), items_(out_.items_) {
        // Only address space: what is not filled is never touched, and moving the values would double them.
        values_.reserve(std::min(bytes.size(), kMostValues));
    }

    Pickle run() {
        while (!stopped_ && !out_.damage) step();
        out_.end = cursor_.offset();
        if (!out_.root.valid() && !stack_.empty()) out_.root = stack_.front();
        return std::move(out_);
    }

private:
    void step() {
        at_ = cursor_.offset();
        const auto code = cursor_.read<uint8_t>();
        if (!code) return damage(ErrorCode::kCorrupt, "The pickle ends before its STOP instruction.");
        const bool known = run_scalar(*code) || run_text(*code) || run_container(*code) || run_call(*code) ||
                           run_stack(*code);
        if (!known) {
            damage(ErrorCode::kCorrupt,
                   "The pickle has the instruction " + std::to_string(*code) + ", which there is not.");
        }
    }
    // Each runs the instructions of one kind and tells others.
    bool run_scalar(uint8_t code);
    bool run_text(uint8_t code);
    bool run_container(uint8_t code);
    bool run_call(uint8_t code);
    bool run_stack(uint8_t code);

    void damage(ErrorCode code, std::string message) {
        if (!out_.damage) out_.damage = Error{code, std::move(message), options_.base + at_, 0};
    }
    void cut_off() { damage(ErrorCode::kCorrupt, "An instruction of the pickle reaches beyond its end."); }
    void too_much(std::string_view of) {
        damage(ErrorCode::kLimit, "The pickle has more " + std::string(of) + " than are read.");
    }
    void out_of_order() {
        damage(ErrorCode::kCorrupt, "An instruction of the pickle has no values to work on.");
    }

    // Operands of instructions.

    template <typename T>
    T number() {
        const auto value = cursor_.read<T>();
        if (!value) cut_off();
        return value.value_or(T{});
    }
    template <typename Length>
    std::string_view counted() {
        const auto length = number<Length>();
        const auto taken =
            std::cmp_less(length, 0) ? std::nullopt : cursor_.take(static_cast<uint64_t>(length));
        if (!taken) cut_off();
        return taken ? as_text(*taken) : std::string_view();
    }
    std::string_view line() {
        const std::string_view rest = as_text(bytes_).substr(cursor_.offset());
        const size_t end = rest.find('\n');
        if (end == std::string_view::npos) {
            cut_off();
            return {};
        }
        cursor_.take(end + 1);
        return rest.substr(0, end);
    }

    // The stack. A mark is how high it was.

    void push(ValueId id) {
        if (stack_.size() >= kDeepestStack) return too_much("values on its stack");
        stack_.push_back(id);
    }
    void push(Value value) {
        if (values_.size() >= kMostValues) return too_much("values");
        value.offset = options_.base + at_;
        values_.push_back(value);
        push(ValueId(values_.size() - 1));
    }
    void push_text(Kind kind, std::string_view text) {
        Value value{.kind = kind};
        value.text = text;
        push(value);
    }
    void push_decoded(Kind kind, std::string text) {
        out_.decoded_.push_back(std::move(text));
        push_text(kind, out_.decoded_.back());
    }
    void push_integer(Kind kind, int64_t integer) {
        Value value{.kind = kind};
        value.integer = integer;
        push(value);
    }
    void push_real(double real) {
        Value value{.kind = Kind::kFloat};
        value.integer = std::bit_cast<int64_t>(real);
        push(value);
    }
    [[nodiscard]] size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
    ValueId pop() {
        if (stack_.size() <= floor()) {
            out_of_order();
            return {};
        }
        const ValueId id = stack_.back();
        stack_.pop_back();
        return id;
    }
    ValueId top() {
        if (stack_.size() > floor()) return stack_.back();
        out_of_order();
        return {};
    }
    /// Where the values since the last mark begin; the mark is gone.
    size_t pop_mark() {
        if (marks_.empty()) {
            out_of_order();
            return stack_.size();
        }
        const size_t at = marks_.back();
        marks_.pop_back();
        return at;
    }

    // Containers. Their items stand in a row; one that grows moves to the end of the pool, with room.

    [[nodiscard]] static uint32_t room(const Value& value) {
        return value.kind == Kind::kTuple ? value.items.count : std::bit_ceil(value.items.count);
    }
    void add(ValueId container, std::span<const ValueId> added) {
        if (!container.valid() || added.empty()) return;
        Value& value = values_[container.index()];
        const uint64_t count = value.items.count + added.size();
        const uint64_t wanted = value.kind == Kind::kTuple ? count : std::bit_ceil(count);
        if (value.items.count == 0 || wanted > room(value)) {
            const size_t begin = items_.size();
            if (begin + wanted > kMostItems) return too_much("items");
            items_.resize(begin + wanted);
            std::copy_n(items_.begin() + value.items.begin, value.items.count, items_.begin() + begin);
            value.items.begin = static_cast<uint32_t>(begin);
        }
        std::ranges::copy(added, items_.begin() + value.items.begin + value.items.count);
        value.items.count = static_cast<uint32_t>(count);
    }
    /// What stands since the mark, put into what stands below it.
    void add_marked(bool keyed) {
        const size_t from = pop_mark();
        if (from <= floor()) return out_of_order();
        const ValueId container = stack_[from - 1];
        if (keyed) values_[container.index()].keyed = true;
        add(container, std::span(stack_).subspan(from));
        stack_.resize(from);
    }
    void append_one() {
        const ValueId item = pop();
        add(top(), std::span(&item, 1));
    }
    void set_one() {
        const ValueId item = pop();
        const std::array<ValueId, 2> pair = {pop(), item};
        const ValueId container = top();
        if (!container.valid()) return;
        values_[container.index()].keyed = true;
        add(container, pair);
    }
    void make_container(Kind kind, size_t from) {
        const std::vector<ValueId> items(stack_.begin() + from, stack_.end());
        stack_.resize(from);
        push(Value{.kind = kind, .keyed = kind == Kind::kDict});
        if (!out_.damage) add(stack_.back(), items);
    }
    void make_tuple(size_t count) {
        if (stack_.size() < floor() + count) return out_of_order();
        make_container(Kind::kTuple, stack_.size() - count);
    }

    // Globals and calls.

    void push_global(std::string_view module, std::string_view name) {
        std::string path = std::string(module) + "." + std::string(name);
        const auto [known, added] = global_index_.try_emplace(path, out_.globals.size());
        if (added) {
            if (out_.globals.size() >= kMostGlobals) return too_much("globals");
            out_.globals.push_back({std::move(path), module.size(), options_.base + at_, {}});
        }
        push_integer(Kind::kGlobal, static_cast<int64_t>(known->second));
    }
    void push_call(ValueId callee, ValueId arguments) {
        push(Value{.kind = Kind::kCall, .callee = callee, .arguments = arguments});
        if (out_.damage || out_[callee].kind != Kind::kGlobal) return;
        Global& global = out_.globals[static_cast<size_t>(out_[callee].integer)];
        if (!global.call.valid()) global.call = stack_.back();
    }
    void call() {
        const ValueId arguments = pop();
        const ValueId callee = pop();
        push_call(callee, arguments);
    }
    /// NEWOBJ_EX has keyword arguments on top; they are kept behind the others.
    void call_with_keywords() {
        const ValueId keywords = pop();
        const ValueId arguments = pop();
        const ValueId callee = pop();
        push_call(callee, arguments);
        if (!out_.damage) values_[stack_.back().index()].state = keywords;
    }
    /// OBJ has the class and its arguments behind a mark.
    void call_marked() {
        const size_t from = pop_mark();
        if (from >= stack_.size()) return out_of_order();
        const ValueId callee = stack_[from];
        make_container(Kind::kTuple, from + 1);
        const ValueId arguments = pop();
        pop();
        push_call(callee, arguments);
    }
    /// INST names the class itself.
    void instance() {
        const std::string_view module = line();
        const std::string_view name = line();
        make_container(Kind::kTuple, pop_mark());
        const ValueId arguments = pop();
        push_global(module, name);
        const ValueId callee = pop();
        push_call(callee, arguments);
    }
    void build() {
        const ValueId state = pop();
        const ValueId object = top();
        if (out_.damage) return;
        values_[object.index()].state = state;
        if (!options_.inline_data) return;
        const auto skipped = options_.inline_data(out_, object, cursor_.offset());
        if (!skipped) {
            out_.damage = skipped.error();
        } else if (!cursor_.take(*skipped)) {
            cut_off();
        }
    }
    void stack_global() {
        const ValueId name = pop();
        const ValueId module = pop();
        push_global(out_.text(module), out_.text(name));
    }

    // The memo.

    void remember(uint64_t index) {
        const ValueId id = top();
        if (index >= kMostValues) return too_much("remembered values");
        if (index >= memo_.size()) memo_.resize(index + 1);
        if (!memo_[index].valid()) ++remembered_;
        memo_[index] = id;
    }
    void recall(uint64_t index) {
        if (index < memo_.size() && memo_[index].valid()) return push(memo_[index]);
        damage(ErrorCode::kCorrupt, "The pickle recalls a value that it has not remembered.");
    }
    uint64_t index_line() {
        const std::string_view digits = line();
        uint64_t index = UINT64_MAX;
        std::from_chars(digits.data(), digits.data() + digits.size(), index);
        return index;
    }

    // Numbers.

    void push_little_endian(std::string_view bytes) {
        if (bytes.size() > sizeof(int64_t)) return push_text(Kind::kLong, bytes);
        uint64_t value = !bytes.empty() && (static_cast<uint8_t>(bytes.back()) & 0x80U) != 0 ? UINT64_MAX : 0;
        for (size_t i = bytes.size(); i-- > 0;) value = (value << 8U) | static_cast<uint8_t>(bytes[i]);
        push_integer(Kind::kInt, static_cast<int64_t>(value));
    }
    void push_decimal(std::string_view digits) {
        if (digits == "00" || digits == "01") return push_integer(Kind::kBool, digits[1] - '0');
        if (digits.ends_with('L')) digits.remove_suffix(1);
        int64_t value = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (read.ec == std::errc::result_out_of_range) return push_text(Kind::kLong, digits);
        if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) {
            return damage(ErrorCode::kCorrupt, "A number of the pickle is not written as one.");
        }
        push_integer(Kind::kInt, value);
    }
    void push_decimal_real(std::string_view digits) {
        double value = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (read.ec == std::errc::invalid_argument) {
            return damage(ErrorCode::kCorrupt, "A number of the pickle is not written as one.");
        }
        push_real(value);
    }
    void push_big_endian_real() { push_real(std::bit_cast<double>(std::byteswap(number<uint64_t>()))); }
    void push_quoted() {
        auto text = decode_quoted(line());
        if (!text) return damage(ErrorCode::kCorrupt, "A text of the pickle is not quoted.");
        push_decoded(Kind::kString, std::move(*text));
    }

    void check_protocol(uint8_t protocol) {
        if (protocol <= kNewestProtocol) return;
        damage(ErrorCode::kUnsupported, "The pickle is of protocol " + std::to_string(protocol) +
                                            ", which is newer than what is read.");
    }
    void stop() {
        out_.root = top();
        stopped_ = true;
    }
    void pop_or_unmark() {
        if (stack_.size() > floor() || marks_.empty()) {
            pop();
        } else {
            marks_.pop_back();
        }
    }

    Bytes bytes_;
    ByteCursor cursor_;
    const Options& options_;
    Pickle out_;
    std::vector<Value>& values_;
    std::vector<ValueId>& items_;
    uint64_t at_ = 0;  ///< Of the instruction that is being read.
    bool stopped_ = false;
    std::vector<ValueId> stack_;
    std::vector<size_t> marks_;
    std::vector<ValueId> memo_;
    size_t remembered_ = 0;
    std::unordered_map<std::string, size_t> global_index_;
};

bool Machine::run_scalar(uint8_t code) {
    switch (code) {
        case 'N':
            push(Value{});
            return true;
        case 0x88:
        case 0x89:
            push_integer(Kind::kBool, code == 0x88 ? 1 : 0);
            return true;
        case 'K':
            push_integer(Kind::kInt, number<uint8_t>());
            return true;
        case 'M':
            push_integer(Kind::kInt, number<uint16_t>());
            return true;
        case 'J':
            push_integer(Kind::kInt, number<int32_t>());
            return true;
        case 'I':
        case 'L':
            push_decimal(line());
            return true;
        case 0x8a:
            push_little_endian(counted<uint8_t>());
            return true;
        case 0x8b:
            push_little_endian(counted<int32_t>());
            return true;
        case 'F':
            push_decimal_real(line());
            return true;
        case 'G':
            push_big_endian_real();
            return true;
        default:
            return false;
    }
}

bool Machine::run_text(uint8_t code) {
    switch (code) {
        case 'S':
            push_quoted();
            return true;
        case 'T':
            push_text(Kind::kString, counted<int32_t>());
            return true;
        case 'U':
            push_text(Kind::kString, counted<uint8_t>());
            return true;
        case 'V':
            push_decoded(Kind::kText, decode_raw_unicode(line()));
            return true;
        case 0x8c:
            push_text(Kind::kText, counted<uint8_t>());
            return true;
        case 'X':
            push_text(Kind::kText, counted<uint32_t>());
            return true;
        case 0x8d:
            push_text(Kind::kText, counted<uint64_t>());
            return true;
        case 'C':
            push_text(Kind::kBytes, counted<uint8_t>());
            return true;
        case 'B':
            push_text(Kind::kBytes, counted<uint32_t>());
            return true;
        case 0x8e:
        case 0x96:
            push_text(Kind::kBytes, counted<uint64_t>());
            return true;
        case 0x97:
            push(Value{.kind = Kind::kBuffer});
            return true;
        case 0x98:  // Makes the buffer on top read-only.
            return true;
        default:
            return false;
    }
}

bool Machine::run_container(uint8_t code) {
    switch (code) {
        case ')':
            make_tuple(0);
            return true;
        case 0x85:
        case 0x86:
        case 0x87:
            make_tuple(code - 0x84U);
            return true;
        case 't':
            make_container(Kind::kTuple, pop_mark());
            return true;
        case ']':
            push(Value{.kind = Kind::kList});
            return true;
        case 'l':
            make_container(Kind::kList, pop_mark());
            return true;
        case '}':
            push(Value{.kind = Kind::kDict, .keyed = true});
            return true;
        case 'd':
            make_container(Kind::kDict, pop_mark());
            return true;
        case 0x8f:
            push(Value{.kind = Kind::kSet});
            return true;
        case 0x91:
            make_container(Kind::kSet, pop_mark());
            return true;
        case 'a':
            append_one();
            return true;
        case 's':
            set_one();
            return true;
        case 'e':
        case 0x90:
            add_marked(false);
            return true;
        case 'u':
            add_marked(true);
            return true;
        default:
            return false;
    }
}

bool Machine::run_call(uint8_t code) {
    switch (code) {
        case 'c': {
            const std::string_view module = line();
            push_global(module, line());
            return true;
        }
        case 0x93:
            stack_global();
            return true;
        case 'R':
        case 0x81:
            call();
            return true;
        case 0x92:
            call_with_keywords();
            return true;
        case 'o':
            call_marked();
            return true;
        case 'i':
            instance();
            return true;
        case 'b':
            build();
            return true;
        case 'P':
            push_decoded(Kind::kText, std::string(line()));
            push(Value{.kind = Kind::kPersistent, .arguments = pop()});
            return true;
        case 'Q':
            push(Value{.kind = Kind::kPersistent, .arguments = pop()});
            return true;
        case 0x82:
            push_global("copyreg", "extension " + std::to_string(number<uint8_t>()));
            return true;
        case 0x83:
            push_global("copyreg", "extension " + std::to_string(number<uint16_t>()));
            return true;
        case 0x84:
            push_global("copyreg", "extension " + std::to_string(number<uint32_t>()));
            return true;
        default:
            return false;
    }
}

bool Machine::run_stack(uint8_t code) {
    switch (code) {
        case '(':
            if (marks_.size() >= kDeepestStack) return too_much("marks"), true;
            marks_.push_back(stack_.size());
            return true;
        case '0':
            pop_or_unmark();
            return true;
        case '1':
            stack_.resize(pop_mark());
            return true;
        case '2':
            push(top());
            return true;
        case 'p':
            remember(index_line());
            return true;
        case 'q':
            remember(number<uint8_t>());
            return true;
        case 'r':
            remember(number<uint32_t>());
            return true;
        case 0x94:
            remember(remembered_);
            return true;
        case 'g':
            recall(index_line());
            return true;
        case 'h':
            recall(number<uint8_t>());
            return true;
        case 'j':
            recall(number<uint32_t>());
            return true;
        case 0x80:
            check_protocol(number<uint8_t>());
            return true;
        case 0x95:  // How long a frame is, which nobody needs who has all bytes.
            number<uint64_t>();
            return true;
        case '.':
            stop();
            return true;
        default:
            return false;
    }
}

Pickle disassemble(Bytes bytes, const Options& options) {
    return Machine(bytes, options).run();
}

bool looks_like_pickle(Bytes head) {
    const auto first = load<uint8_t>(head, 0);
    const auto second = load<uint8_t>(head, 1);
    if (!first || !second) return false;
    if (*first == 0x80) return *second <= kNewestProtocol;
    // Protocols 0 and 1 begin with a container that is remembered, filled or ended, or with a global.
    const std::string_view text = as_text(head);
    switch (*first) {
        case '(':
            return std::string_view("ldtcioI(").contains(static_cast<char>(*second));
        case '}':
        case ']':
            return *second == 'q' || *second == 'p' || *second == '.';
        case 'c':
            return is_global_line(text);
        default:
            return false;
    }
}

}  // namespace netloupe::pickle
