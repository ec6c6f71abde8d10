#include "infer/shapes.h"

namespace netloupe::infer {

std::string Shapes::text(const TensorShape& shape) const {
    if (!shape.ranked) return "?";
    if (shape.dims.count == 0) return "scalar";
    std::string out;
    for (const DimId d : dims(shape)) {
        if (!out.empty()) out += "×";
        out += table_.text(d);
    }
    return out;
}

void Shapes::resolve_all() {
    for (DimId& d : pool_) d = table_.resolve(d);
}

Shapes Shapes::bound(std::span<const Binding> bindings) const {
    Shapes copy = *this;
    for (const Binding& binding : bindings) copy.table_.bind(binding);
    copy.resolve_all();
    return copy;
}

}  // namespace netloupe::infer
