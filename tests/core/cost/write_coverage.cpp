// Prints docs/costs.md: build/tests/core/cost/cost_coverage > docs/costs.md

#include <iostream>

#include "costs_page.h"

int main() {
    std::cout << netloupe::cost::test::costs_page();
    return 0;
}
