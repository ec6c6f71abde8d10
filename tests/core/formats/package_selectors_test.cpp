#include "package_selectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace netloupe {
namespace {

/// After a change: cmake --build build --target package_selectors
TEST(PackageSelectors, AreMadeFromTheFormats) {
    std::ifstream file(NETLOUPE_PACKAGE_JSON);
    const auto package = PackageJson::parse(file);
    auto made = package;
    write_selectors(made);
    EXPECT_EQ(package["contributes"]["customEditors"].dump(2), made["contributes"]["customEditors"].dump(2));
}

TEST(PackageSelectors, AreWhatTheHookIsFor) {
    std::ifstream file(NETLOUPE_HOOKS);
    const std::string definition{std::istreambuf_iterator(file), {}};
    EXPECT_EQ(definition, with_hook_files(definition));
}

/// Endings that anybody's files have must not open as models by a click.
TEST(PackageSelectors, LeaveOthersTheirFiles) {
    for (const FormatReader* reader : format_readers()) {
        for (const std::string_view general :
             {".json", ".xml", ".pb", ".bin", ".zip", ".pkl", ".npz", ".cfg", ".txt", ".tar", ".data"}) {
            EXPECT_EQ(std::ranges::count(reader->endings.own, general), 0) << reader->name << general;
        }
    }
}

}  // namespace
}  // namespace netloupe
