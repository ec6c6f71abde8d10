// What the code for C++ uses of TensorFlow Lite, as its documentation declares it, for a check of syntax and
// types.
#pragma once

#include <memory>

#include "tensorflow/lite/interpreter.h"

namespace tflite {

class FlatBufferModel {
public:
    static std::unique_ptr<FlatBufferModel> BuildFromFile(const char* path);
};

class InterpreterBuilder {
public:
    InterpreterBuilder(const FlatBufferModel& model, const ops::builtin::BuiltinOpResolver& resolver);
    TfLiteStatus operator()(std::unique_ptr<Interpreter>* interpreter);
};

}  // namespace tflite
