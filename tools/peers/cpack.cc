// benschreiber/cpack: blocks of 64 bytes.
#include "driver.hh"
#include "compress.cpp"

int main(int, char** arguments) {
    return drive(arguments, [](uint8_t* block, size_t) {
        uint8_t coded[68];
        return std::vector<long>{compress(block, coded)};
    });
}
