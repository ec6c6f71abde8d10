#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "element_walk.h"

namespace netloupe::signature {

/// The value that an entry of the tensor's metadata has; empty when there is none.
std::string_view tensor_metadata(const View& view, TensorId tensor, std::string_view key);
/// The same of the model.
std::string_view model_metadata(const Model& model, std::string_view key);

/// What TensorFlow Lite metadata say that is written as JSON by its reader; null when it does not parse.
nlohmann::json parsed(std::string_view json);
/// The numbers under that name; empty when it is no list of finite numbers.
std::vector<double> numbers(const nlohmann::json& object, const char* name);
/// The text under that name; empty when it is none.
std::string text_of(const nlohmann::json& object, const char* name);
/// What the content of the tensor is, "ImageProperties", with its properties; null without.
const nlohmann::json* content_of(const nlohmann::json& content, const char* kind);

/// A labels file of the tensor ("TENSOR_AXIS_LABELS"), and how many labels it has where it was read.
struct Labels {
    std::string file;
    std::optional<size_t> count;
};
std::optional<Labels> labels_of(const View& view, TensorId tensor, std::string_view kind);

/// How many names an exporter's `names` dictionary has ({0: 'person', 1: 'bicycle'}); nothing when it is not
/// one.
std::optional<size_t> named_classes(std::string_view dictionary);

}  // namespace netloupe::signature
