# One library target a folder, so that who may include whom is decided by the linker line.
#
#   netloupe_library(NAME SOURCES a.cpp ... [PUBLIC deps...] [PRIVATE deps...])
#
# Headers that others may include stand in NAME's include/ folder; headers beside the sources are private to it.
# A library sees only the include/ folders of what it links, so a forbidden include does not compile.

add_library(netloupe_options INTERFACE)
# -Wrestrict: g++ 12 sees overlaps in "text" + std::string that are not there (GCC bug 105651).
# -Wno-unknown-warning-option lets clang-tidy read g++'s command lines; -Wno-deprecated-declarations, because clang
# takes what libstdc++ 12 calls inside std::stable_sort for deprecated.
target_compile_options(netloupe_options INTERFACE -Wall -Wextra -Werror -Wshadow -Wconversion -Wno-sign-conversion
                                                    -Wno-restrict -Wno-unknown-warning-option
                                                    -Wno-deprecated-declarations)
target_compile_definitions(netloupe_options INTERFACE JSON_USE_IMPLICIT_CONVERSIONS=0)
if(NETLOUPE_SANITIZE)
  target_compile_options(netloupe_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                    -fno-omit-frame-pointer)
  target_link_options(netloupe_options INTERFACE -fsanitize=address,undefined)
endif()

if(NETLOUPE_FUZZ)
  target_compile_options(netloupe_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

function(netloupe_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(
    ${name}
    PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(
    ${name}
    PUBLIC ${ARG_PUBLIC}
    PRIVATE ${ARG_PRIVATE} netloupe_options)
endfunction()
