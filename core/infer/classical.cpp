// Classical models of ai.onnx.ml, and the optimizers of ai.onnx.preview.training.

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

/// Rows of a table of features; one for a single list of them.
DimId rows(Context& c) {
    const auto shape = c.shape(0);
    if (!shape || shape->empty()) return {};
    return shape->size() == 1 ? c.dims().constant(1) : (*shape)[0];
}

void array_feature_extractor(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto indices = c.shape(1);
    if (!shape || shape->empty() || !indices) return;
    if (shape->size() == 1) shape->insert(0, c.dims().constant(1));
    (*shape)[shape->size() - 1] = c.dims().product(indices->span());
    c.set_shape(0, *shape);
}

void cast_map(Context& c) {
    const std::string_view to = c.text("cast_to", "TO_FLOAT");
    c.set_type(0, to == "TO_INT64"    ? DataType::kInt64
                  : to == "TO_STRING" ? DataType::kString
                                      : DataType::kFloat32);
}

void category_mapper(Context& c) {
    like_input(c, 0, 0);
    const DataType from = c.dtype(0);
    c.set_type(0, from == DataType::kString  ? DataType::kInt64
                  : from == DataType::kInt64 ? DataType::kString
                                             : DataType::kUnknown);
}

void dict_vectorizer(Context& c) {
    c.set_type(0, c.dtype(0));
}

void feature_vectorizer(Context& c) {
    c.set_type(0, DataType::kFloat32);
    DimId features;
    if (const auto counts = c.list("inputdimensions")) {
        features = c.dims().constant(0);
        for (const int64_t count : *counts) features = c.dims().add(features, c.dims().constant(count));
    }
    c.set_shape(0, {rows(c), features});
}

void label_encoder(Context& c) {
    if (c.schema() != nullptr && c.schema()->since_version == 1) return category_mapper(c);
    like_input(c, 0, 0);
    const auto stored = c.constant("values_tensor");
    c.set_type(0, stored                              ? stored->dtype
                  : c.has_attribute("values_strings") ? DataType::kString
                  : c.has_attribute("values_int64s")  ? DataType::kInt64
                  : c.has_attribute("values_floats")  ? DataType::kFloat32
                                                      : DataType::kUnknown);
}

/// A label and scores for each row.
void classify(Context& c, std::string_view strings, std::string_view integers, bool score_for_each) {
    const size_t named = c.list_size(strings);
    c.set(0, named > 0 ? DataType::kString : DataType::kInt64, {rows(c)});
    const size_t labels = named > 0 ? named : c.list_size(integers);
    // With one label or two, how many scores there are depends on more.
    const bool known = score_for_each && labels > 2;
    c.set(1, DataType::kFloat32,
          {rows(c), known ? c.dims().constant(static_cast<int64_t>(labels)) : DimId()});
}

void linear_classifier(Context& c) {
    classify(c, "classlabels_strings", "classlabels_ints", true);
}
void svm_classifier(Context& c) {
    classify(c, "classlabels_strings", "classlabels_ints", false);
}
void tree_classifier(Context& c) {
    classify(c, "classlabels_strings", "classlabels_int64s", true);
}

void linear_regressor(Context& c) {
    c.set(0, DataType::kFloat32, {rows(c), c.dims().constant(c.integer("targets", 1))});
}
void svm_regressor(Context& c) {
    c.set(0, DataType::kFloat32, {rows(c), c.dims().constant(1)});
}
void tree_regressor(Context& c) {
    c.set(0, DataType::kFloat32, {rows(c), c.dims().constant(c.integer("n_targets", 1))});
}
void tree_ensemble(Context& c) {
    c.set(0, c.dtype(0), {rows(c), c.dims().constant(c.integer("n_targets", 1))});
}

void real_like(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, DataType::kFloat32);
}

void one_hot_encoder(Context& c) {
    c.set_type(0, DataType::kFloat32);
    auto shape = c.shape(0);
    if (!shape) return;
    const size_t categories = c.list_size("cats_int64s") + c.list_size("cats_strings");
    shape->push(c.dims().constant(static_cast<int64_t>(categories)));
    c.set_shape(0, *shape);
}

void zip_map(Context& c) {
    TensorShape scores;
    scores.dtype = DataType::kFloat32;
    c.set_kind(0, ValueKind::kSequence, scores);
}

constexpr auto kClassical = std::to_array<OperatorFunction>({
    {"ArrayFeatureExtractor", array_feature_extractor},
    {"Binarizer", like<0>},
    {"CastMap", cast_map},
    {"CategoryMapper", category_mapper},
    {"DictVectorizer", dict_vectorizer},
    {"FeatureVectorizer", feature_vectorizer},
    {"Imputer", like<0>},
    {"LabelEncoder", label_encoder},
    {"LinearClassifier", linear_classifier},
    {"LinearRegressor", linear_regressor},
    {"Normalizer", real_like},
    {"OneHotEncoder", one_hot_encoder},
    {"SVMClassifier", svm_classifier},
    {"SVMRegressor", svm_regressor},
    {"Scaler", real_like},
    {"TreeEnsemble", tree_ensemble},
    {"TreeEnsembleClassifier", tree_classifier},
    {"TreeEnsembleRegressor", tree_regressor},
    {"ZipMap", zip_map},
});

/// Inputs are rate, step, then groups of equal size: values, gradients, and what the optimizer keeps of each.
/// The outputs are the new values and the new kept ones.
template <size_t kKept>
void optimize(Context& c) {
    if (c.inputs() < 2) return;
    const size_t count = (c.inputs() - 2) / (2 + kKept);
    for (size_t i = 0; i < count; ++i) like_input(c, i, 2 + i);
    for (size_t i = 0; i < count * kKept; ++i) like_input(c, count + i, 2 + 2 * count + i);
}

constexpr auto kTraining = std::to_array<OperatorFunction>({
    {"Adagrad", optimize<1>},
    {"Adam", optimize<2>},
    {"Gradient", like_each},
    {"Momentum", optimize<1>},
});

}  // namespace

std::span<const OperatorFunction> classical_functions() {
    return kClassical;
}

std::span<const OperatorFunction> training_functions() {
    return kTraining;
}

}  // namespace netloupe::infer
