// SPDX-License-Identifier: GPL-3.0-or-later
// Qt starts a process by a clone() that shares the parent's memory until exec. The thread sanitizer's hook takes each
// clone for a fork, counts the parent's one thread state twice, and ends the program. This definition stands in its
// place in the sanitizer's build, and goes straight to the C library.
#include <dlfcn.h>

#include <cstdarg>

extern "C" __attribute__((disable_sanitizer_instrumentation)) int clone(
    int (*function)(void *), void *stack, int flags, void *argument, ...)
{
    using Clone = int (*)(int (*)(void *), void *, int, void *, ...);
    static const auto plain = reinterpret_cast<Clone>(dlsym(RTLD_NEXT, "clone"));
    va_list rest;
    va_start(rest, argument);
    auto *parentId = va_arg(rest, void *);
    auto *threadStorage = va_arg(rest, void *);
    auto *childId = va_arg(rest, void *);
    va_end(rest);
    return plain(function, stack, flags, argument, parentId, threadStorage, childId);
}
