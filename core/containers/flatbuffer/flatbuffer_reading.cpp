#include "containers/flatbuffer_reading.h"

#include <fmt/format.h>

#include <utility>

#include "base/limits.h"

namespace netloupe {

FlatReading::FlatReading(Model& into, const CancelToken& token, const uint8_t* bfbs)
    : model(into), cancel(token), source(into.files[0].bytes()), schema(bfbs) {}

void FlatReading::damage(Error error, Place place) {
    if (model.damages.size() >= limits::kDamages) return;
    model.damages.push_back({std::move(error), place.graph, place.node, place.tensor});
}

bool FlatReading::hopeless() const {
    return source.exhausted() || model.damages.size() >= limits::kDamages || cancel.cancelled();
}

std::string FlatReading::lacking(const Constant& constant) const {
    if (constant.decoder != nullptr || bits(constant.dtype) == 0) return {};
    const auto count = element_count(model, constant.shape);
    const auto needed = count ? packed_bytes(constant.dtype, *count) : std::nullopt;
    if (needed && *needed <= constant.length) return {};
    return fmt::format(" ({}) has {} bytes of data, but {} {} takes {}.", model.text(constant.name),
                       constant.length, shape_text(model, constant.shape), name(constant.dtype),
                       needed ? fmt::format("{} bytes", *needed) : "more than can be counted");
}

}  // namespace netloupe
