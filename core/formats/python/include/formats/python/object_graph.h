#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "containers/pickle.h"
#include "formats/python/numpy_array.h"
#include "model/module_graph.h"

namespace netloupe::python {

/// A tensor or an array, read.
struct ArrayValue {
    ConstantId constant;
    QuantizationId quantization;
};

/// The class of an object, as the pickle names it: "torch.nn.modules.conv.Conv2d"; empty when it is none.
std::string_view class_path(const pickle::Pickle& pickle, pickle::ValueId object);

/// A pickle whose objects are put into a graph, and how its tensors are read.
struct Source {
    const pickle::Pickle& pickle;
    NumpyArrays& arrays;
    /// Reads the object when it is a tensor of the source's format; nothing when it is none. May be empty.
    std::function<std::optional<Result<ArrayValue>>(pickle::ValueId id, std::string_view name)> tensor = {};
    bool in_main_file = true;  ///< Offsets of the pickle are places in files[0].
    /// The pickle that stands inside this one in the object's place (object arrays of joblib). May be empty.
    std::function<const Source*(pickle::ValueId id)> nested = {};
};

/// Puts the objects of a pickle into a graph of modules: an object with a class is a node, with its numbers
/// and texts as attributes and its arrays as inputs; dicts and lists are steps of the path. What stands
/// outside all objects is metadata of the model. Walks each object as often as it is referred to, within a
/// budget; cycles end where they close.
class ObjectGraph {
public:
    explicit ObjectGraph(Model& model) : model_(model), modules_(model) {}

    void add(const Source& source, pickle::ValueId root, std::string_view path = {});
    /// Call it once, last.
    void finish();

private:
    /// Where the walk is: below which object, and how its values are called there.
    struct Place {
        NodeId owner;
        std::string path;                              ///< Of the value.
        std::string in_owner;                          ///< The path without the owner's.
        std::vector<Attribute>* attributes = nullptr;  ///< Of the owner.

        [[nodiscard]] Place below(std::string_view key) const;
    };

    void walk(const Source& source, pickle::ValueId id, const Place& place, uint32_t depth);
    void walk_value(const Source& source, pickle::ValueId id, const Place& place, uint32_t depth);
    void walk_object(const Source& source, pickle::ValueId id, const Place& place, uint32_t depth);
    void walk_items(const Source& source, pickle::ValueId id, const Place& place, uint32_t depth);
    void walk_entries(const Source& source, pickle::ValueId id, const Place& place, uint32_t depth);
    void walk_state(const Source& source, pickle::ValueId id, const Place& place, uint32_t depth);
    void add_array(const Result<ArrayValue>& value, const Place& place, Origin origin);
    void note(const Source& source, pickle::ValueId id, const Place& place);
    void note(const Place& place, Attribute attribute, std::string_view text);
    void damage(ErrorCode code, std::string message, uint64_t offset);

    Model& model_;
    ModuleGraph modules_;
    std::vector<KeyValue> metadata_;
    std::unordered_set<const pickle::Value*> open_;  ///< Whose walk has begun and not ended.
    uint64_t visits_ = 0;
    uint64_t most_visits_ = 0;
    size_t facts_ = 0;
    size_t missing_ = 0;
    bool told_ = false;  ///< That the walk went no further.
};

}  // namespace netloupe::python
