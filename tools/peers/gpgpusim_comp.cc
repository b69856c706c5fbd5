// scalable-arch/gpgpusim_comp: blocks of 128 bytes.
#include "driver.hh"
#include <map>
#include <string>
typedef unsigned long long new_addr_type;
#include "gpgpu-sim/comp.h"

bool sign_extended(UINT64 value, UINT8 bits) { // comp.cc, which needs all of the simulator
    UINT64 limit = 1ULL << (bits - 1);
    return value < limit || value >= -limit;
}

int main(int, char** arguments) {
    BPCompressor bpc;
    CPackCompressor cpack;
    return drive(arguments, [&](uint8_t* block, size_t bytes) {
        return std::vector<long>{
            bpc.compress(0, block, 0, bytes), cpack.compress(0, block, 0, bytes)};
    });
}
