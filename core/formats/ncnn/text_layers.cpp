#include "text_layers.h"

#include <algorithm>

#include "base/text.h"

namespace netloupe::ncnn {

namespace {

/// Keys of lists in texts, and of all but single numbers in binary files, are counted down from here.
constexpr int64_t kFirstList = -23300;

std::string_view next_word(std::string_view& line) {
    line = trimmed(line);
    const size_t end = std::ranges::find_if(line, is_blank) - line.begin();
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
}

bool is_real(std::string_view text) {
    return text.find_first_of(".eE") != std::string_view::npos;
}

void read_list(std::string_view value, Parameter& parameter) {
    const bool reals = is_real(value);
    parameter.kind = reals ? Parameter::Kind::kReals : Parameter::Kind::kInts;
    for_each_part(value, ',', [&](std::string_view part) {
        if (part.empty()) return true;
        if (reals) {
            parameter.reals.push_back(parse_number<double>(part).value_or(0));
        } else {
            parameter.ints.push_back(parse_number<int64_t>(part).value_or(0));
        }
        return true;
    });
}

void read_value(std::string_view value, Parameter& parameter) {
    if (const auto integer = parse_number<int64_t>(value)) {
        parameter.kind = Parameter::Kind::kInt;
        parameter.integer = *integer;
    } else if (const auto real = parse_number<double>(value)) {
        parameter.kind = Parameter::Kind::kReal;
        parameter.real = *real;
    } else if (value.find(',') != std::string_view::npos &&
               parse_number<double>(value.substr(0, value.find(',')))) {
        read_list(value, parameter);
    } else {
        parameter.kind = Parameter::Kind::kText;
        parameter.text = value;
    }
}

/// What follows a key: a text in quotes may have blanks in it.
std::string_view take_value(std::string_view word, std::string_view& line) {
    if (!word.starts_with('"')) return word;
    const char* end = line.data() + line.size();
    const std::string_view rest(word.data() + 1, static_cast<size_t>(end - word.data()) - 1);
    const size_t quote = rest.find('"');
    line = quote == std::string_view::npos ? std::string_view() : rest.substr(quote + 1);
    return rest.substr(0, quote);
}

}  // namespace

TextLayers::TextLayers(std::string_view text) : text_(text) {
    std::string_view line = trimmed(take_line());
    if (parse_number<int32_t>(line) == kMagic) line = take_line();
    announced_ = parse_number<int64_t>(next_word(line));
}

std::string_view TextLayers::take_line() {
    const std::string_view line = text_.substr(0, text_.find('\n'));
    text_.remove_prefix(std::min(line.size() + 1, text_.size()));
    ++line_;
    return line;
}

bool TextLayers::read_blobs(std::string_view& line, Layer& layer) {
    const auto inputs = parse_number<uint64_t>(next_word(line));
    const auto outputs = parse_number<uint64_t>(next_word(line));
    if (!inputs || !outputs) {
        return fail("The layer \"" + layer.name + "\" does not say how many inputs and outputs it has.",
                    Error::kNoOffset, line_);
    }
    for (auto* list : {&layer.bottoms, &layer.tops}) {
        const uint64_t count = list == &layer.bottoms ? *inputs : *outputs;
        for (uint64_t i = 0; i < count; ++i) {
            const std::string_view word = next_word(line);
            if (word.empty()) {
                return fail("The layer \"" + layer.name + "\" has fewer inputs and outputs than it says.",
                            Error::kNoOffset, line_);
            }
            list->emplace_back(word);
        }
    }
    return true;
}

bool TextLayers::next(Layer& layer) {
    layer = Layer();
    std::string_view line;
    while (line.empty() || line.starts_with('#')) {
        if (text_.empty()) return false;
        line = trimmed(take_line());
    }
    layer.line = line_;
    layer.type = next_word(line);
    layer.name = next_word(line);
    if (!read_blobs(line, layer)) return false;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        const size_t equals = word.find('=');
        if (equals == std::string_view::npos) continue;
        Parameter parameter;
        parameter.name = word.substr(0, equals);
        parameter.id = parse_number<int64_t>(parameter.name).value_or(-1);
        const std::string_view value = take_value(word.substr(equals + 1), line);
        if (parameter.id <= kFirstList) {
            parameter.id = kFirstList - parameter.id;
            // The number of elements stands before them.
            const size_t comma = value.find(',');
            read_list(comma == std::string_view::npos ? std::string_view() : value.substr(comma + 1),
                      parameter);
        } else if (word.substr(equals + 1).starts_with('"')) {
            parameter.kind = Parameter::Kind::kText;
            parameter.text = value;
        } else {
            read_value(value, parameter);
        }
        layer.parameters.push_back(std::move(parameter));
    }
    return true;
}

int64_t Layer::integer(int64_t id, int64_t fallback) const {
    const auto found = std::ranges::find(parameters, id, &Parameter::id);
    if (found == parameters.end() || found->kind != Parameter::Kind::kInt) return fallback;
    return found->integer;
}

}  // namespace netloupe::ncnn
