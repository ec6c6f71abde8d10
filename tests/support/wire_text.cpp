#include "support/wire_text.h"

#include <flatbuffers/idl.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/text_format.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "schemas/coreml_descriptor.h"
#include "schemas/paddle_descriptor.h"

namespace netloupe::support {

namespace {

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::string flatbuffer(const std::string& schema, const std::string& json, const std::string& root) {
    flatbuffers::IDLOptions options;
    options.no_warnings = true;
    flatbuffers::Parser parser(options);
    if (!parser.Parse(read_file(std::string(NETLOUPE_SCHEMAS) + "/" + schema + ".fbs").c_str()) ||
        (!root.empty() && !parser.SetRootType(root.c_str())) || !parser.Parse(json.c_str())) {
        throw std::runtime_error(parser.error_);
    }
    return {reinterpret_cast<const char*>(parser.builder_.GetBufferPointer()), parser.builder_.GetSize()};
}

std::string with_identifier(const std::string& flatbuffer, const std::string& inserted) {
    uint32_t root = 0;
    std::memcpy(&root, flatbuffer.data(), sizeof root);
    root += static_cast<uint32_t>(inserted.size());
    return bytes_of(root) + inserted + flatbuffer.substr(sizeof root);
}

std::string message(const std::string& schema, const std::string& type, const std::string& text) {
    using namespace google::protobuf;
    FileDescriptorSet files;
    if (schema == "coreml") {
        files.ParseFromArray(schemas::kCoremlDescriptor, sizeof schemas::kCoremlDescriptor);
    } else {
        files.ParseFromArray(schemas::kPaddleDescriptor, sizeof schemas::kPaddleDescriptor);
    }
    DescriptorPool pool;
    const FileDescriptor* file = pool.BuildFile(files.file(0));
    const Descriptor* descriptor = file == nullptr ? nullptr : file->FindMessageTypeByName(type);
    if (descriptor == nullptr) throw std::runtime_error("no message " + type);
    DynamicMessageFactory factory;
    const std::unique_ptr<Message> made(factory.GetPrototype(descriptor)->New());
    if (!TextFormat::ParseFromString(text, made.get())) throw std::runtime_error("no text of " + type);
    return made->SerializePartialAsString();
}

}  // namespace netloupe::support
