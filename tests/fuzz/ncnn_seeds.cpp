// ncnn_seeds FOLDER: writes seeds for ncnn_fuzz.

#include <array>

#include "write_seeds.h"

int main(int argc, char** argv) {
    const std::string text =
        "7767517\n6 6\nInput data 0 1 data 0=8 1=6 2=3\n"
        "Convolution conv 1 1 data conv -23330=4,3,8,6,2 0=2 1=3 4=1 5=1 6=54 8=101 9=2 -23310=1,1.0e-01\n"
        "LSTM lstm 1 1 conv lstm 0=4 1=64 2=2\nGemm g 1 1 lstm g 3=1 5=1 6=1 8=2 9=4 10=4 18=400\n"
        "MultiHeadAttention a 1 1 g a 0=4 1=2 2=16\nReshape r 1 1 a r 6=\"0w,1h\"\n";
    constexpr std::array<int32_t, 22> kNumbers = {7767517, 2, 2,    16, 0, 1, 0, 0, 4,      1, 4,
                                                  2,       4, -233, 26, 1, 1, 0, 1, -23300, 1, 7};
    const std::string binary(reinterpret_cast<const char*>(kNumbers.data()), sizeof kNumbers);
    return netloupe::fuzz::write_seeds(argc, argv, {{"m.param", text}, {"m.param.bin", binary}});
}
