// paddle_seeds FOLDER: writes seeds for paddle_fuzz.

#include "build_paddle.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    return netloupe::fuzz::write_seeds(argc, argv,
                                       {{"small.pdmodel", netloupe::paddle_test::small_program()},
                                        {"small.pdiparams", netloupe::paddle_test::small_parameters()},
                                        {"small.json", netloupe::paddle_test::small_pir()}});
}
