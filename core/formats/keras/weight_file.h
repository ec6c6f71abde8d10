#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "containers/hdf5_constants.h"
#include "model/model.h"

namespace netloupe::keras {

/// An HDF5 file of the model, or the part of an archive that is one.
class WeightFile {
public:
    /// Errors: as hdf5::File::open().
    static Result<WeightFile> open(Model& model, const hdf5::Place& place);

    [[nodiscard]] hdf5::File& file() { return file_; }
    [[nodiscard]] const hdf5::Object& root() const { return root_; }

    /// What the path leads to from the group, through groups alone; null when there is nothing. What cannot
    /// be read is told as a damage.
    std::shared_ptr<const hdf5::Object> find(const hdf5::Object& group, std::string_view path);

    /// The constant of a dataset: always the same one. What cannot be read is told as a damage.
    ConstantId constant(const hdf5::Object& dataset, std::string_view name);
    /// The texts of an attribute that may be parted into several because of its length: "weight_names0", ...
    [[nodiscard]] std::vector<std::string> texts(const hdf5::Object& object, const std::string& name) const;
    void damage(Error error);
    void damage(const std::vector<Error>& errors);

private:
    WeightFile(Model& model, const hdf5::Place& place, hdf5::File file, hdf5::Object root)
        : model_(&model), place_(place), file_(std::move(file)), root_(std::move(root)) {}

    Model* model_;
    hdf5::Place place_;
    hdf5::File file_;
    hdf5::Object root_;
    std::map<uint64_t, ConstantId> constants_;  ///< By the address of their dataset.
    /// What was found, by its address: many paths lead through the same groups.
    std::map<uint64_t, std::shared_ptr<const hdf5::Object>> found_;
};

/// Adds a tree of the datasets to the model's first graph: of a file whose layers are not described.
Result<void> add_weight_tree(Model& model, WeightFile& weights);

}  // namespace netloupe::keras
