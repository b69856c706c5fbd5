// scalable-arch/compression: blocks of 128 bytes, for which the script has set LSIZE.
#include "driver.hh"
#define ECompressor Compressor // the class's older name, which one of their headers kept
#include "common.hh"
#include "BPCompressor.hh"
#include "CPackCompressor.hh"
#include "FPCompressor.hh"
#define sign_extended sign_extended_of_bdi // defined in two of their headers
#define zero_extended zero_extended_of_bdi
#include "BDICompressor.hh"

int main(int, char** arguments) {
    BPCompressor bpc("BPC");
    CPackCompressor cpack;
    FPCompressorDW fpc;
    BDICompressorQW bdi;
    std::vector<Compressor*> codecs = {&bpc, &cpack, &fpc, &bdi};
    for (Compressor* codec : codecs) codec->reset();
    return drive(arguments, [&](uint8_t* block, size_t) {
        CACHELINE_DATA line;
        memcpy(&line, block, sizeof line);
        std::vector<long> bits;
        for (Compressor* codec : codecs) bits.push_back(codec->compressLine(&line, 0));
        return bits;
    });
}
