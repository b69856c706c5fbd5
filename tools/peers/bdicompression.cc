// CMU-SAFARI/BDICompression, which is a file of a Valgrind tool.
#include "driver.hh"
static void* vg_malloc(const char*, size_t bytes) { return malloc(bytes); }
static void vg_free(void* memory) { free(memory); }
static void vg_exit(int status) { exit(status); }
#define VG_(name) vg_##name
#include "compression.c"

int main(int, char** arguments) {
    return drive(arguments, [](uint8_t* block, size_t bytes) {
        char* line = reinterpret_cast<char*>(block);
        return std::vector<long>{
            8L * BDICompress(line, bytes), 8L * FPCCompress(line, bytes / 4)};
    });
}
