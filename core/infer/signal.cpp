// Signals, random numbers, texts and images of ONNX.

#include <algorithm>
#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

/// Frequencies of a transform: all, or for real numbers the first half.
DimId bins(DimensionTable& table, DimId length, bool onesided) {
    if (!onesided) return length;
    return table.add(table.floor_div(length, table.constant(2)), table.constant(1));
}

DimId single(Context& c, size_t slot) {
    const auto value = c.value(slot);
    return value && value->size() == 1 ? (*value)[0] : DimId();
}

void dft(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    // Real and imaginary part stand last.
    shape->operator[](shape->size() - 1) = c.dims().constant(2);
    const auto axis = c.version() < 20 ? std::optional(c.integer("axis", 1)) : c.has(2) ? c.scalar(2) : -2;
    if (!axis) return c.set_shape(0, unknown_dims(shape->size()));
    const auto place = checked_axis(c, *axis, shape->size());
    if (!place) return;
    const DimId length = c.has(1) ? single(c, 1) : (*shape)[*place];
    const bool onesided = c.flag("onesided");
    if (onesided && c.flag("inverse")) return c.set_shape(0, unknown_dims(shape->size()));
    (*shape)[*place] = bins(c.dims(), length, onesided);
    c.set_shape(0, *shape);
}

void stft(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    if (!shape || shape->size() < 2) return c.set_shape(0, unknown_dims(4));
    const auto window = c.shape(2);
    const DimId step = single(c, 1);
    const DimId length = c.has(3) ? single(c, 3) : window && window->size() == 1 ? (*window)[0] : DimId();
    const DimId one = c.dims().constant(1);
    const DimId frames = c.dims().add(c.dims().floor_div(c.dims().sub((*shape)[1], length), step), one);
    const bool onesided = c.integer("onesided", 1) != 0;
    c.set_shape(0, {(*shape)[0], frames, bins(c.dims(), length, onesided), c.dims().constant(2)});
}

void window(Context& c) {
    c.set(0, c.type("output_datatype", DataType::kFloat32), {single(c, 0)});
}

void mel_weight_matrix(Context& c) {
    c.set(0, c.type("output_datatype", DataType::kFloat32),
          {bins(c.dims(), single(c, 1), true), single(c, 0)});
}

void multinomial(Context& c) {
    c.set_type(0, c.type("dtype", DataType::kInt32));
    const auto shape = c.shape(0);
    c.set_shape(0, {shape && !shape->empty() ? (*shape)[0] : DimId(),
                    c.dims().constant(c.integer("sample_size", 1))});
}

/// Removes words, so that nobody knows how many stay.
void string_normalizer(Context& c) {
    c.set_type(0, DataType::kString);
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    (*shape)[shape->size() - 1] = {};
    c.set_shape(0, *shape);
}

void string_concat(Context& c) {
    c.set_type(0, DataType::kString);
    if (const auto shape = broadcast_inputs(c, 0, 2)) c.set_shape(0, *shape);
}

void string_split(Context& c) {
    c.set_type(0, DataType::kString);
    c.set_type(1, DataType::kInt64);
    auto shape = c.shape(0);
    if (!shape) return;
    c.set_shape(1, *shape);
    shape->push({});
    c.set_shape(0, *shape);
}

void regex_full_match(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, DataType::kBool);
}

/// A count for each n-gram: their largest index and one.
void tf_idf_vectorizer(Context& c) {
    c.set_type(0, DataType::kFloat32);
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    const auto indices = c.list("ngram_indexes");
    const bool known = indices && !indices->empty();
    (*shape)[shape->size() - 1] =
        known ? c.dims().add(c.dims().constant(*std::ranges::max_element(*indices)), c.dims().constant(1))
              : DimId();
    c.set_shape(0, *shape);
}

void image_decoder(Context& c) {
    const bool gray = c.text("pixel_format", "RGB") == "Grayscale";
    c.set(0, DataType::kUint8, {DimId(), DimId(), c.dims().constant(gray ? 1 : 3)});
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"BlackmanWindow", window},
    {"DFT", dft},
    {"HammingWindow", window},
    {"HannWindow", window},
    {"ImageDecoder", image_decoder},
    {"MelWeightMatrix", mel_weight_matrix},
    {"Multinomial", multinomial},
    {"RegexFullMatch", regex_full_match},
    {"STFT", stft},
    {"StringConcat", string_concat},
    {"StringNormalizer", string_normalizer},
    {"StringSplit", string_split},
    {"TfIdfVectorizer", tf_idf_vectorizer},
});

}  // namespace

std::span<const OperatorFunction> signal_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
