// What the code for C++ uses of ONNX Runtime, as its documentation declares it, for a check of syntax and
// types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#define ORT_TSTR(text) text

enum OrtLoggingLevel { ORT_LOGGING_LEVEL_WARNING };
enum OrtAllocatorType { OrtArenaAllocator };
enum OrtMemType { OrtMemTypeDefault };

namespace Ort {

struct Float16_t {
    Float16_t() = default;
    explicit Float16_t(float value);
    float ToFloat() const;
};
struct BFloat16_t {
    BFloat16_t() = default;
    explicit BFloat16_t(float value);
    float ToFloat() const;
};
struct Env {
    Env(OrtLoggingLevel level, const char* id);
};
struct SessionOptions {
    explicit SessionOptions(std::nullptr_t);
};
struct RunOptions {
    explicit RunOptions(std::nullptr_t);
};
struct MemoryInfo {
    static MemoryInfo CreateCpu(OrtAllocatorType allocator, OrtMemType type);
};
struct TensorTypeAndShapeInfo {
    size_t GetElementCount() const;
};
struct Value {
    template <typename T>
    static Value CreateTensor(const MemoryInfo& memory, T* data, size_t count, const int64_t* shape,
                              size_t rank);
    template <typename T>
    const T* GetTensorData() const;
    TensorTypeAndShapeInfo GetTensorTypeAndShapeInfo() const;
};
struct Session {
    Session(const Env& env, const char* path, const SessionOptions& options);
    std::vector<Value> Run(const RunOptions& options, const char* const* input_names, const Value* inputs,
                           size_t input_count, const char* const* output_names, size_t output_count);
};

}  // namespace Ort
