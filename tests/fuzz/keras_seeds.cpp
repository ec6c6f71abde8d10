// keras_seeds FOLDER: writes seeds for keras_fuzz.

#include "build_keras.h"
#include "write_seeds.h"

namespace {

/// All that only newer versions of HDF5 write.
std::string newest() {
    using netloupe::support::Hdf5Builder;
    Hdf5Builder builder(Hdf5Builder::Form::kNewest);
    builder.floats("/layers/dense/vars/0", {5, 3}, std::vector<float>(15, 1),
                   {.chunk = {2, 2}, .deflate = true});
    builder.floats("/layers/dense/vars/1", {4}, {1, 2, 3, 4}, {.chunk = {4}, .checksum = true});
    for (int i = 0; i < 12; ++i) builder.number("/layers", "n" + std::to_string(i), i);
    for (int i = 0; i < 12; ++i) builder.group("/layers/g" + std::to_string(i));
    return builder.build();
}

}  // namespace

int main(int argc, char** argv) {
    using namespace netloupe::keras_test;
    return netloupe::fuzz::write_seeds(argc, argv,
                                       {{"functional.h5", functional_h5()},
                                        {"archive.keras", keras3()},
                                        {"weights.weights.h5", keras3_weights()},
                                        {"newest.h5", newest()},
                                        {"functional.json", kFunctional},
                                        {"keras3.json", kKeras3}});
}
