// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/filewriting.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace streamgauge {

int writeAll(int descriptor, QByteArrayView bytes)
{
    [[maybe_unused]] static const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    while (!bytes.isEmpty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), static_cast<size_t>(bytes.size()));
        if (written >= 0)
            bytes = bytes.sliced(written);
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

} // namespace streamgauge
