#include <filesystem>
#include <fstream>
#include <iostream>

#include "lint/rule.h"

/// Writes the page of every rule and their index into a folder.
int main(int argc, char** argv) {
    using namespace netloupe::lint;
    if (argc != 2) {
        std::cerr << "usage: write_rule_pages FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    std::filesystem::create_directories(folder);
    for (const Rule* rule : rules()) std::ofstream(folder / rule_page_name(*rule)) << rule_page(*rule);
    std::ofstream(folder / "README.md") << rule_index();
    return 0;
}
