// executorch_seeds FOLDER: writes seeds for executorch_fuzz.

#include "build_executorch.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    return netloupe::fuzz::write_seeds(argc, argv,
                                       {{"small.pte", netloupe::executorch_test::small_program()}});
}
