// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstring>

int main(int argc, char *argv[])
{
    char name[16] = "";
    if (argc > 1)
        std::strncpy(name, argv[1], sizeof name - 1);
    return std::puts(name) < 0;
}
