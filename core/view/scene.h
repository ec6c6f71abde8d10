#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/string_pool.h"
#include "card_text.h"
#include "folding.h"
#include "lint/finding.h"
#include "model/model.h"
#include "schemas/view_generated.h"
#include "view/view_builder.h"

namespace netloupe::view {

/// One card or pill, before it has a place. Texts are ids of Scene::strings.
struct Item {
    ItemKind kind = ItemKind::Node;
    uint32_t id = 0;
    float width = 0;
    float height = 0;
    StringId title;
    StringId line1;
    StringId line2;
    StringId chip;
    Category category = Category::Custom;
    Severity severity = Severity::None;
    uint8_t flags = 0;
};

/// Bits of Item::flags and Line::flags, as view.fbs defines them.
enum ItemFlag : uint8_t { kSlim = 1, kCustom = 2, kOpens = 4, kFolded = 8, kConstantItem = 16 };
enum LineFlag : uint8_t { kStub = 1, kControl = 2, kQuantized = 4, kCaptured = 8 };

/// One edge between two items.
struct Line {
    uint32_t source = 0;
    uint32_t target = 0;
    uint32_t port = 0;
    TensorId tensor;
    DtypeClass dtype_class = DtypeClass::Other;
    uint8_t flags = 0;
    StringId label;
    bool about_shapes = false;  ///< Leads into, through or out of arithmetic on shapes.
};

/// Everything that one graph's picture shows, without positions.
struct Scene {
    std::vector<Item> items;
    std::vector<Line> lines;
    StringPool strings;
    std::vector<std::pair<NodeId, uint32_t>> folded;  ///< Node without a card, and the item that shows it.
};

Scene compose(const Model& model, GraphId graph, const ViewOptions& options,
              std::span<const lint::Finding> findings);

}  // namespace netloupe::view
