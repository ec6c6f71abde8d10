// Writes the JSON Schema of the configuration to the file that is named.
#include <fstream>

#include "config/configuration.h"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ofstream file(argv[1]);
    file << netloupe::config::configuration_schema();
    return file.flush() ? 0 : 1;
}
