// What the drivers of tools/codec-peers have in common: blocks come in on standard input, and a line
// of sizes in bits goes out for each, one for each codec of the peer.
#pragma once
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

template <typename Codecs>
int drive(char** arguments, Codecs codecs) {
    const size_t bytes = atoi(arguments[1]);
    // In words of eight bytes, so that a peer may read it as numbers of any size.
    std::vector<uint64_t> block(bytes / 8);
    while (fread(block.data(), bytes, 1, stdin) == 1) {
        for (long bits : codecs(reinterpret_cast<uint8_t*>(block.data()), bytes))
            printf("%ld ", bits);
        putchar('\n');
    }
    return 0;
}
