// rknn_seeds FOLDER: writes seeds for rknn_fuzz.

#include "build_rknn.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    using namespace netloupe::rknn_test;
    return netloupe::fuzz::write_seeds(argc, argv,
                                       {{"described.rknn", container(1, "abcdef", small_json())},
                                        {"compiled.rknn", container(6, compiled(), small_json())}});
}
