#include "not_a_model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/byte_cursor.h"

namespace netloupe {

namespace {

struct Signature {
    std::string_view start;
    std::string_view what;
};

using namespace std::string_view_literals;

constexpr std::array kSignatures = std::to_array<Signature>({
    {"version https://git-lfs"sv, "a Git LFS pointer, not the model itself; fetch it with `git lfs pull`"},
    {"<<<<<<<"sv, "a file with unresolved Git merge conflict markers"},
    {"<!DOCTYPE html"sv, "a web page, probably an error or login page saved instead of the model"},
    {"<html"sv, "a web page, probably an error or login page saved instead of the model"},
    {"<?xml"sv, "an XML document"},
    {"\x7f"
     "ELF"sv,
     "an ELF executable or library"},
    {"MZ"sv, "a Windows executable or library"},
    {"%PDF-"sv, "a PDF document"},
    {"\x89PNG"sv, "a PNG image"},
    {"\xff\xd8\xff"sv, "a JPEG image"},
    {"GIF8"sv, "a GIF image"},
    {"\x1f\x8b"sv, "gzip-compressed data; unpack it first"},
    {"BZh"sv, "bzip2-compressed data; unpack it first"},
    {"\xfd"
     "7zXZ"sv,
     "xz-compressed data; unpack it first"},
    {"\x28\xb5\x2f\xfd"sv, "zstd-compressed data; unpack it first"},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7-Zip archive; unpack it first"},
    {"Rar!"sv, "a RAR archive; unpack it first"},
    {"PK\x03\x04"sv, "a zip archive of no model format that is read"},
    {"SQLite format 3"sv, "an SQLite database"},
    {"#!"sv, "a script"},
});

bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
    return text.size() >= start.size() &&
           std::ranges::equal(text.substr(0, start.size()), start, [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) ==
                      std::tolower(static_cast<unsigned char>(b));
           });
}

bool all_zero(Bytes bytes) {
    return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0}; });
}

}  // namespace

std::string_view what_else_it_is(Bytes head) {
    if (head.empty()) return "an empty file";
    if (head.size() >= 16 && all_zero(head)) return "a file of zeros; writing or copying it was interrupted";
    std::string_view text = as_text(head);
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    for (const Signature& signature : kSignatures) {
        if (starts_with_ignoring_case(text, signature.start)) return signature.what;
    }
    return {};
}

}  // namespace netloupe
