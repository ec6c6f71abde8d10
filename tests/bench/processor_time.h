#pragma once

#include <ctime>

namespace netloupe::bench {

/// What all threads of the process have computed so far: not disturbed by what else the machine does.
inline double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace netloupe::bench
