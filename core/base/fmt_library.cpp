// The part of fmt that its headers leave to a library, compiled once. Debian ships that library only as a
// shared one, which the packaged binary must not need; fmt's header-only mode compiles it again in every
// source file, 1 to 3 seconds each.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;

}  // namespace detail
FMT_END_NAMESPACE
