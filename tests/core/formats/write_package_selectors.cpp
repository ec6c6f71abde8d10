// Rewrites the selectors in the package.json of the extension that is named, and the files in the definition
// of the hook.
#include <fstream>
#include <iterator>

#include "package_selectors.h"

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    std::ifstream in(argv[1]);
    auto package = netloupe::PackageJson::parse(in, nullptr, false);
    if (package.is_discarded()) return 1;
    in.close();
    netloupe::write_selectors(package);
    std::ofstream out(argv[1]);
    out << package.dump(2) << "\n";
    std::ifstream hook(argv[2]);
    const std::string definition{std::istreambuf_iterator(hook), {}};
    hook.close();
    std::ofstream hook_out(argv[2]);
    hook_out << netloupe::with_hook_files(definition);
    return out.flush() && hook_out.flush() ? 0 : 1;
}
