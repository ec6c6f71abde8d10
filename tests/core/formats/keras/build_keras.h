#pragma once

#include <string>

#include "support/hdf5_builder.h"
#include "support/zip_builder.h"

/// Models as the generations of Keras write them.
namespace netloupe::keras_test {

/// Two inputs, a convolution, a shared layer and a layer that takes both inputs; lists of references.
inline constexpr const char* kFunctional =
    R"({"class_name": "Functional", "config": {"name": "net", "layers": [
  {"class_name": "InputLayer", "name": "a", "inbound_nodes": [],
   "config": {"batch_input_shape": [null, 8, 8, 3], "dtype": "float32", "name": "a"}},
  {"class_name": "Conv2D", "name": "conv", "inbound_nodes": [[["a", 0, 0, {}]]],
   "config": {"name": "conv", "filters": 2, "kernel_size": [3, 3], "padding": "same", "activation": "relu",
              "use_bias": false, "kernel_initializer": {"class_name": "Zeros", "config": {}}, "scale": 0.5,
              "bias_regularizer": null}},
  {"class_name": "BatchNormalization", "name": "bn", "inbound_nodes": [[["conv", 0, 0, {"training": false}]],
                                                                        [["a", 0, 0, {}]]],
   "config": {"name": "bn", "scale": false, "epsilon": 0.001}},
  {"class_name": "Add", "name": "sum", "inbound_nodes": [[["bn", 0, 0, {}], ["bn", 1, 0, {}]]],
   "config": {"name": "sum"}}],
  "input_layers": [["a", 0, 0]], "output_layers": [["sum", 0, 0]]}})";

inline std::string functional_h5() {
    using support::Hdf5Builder;
    Hdf5Builder builder;
    builder.floats("/model_weights/conv/conv/kernel:0", {1, 1, 3, 2}, {1, 2, 3, 4, 5, 6});
    builder.floats("/model_weights/bn/bn/beta:0", {2}, {7, 8});
    builder.floats("/model_weights/bn/bn/moving_mean:0", {2}, {9, 10});
    builder.floats("/model_weights/bn/bn/moving_variance:0", {2}, {11, 12},
                   {.chunk = {2}, .shuffle = true, .deflate = true});
    builder.group("/model_weights/a").group("/model_weights/sum");
    builder.texts("/model_weights", "layer_names", {"a", "conv", "bn", "sum"});
    builder.texts("/model_weights/conv", "weight_names", {"conv/kernel:0"});
    builder.texts("/model_weights/bn", "weight_names",
                  {"bn/beta:0", "bn/moving_mean:0", "bn/moving_variance:0"});
    builder.text("/", "model_config", kFunctional)
        .text("/", "keras_version", "2.4.0")
        .text("/", "backend", "tensorflow");
    builder.text("/", "training_config",
                 R"({"loss": "mse", "metrics": null, "optimizer_config": {"class_name": "Adam", "config":
                     {"learning_rate": 0.25}}})");
    builder.floats("/optimizer_weights/Adam/m:0", {1}, {1});
    return builder.build();
}

/// A functional model of Keras 3 whose second layer is a sequential model, with weights.
inline constexpr const char* kKeras3 =
    R"({"module": "keras.src.models.functional", "class_name": "Functional",
  "registered_name": "Functional", "build_config": {"input_shape": null},
  "config": {"name": "outer", "trainable": true, "layers": [
  {"module": "keras.layers", "class_name": "InputLayer", "registered_name": null, "name": "in", "inbound_nodes": [],
   "config": {"batch_shape": [null, 4], "dtype": "float32", "sparse": false, "name": "in"}},
  {"module": "keras.layers", "class_name": "Dense", "registered_name": null, "name": "dense_7",
   "build_config": {"input_shape": [null, 4]},
   "config": {"name": "dense_7", "units": 2, "activation": {"module": "builtins", "class_name": "function",
              "config": "relu", "registered_name": "function"},
              "dtype": {"module": "keras", "class_name": "DTypePolicy", "config": {"name": "float32"},
                        "registered_name": null}},
   "inbound_nodes": [{"args": [{"class_name": "__keras_tensor__", "config":
      {"shape": [null, 4], "dtype": "float32", "keras_history": ["in", 0, 0]}}], "kwargs": {}}]},
  {"module": "keras", "class_name": "Sequential", "registered_name": null, "name": "inner",
   "config": {"name": "inner", "layers": [
     {"module": "keras.layers", "class_name": "InputLayer", "registered_name": null,
      "config": {"batch_shape": [null, 2], "dtype": "float32", "name": "inner_in"}},
     {"module": "keras.layers", "class_name": "Dense", "registered_name": null, "config": {"name": "dense_8"}}]},
   "inbound_nodes": [{"args": [{"class_name": "__keras_tensor__", "config":
      {"shape": [null, 2], "dtype": "float32", "keras_history": ["dense_7", 0, 0]}}],
      "kwargs": {"training": false}}]},
  {"module": "custom.layers", "class_name": "Mine", "registered_name": "Own>Mine", "name": "mine",
   "config": {"name": "mine"},
   "inbound_nodes": [{"args": [[{"class_name": "__keras_tensor__", "config":
      {"shape": [null, 3], "dtype": "float32", "keras_history": ["inner", 1, 0]}}, {"class_name": "__keras_tensor__",
      "config": {"shape": [null, 2], "dtype": "float32", "keras_history": ["dense_7", 0, 0]}}], 2.5],
      "kwargs": {"mask": null}}]}],
  "input_layers": ["in", 0, 0], "output_layers": {"result": ["mine", 0, 0]}},
  "compile_config": {"optimizer": {"module": "keras.optimizers", "class_name": "SGD", "config":
                     {"learning_rate": 0.5}, "registered_name": null}, "loss": "mse", "loss_weights": null}})";

inline std::string keras3_weights() {
    support::Hdf5Builder builder;
    builder.floats("/layers/dense/vars/0", {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8})
        .floats("/layers/dense/vars/1", {2}, {1, 2});
    builder.floats("/layers/sequential/layers/dense/vars/0", {2, 3}, {1, 2, 3, 4, 5, 6});
    builder.floats("/layers/sequential/layers/dense/vars/1", {3}, {7, 8, 9});
    builder.floats("/layers/mine/attention/query_dense/vars/0", {1}, {3})
        .floats("/optimizer/vars/0", {1}, {0});
    builder.floats("/layers/mine/seed_generator/seed_generator_state", {1}, {0});
    return builder.build();
}

inline std::string keras3(support::ZipBuilder::Pack pack = support::ZipBuilder::Pack::kStored) {
    support::ZipBuilder zip;
    zip.add("metadata.json", R"({"keras_version": "3.3.3", "date_saved": "2026-01-01@00:00:00"})");
    zip.add("config.json", kKeras3).add("model.weights.h5", keras3_weights(), pack);
    return zip.build();
}

}  // namespace netloupe::keras_test
