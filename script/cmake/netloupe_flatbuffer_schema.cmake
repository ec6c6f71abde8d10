# netloupe_flatbuffer_schema(NAME [options of flatc...]): target NAME_schema for schemas/NAME.fbs, to be included as
#   schemas/NAME_generated.h       accessors and builders
#   schemas/NAME_bfbs_generated.h  the schema itself, for reflection
function(netloupe_flatbuffer_schema name)
  set(schema ${CMAKE_CURRENT_SOURCE_DIR}/${name}.fbs)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/include/schemas)
  set(headers ${folder}/${name}_generated.h ${folder}/${name}_bfbs_generated.h)
  add_custom_command(
    OUTPUT ${headers}
    COMMAND flatbuffers::flatc --cpp --cpp-std c++17 --scoped-enums --gen-name-strings --require-explicit-ids --binary
            --schema --bfbs-gen-embed ${ARGN} -o ${folder} ${schema}
    DEPENDS ${schema}
    VERBATIM)
  add_custom_target(${name}_schema_files DEPENDS ${headers})
  add_library(${name}_schema INTERFACE)
  add_dependencies(${name}_schema ${name}_schema_files)
  target_include_directories(${name}_schema SYSTEM INTERFACE ${CMAKE_CURRENT_BINARY_DIR}/include)
endfunction()
