// mnn_seeds FOLDER: writes seeds for mnn_fuzz.

#include "build_mnn.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    return netloupe::fuzz::write_seeds(argc, argv, {{"small.mnn", netloupe::mnn_test::small_network()}});
}
