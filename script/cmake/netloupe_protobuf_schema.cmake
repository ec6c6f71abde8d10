# netloupe_protobuf_schema(NAME): static library NAME_schema for schemas/NAME.proto, to be included as
# schemas/NAME.pb.h.
function(netloupe_protobuf_schema name)
  set(schema ${CMAKE_CURRENT_SOURCE_DIR}/${name}.proto)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/include)
  set(files ${include}/schemas/${name}.pb.h ${include}/schemas/${name}.pb.cc)
  add_custom_command(
    OUTPUT ${files}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${include}/schemas
    COMMAND protobuf::protoc --cpp_out=${include} --proto_path=schemas=${CMAKE_CURRENT_SOURCE_DIR} schemas/${name}.proto
    DEPENDS ${schema}
    VERBATIM)
  add_library(${name}_schema STATIC ${files})
  target_include_directories(${name}_schema SYSTEM PUBLIC ${include})
  target_link_libraries(${name}_schema PUBLIC protobuf::libprotobuf)
endfunction()
