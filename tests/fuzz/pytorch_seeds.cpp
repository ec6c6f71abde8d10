// pytorch_seeds FOLDER: writes seeds for pytorch_fuzz.

#include "build_pytorch.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    using namespace netloupe::torch_test;
    return netloupe::fuzz::write_seeds(
        argc, argv,
        {{"archive.pt", archive(small_state(), small_storages())},
         {"deflated.pt", archive(small_state(), small_storages(), ZipBuilder::Pack::kDeflated)},
         {"legacy.pt",
          legacy(small_state(), {{4, raw<float>({1, 2, 3, 4})}, {2, raw<float>({5, 6})}}, {"0", "1"})}});
}
