#include "base/glob.h"

#include <algorithm>
#include <utility>

namespace netloupe {

Glob::Glob(std::string_view pattern, Of of) : of_(of) {
    using Kind = Token::Kind;
    for (size_t i = 0; i < pattern.size();) {
        const char c = pattern[i];
        if (c == '*' && of == Of::kPath && pattern.substr(i).starts_with("**/")) {
            tokens_.push_back({Kind::kFolders, 0, false, {}});
            tokens_.push_back({Kind::kInFolder, 0, false, {}});
            i += 3;
        } else if (c == '*') {
            const bool deep = of == Of::kName || pattern.substr(i).starts_with("**");
            tokens_.push_back({deep ? Kind::kDeepStar : Kind::kStar, 0, false, {}});
            i = std::min(pattern.find_first_not_of('*', i), pattern.size());
        } else if (c == '?') {
            tokens_.push_back({Kind::kAny, 0, false, {}});
            ++i;
        } else if (const size_t end = c == '[' ? read_set(pattern, i) : i; end != i) {
            i = end;
        } else {
            tokens_.push_back({Kind::kLetter, c, false, {}});
            ++i;
        }
    }
}

/// Reads "[a-z]" and returns where it ends; `begin` when it does not, so that the bracket is a letter.
size_t Glob::read_set(std::string_view pattern, size_t begin) {
    size_t i = begin + 1;
    Token token{Token::Kind::kSet, 0, i < pattern.size() && pattern[i] == '!', {}};
    if (token.negated) ++i;
    const size_t end = pattern.find(']', i + 1);
    if (end == std::string_view::npos) return begin;
    for (; i < end; ++i) {
        if (i + 2 < end && pattern[i + 1] == '-') {
            for (int c = static_cast<unsigned char>(pattern[i]);
                 c <= static_cast<unsigned char>(pattern[i + 2]); ++c)
                token.set += static_cast<char>(c);
            i += 2;
        } else {
            token.set += pattern[i];
        }
    }
    tokens_.push_back(std::move(token));
    return end + 1;
}

bool Glob::takes(const Token& token, char c) const {
    using Kind = Token::Kind;
    if (token.kind == Kind::kLetter) return token.letter == c;
    if (token.kind == Kind::kDeepStar) return true;
    if (c == '/' && of_ == Of::kPath) return false;
    return token.kind != Kind::kSet || token.set.contains(c) != token.negated;
}

/// Stars may take nothing at all.
void Glob::enter(States& states, size_t state) const {
    using Kind = Token::Kind;
    while (!states[state]) {
        states[state] = true;
        if (state == tokens_.size()) return;
        const Kind kind = tokens_[state].kind;
        if (kind == Kind::kFolders) {
            state += 2;
        } else if (kind == Kind::kStar || kind == Kind::kDeepStar) {
            ++state;
        }
    }
}

void Glob::step(const States& from, char c, States& to) const {
    using Kind = Token::Kind;
    for (size_t state = 0; state < tokens_.size(); ++state) {
        if (!from[state]) continue;
        const Token& token = tokens_[state];
        if (token.kind == Kind::kInFolder && c == '/') {
            enter(to, state - 1);
        } else if (takes(token, c)) {
            const bool stays =
                token.kind == Kind::kStar || token.kind == Kind::kDeepStar || token.kind == Kind::kInFolder;
            enter(to, stays ? state : state + 1);
        }
    }
}

bool Glob::matches(std::string_view text) const {
    States states(tokens_.size() + 1);
    States next(tokens_.size() + 1);
    enter(states, 0);
    for (const char c : text) {
        next.assign(next.size(), false);
        step(states, c, next);
        std::swap(states, next);
    }
    return states.back();
}

bool Glob::has_wildcard(std::string_view text) {
    return text.find_first_of("*?[") != std::string_view::npos;
}

}  // namespace netloupe
