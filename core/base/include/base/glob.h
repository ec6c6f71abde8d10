#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace netloupe {

/// A pattern with wildcards: `*` any text, `?` any character, `[abc]` or `[a-z]` one of these, `[!abc]` none
/// of these. Everything else stands for itself. Matching takes time in proportion to pattern times text.
class Glob {
public:
    enum class Of : uint8_t {
        kPath,  ///< `*` and `?` stop at a slash, `**` does not; `**/` is any number of folders, also none.
        kName,  ///< A slash is a letter like others.
    };
    Glob(std::string_view pattern, Of of);

    [[nodiscard]] bool matches(std::string_view text) const;
    /// Whether the text has a wildcard in it at all.
    static bool has_wildcard(std::string_view text);

private:
    struct Token {
        enum class Kind : uint8_t { kLetter, kAny, kSet, kStar, kDeepStar, kFolders, kInFolder };
        Kind kind = Kind::kLetter;
        char letter = 0;
        bool negated = false;
        std::string set;  ///< Of letters.
    };
    using States = std::vector<bool>;

    size_t read_set(std::string_view pattern, size_t begin);
    [[nodiscard]] bool takes(const Token& token, char c) const;
    void enter(States& states, size_t state) const;
    void step(const States& from, char c, States& to) const;

    Of of_;
    std::vector<Token> tokens_;
};

}  // namespace netloupe
