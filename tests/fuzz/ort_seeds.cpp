// ort_seeds FOLDER: writes a seed for ort_fuzz, a small model in ONNX Runtime's format.

#include <filesystem>
#include <fstream>
#include <iostream>

#include "build_ort.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: ort_seeds FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    std::filesystem::create_directories(folder);
    const auto bytes = netloupe::ort_test::small_model();
    std::ofstream out(folder / "small.ort", std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return out.good() ? 0 : 1;
}
