#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <string>
#include <utility>

namespace netloupe::fuzz {

/// Writes the seeds into the folder that the program's only argument names; what main() returns.
inline int write_seeds(int argc, char** argv,
                       std::initializer_list<std::pair<const char*, std::string>> seeds) {
    if (argc != 2) {
        std::cerr << "usage: " << argv[0] << " FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    std::filesystem::create_directories(folder);
    for (const auto& [name, content] : seeds) {
        std::ofstream out(folder / name, std::ios::binary);
        out << content;
        if (!out.flush()) return 1;
    }
    return 0;
}

}  // namespace netloupe::fuzz
