// SPDX-License-Identifier: GPL-3.0-or-later

// Loaded before the system's libraries: fsync() takes for as long as the file named by SLOW_FSYNC is there.

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

extern "C" int fsync(int file)
{
    constexpr useconds_t step = 10'000;
    const char *untilGone = std::getenv("SLOW_FSYNC"); // NOLINT(concurrency-mt-unsafe): nobody sets it here
    while (untilGone && ::access(untilGone, F_OK) == 0)
        ::usleep(step);
    using Fsync = int (*)(int);
    static const auto systems = reinterpret_cast<Fsync>(::dlsym(RTLD_NEXT, "fsync"));
    return systems(file);
}
