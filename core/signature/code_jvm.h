#pragma once

#include <string>
#include <string_view>

#include "code_plan.h"

namespace netloupe::signature {

/// What differs in lines that Java and Kotlin have in common.
struct JvmSyntax {
    std::string_view end;      ///< Of a statement.
    std::string_view integer;  ///< Declares an int that stays: "final int".
    std::string_view buffer;   ///< Declares a ByteBuffer.
    std::string_view ints;     ///< Around a list of ints: "new int[] {", "}".
    std::string_view ints_end;
};

/// The calls of the runtimes' Java interface that both languages write alike.
class JvmCode {
protected:
    JvmCode(const Plan& plan, const JvmSyntax& syntax) : plan_(plan), syntax_(syntax) {}

    /// What is run, and what must be installed for it.
    void comments();
    void statement(std::string_view text) { line_(std::string(text).append(syntax_.end)); }
    void extents();
    /// Gives dynamic inputs their extents and makes room for all tensors.
    void allocate();
    void make_buffer(const std::string& id, const std::string& bytes);
    /// The output's buffer, at its beginning.
    void open_buffer(const Variable& output);

    const Plan& plan_;
    Lines line_{4};

private:
    JvmSyntax syntax_;
};

}  // namespace netloupe::signature
