// scalable-arch/CAL_22-MPC. Its BPC reads four bytes into eight; the script has the compiler clear
// the others. The dictionary of its C-PACK lives as long as the object, so objects serve all blocks.
#include "driver.hh"
#include <fstream>
#include <iostream>
namespace fmt {
template <typename... Arguments>
std::string format(Arguments&&...) { return ""; }
}
static bool isFileExists(const std::string&) { return true; }
#include "compressor/BPC.cpp"
#include "compressor/BDI.cpp"
#include "compressor/FPC.cpp"
#include "compressor/CPACK.cpp"

int main(int, char** arguments) {
    const size_t bytes = atoi(arguments[1]);
    comp::BPC bpc(bytes);
    comp::CPACK cpack(bytes);
    comp::FPC fpc(bytes);
    comp::BDI bdi(bytes);
    std::vector<comp::Compressor*> codecs = {&bpc, &cpack, &fpc, &bdi};
    return drive(arguments, [&](uint8_t* block, size_t) {
        // Longer by a word that is not zero: their FPC looks for the end of a run of zeros behind it.
        std::vector<uint8_t> line;
        line.reserve(bytes + 16);
        line.assign(block, block + bytes);
        std::vector<long> bits;
        for (comp::Compressor* codec : codecs) bits.push_back(codec->CompressLine(line));
        return bits;
    });
}
