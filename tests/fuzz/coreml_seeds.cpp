// coreml_seeds FOLDER: writes seeds for coreml_fuzz.

#include "build_coreml.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    return netloupe::fuzz::write_seeds(argc, argv,
                                       {{"network.mlmodel", netloupe::coreml_test::small_network()},
                                        {"program.mlmodel", netloupe::coreml_test::small_program()}});
}
