#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sections.h"

namespace netloupe::darknet {

/// What a layer gives: an image, or `size` numbers in a row when it has no channels. All 0 when it is not
/// known.
struct Extent {
    int64_t channels = 0;
    int64_t height = 0;
    int64_t width = 0;
    int64_t size = 0;

    static Extent image(int64_t channels, int64_t height, int64_t width);
    static Extent row(int64_t size) { return {0, 0, 0, size > 0 ? size : 0}; }
    [[nodiscard]] bool is_image() const { return channels > 0; }
    [[nodiscard]] bool known() const { return size > 0; }
};

/// Numbers that a layer takes from the file of weights.
struct Weight {
    std::string name;
    std::vector<int64_t> dims;  ///< As they are stored, outermost first.
};

/// A section with what is known of the layers before it.
struct LayerPlace {
    const Section& section;
    Extent input;                 ///< Of the layer before it.
    std::vector<Extent> sources;  ///< Of the layers that it names.
};

struct LayerFacts {
    Extent output;
    std::vector<Weight> weights;  ///< In the order of the file.
    /// Weights that the layer has cannot be found: nothing that follows can.
    bool lost = false;
};

/// Which layers a section names, in "layers" or "from", by their numbers; negative ones count from its own
/// number, `index`.
std::vector<int64_t> named_layers(const Section& section, int64_t index);
/// Whether the layer before it is an input of the section.
bool takes_previous(const Section& section);
/// Whether Darknet, in one of its lines, has such layers.
bool is_known(std::string_view type);

/// What the layer gives, and its weights. `transposed`: matrices are stored with an output a column.
LayerFacts facts_of(const LayerPlace& place, bool transposed);

}  // namespace netloupe::darknet
