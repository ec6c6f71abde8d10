#pragma once

#include <cstddef>
#include <vector>

enum TfLiteStatus { kTfLiteOk, kTfLiteError };

struct TfLiteTensor {
    union {
        void* data;
    } data;
    size_t bytes;
};

namespace tflite {

namespace ops::builtin {
class BuiltinOpResolver {};
}  // namespace ops::builtin

class SignatureRunner {
public:
    TfLiteTensor* input_tensor(const char* name);
    const TfLiteTensor* output_tensor(const char* name) const;
    TfLiteStatus ResizeInputTensor(const char* name, const std::vector<int>& size);
    TfLiteStatus AllocateTensors();
    TfLiteStatus Invoke();
};

class Interpreter {
public:
    const std::vector<int>& inputs() const;
    TfLiteTensor* input_tensor(size_t index);
    const TfLiteTensor* output_tensor(size_t index) const;
    TfLiteStatus ResizeInputTensor(int tensor, const std::vector<int>& size);
    TfLiteStatus AllocateTensors();
    TfLiteStatus Invoke();
    SignatureRunner* GetSignatureRunner(const char* key);
};

}  // namespace tflite
