// Prints docs/shapes.md: build/tests/core/infer/infer_coverage > docs/shapes.md

#include <iostream>

#include "coverage_page.h"

int main() {
    std::cout << netloupe::infer::test::coverage_page();
    return 0;
}
