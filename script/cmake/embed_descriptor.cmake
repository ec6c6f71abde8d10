# cmake -DNAME=coreml -DINPUT=coreml.desc -DOUTPUT=coreml_descriptor.h -P embed_descriptor.cmake: a header with the bytes.
file(READ ${INPUT} content HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," content "${content}")
string(SUBSTRING ${NAME} 0 1 first)
string(TOUPPER ${first} first)
string(SUBSTRING ${NAME} 1 -1 rest)
file(
  WRITE ${OUTPUT}
  "#pragma once

namespace netloupe::schemas {

inline constexpr unsigned char k${first}${rest}Descriptor[] = {${content}};

}  // namespace netloupe::schemas
")
