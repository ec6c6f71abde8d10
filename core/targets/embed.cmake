# cmake -DOUTPUT=bundled.cpp "-DFILES=a.json;b.json" -P embed.cmake: a source file with the texts of the files.
set(texts "")
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(id ${file} NAME_WE)
  string(MAKE_C_IDENTIFIER ${id} symbol)
  file(READ ${file} content HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," content "${content}")
  string(APPEND texts "constexpr unsigned char ${symbol}[] = {${content}};\n")
  string(APPEND rows "    {\"${id}\", text_of(${symbol})},\n")
endforeach()
file(
  WRITE ${OUTPUT}
  "#include \"bundled.h\"

#include <cstddef>

namespace netloupe::targets {

namespace {

${texts}
template <size_t size>
std::string_view text_of(const unsigned char (&bytes)[size]) {
    return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::span<const BundledTarget> bundled_targets() {
    static const BundledTarget kTargets[] = {
${rows}    };
    return kTargets;
}

}  // namespace netloupe::targets
")
