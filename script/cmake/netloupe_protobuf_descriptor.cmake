# netloupe_protobuf_descriptor(NAME): target NAME_descriptor for schemas/NAME.proto, to be included as
# schemas/NAME_descriptor.h: the schema itself, for reflection, without accessors.
function(netloupe_protobuf_descriptor name)
  set(schema ${CMAKE_CURRENT_SOURCE_DIR}/${name}.proto)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/include/schemas)
  set(header ${folder}/${name}_descriptor.h)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND protobuf::protoc --descriptor_set_out=${folder}/${name}.desc
            --proto_path=schemas=${CMAKE_CURRENT_SOURCE_DIR} schemas/${name}.proto
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DINPUT=${folder}/${name}.desc -DOUTPUT=${header} -P
            ${PROJECT_SOURCE_DIR}/script/cmake/embed_descriptor.cmake
    DEPENDS ${schema} ${PROJECT_SOURCE_DIR}/script/cmake/embed_descriptor.cmake
    VERBATIM)
  add_custom_target(${name}_descriptor_files DEPENDS ${header})
  add_library(${name}_descriptor INTERFACE)
  add_dependencies(${name}_descriptor ${name}_descriptor_files)
  target_include_directories(${name}_descriptor SYSTEM INTERFACE ${CMAKE_CURRENT_BINARY_DIR}/include)
endfunction()
