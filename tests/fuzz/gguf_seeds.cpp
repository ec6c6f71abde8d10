// gguf_seeds FOLDER: writes seeds for gguf_fuzz.

#include "gguf_builder.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    using netloupe::gguf_test::GgufBuilder;
    using netloupe::gguf_test::small_llama;
    GgufBuilder blocks;
    blocks.number("general.file_type", 15).tensor("q4_k", {256}, 12, std::string(144, '\x5a'));
    blocks.tensor("iq2_s", {256}, 22, std::string(82, '\x5a'))
        .tensor("iq1_m", {256}, 29, std::string(56, '\x5a'));
    blocks.tensor("iq3_xxs", {256}, 18, std::string(98, '\x5a'))
        .tensor("tq1_0", {256}, 34, std::string(54, '\x5a'));
    return netloupe::fuzz::write_seeds(argc, argv,
                                       {{"llama.gguf", small_llama().build()},
                                        {"v1.gguf", small_llama(GgufBuilder(1)).build()},
                                        {"big.gguf", small_llama(GgufBuilder(3, true)).build()},
                                        {"blocks.gguf", blocks.build()}});
}
