// gem5/gem5: its compressors without the simulator around them. What they take from the rest of gem5
// (parameters, statistics, messages) stands here; the headers that have it are empty.
#include "driver.hh"
#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <type_traits>
#include "base/types.hh"
#include "base/bitfield.hh"

#define DPRINTF(...)
#define fatal_if(...)
#define ADD_STAT(name, ...) name()

namespace gem5 {

template <typename... Arguments>
std::string csprintf(Arguments&&...) { return ""; }

namespace statistics {
struct Group {
    Group(Group*) {}
    virtual ~Group() = default;
    virtual void regStats() {}
};
struct Stat {
    Stat& operator[](size_t) { return *this; }
    void operator++(int) {}
    void operator+=(double) {}
    Stat operator/(const Stat&) const { return {}; }
    template <typename... Arguments> void init(Arguments...) {}
    template <typename... Arguments> void subname(Arguments...) {}
    template <typename... Arguments> void subdesc(Arguments...) {}
    template <typename... Arguments> void ysubname(Arguments...) {}
    template <typename... Arguments> void flags(Arguments...) {}
};
using Scalar = Stat;
using Vector = Stat;
using Vector2d = Stat;
using Formula = Stat;
enum { total, nozero, nonan };
}

struct CacheBlk {};
struct CompressionBlk : CacheBlk {
    bool isCompressed() const { return false; }
    Cycles getDecompressionLatency() const { return Cycles(0); }
    void setDecompressionLatency(Cycles) {}
    void setSizeBits(size_t) {}
    std::string print() const { return ""; }
};

namespace compression { class Base; }
struct BaseCacheCompressorParams {
    size_t block_size = 0;
    unsigned chunk_size_bits = 32;
    unsigned size_threshold_percentage = 100;
    Cycles comp_chunks_per_cycle{1};
    Cycles comp_extra_latency{0};
    Cycles decomp_chunks_per_cycle{1};
    Cycles decomp_extra_latency{0};
    size_t dictionary_size = 0;
    int zero_run_bits = 3;
    std::vector<compression::Base*> compressors;
    bool encoding_in_tags = true;
};
struct BaseDictionaryCompressorParams : BaseCacheCompressorParams {};
struct CPackParams : BaseDictionaryCompressorParams {};
struct FPCParams : BaseDictionaryCompressorParams {};
struct ZeroCompressorParams : BaseDictionaryCompressorParams {};
struct RepeatedQwordsCompressorParams : BaseDictionaryCompressorParams {};
struct Base64Delta8Params : BaseDictionaryCompressorParams {};
struct Base64Delta16Params : BaseDictionaryCompressorParams {};
struct Base64Delta32Params : BaseDictionaryCompressorParams {};
struct Base32Delta8Params : BaseDictionaryCompressorParams {};
struct Base32Delta16Params : BaseDictionaryCompressorParams {};
struct Base16Delta8Params : BaseDictionaryCompressorParams {};
struct MultiCompressorParams : BaseCacheCompressorParams {};

struct SimObject : statistics::Group {
    SimObject(const BaseCacheCompressorParams&) : Group(nullptr) {}
};
}

#include "mem/cache/compressors/base.cc"
#include "mem/cache/compressors/base_dictionary_compressor.cc"
#include "mem/cache/compressors/cpack.cc"
#include "mem/cache/compressors/fpc.cc"
#include "mem/cache/compressors/zero.cc"
#include "mem/cache/compressors/repeated_qwords.cc"
#include "mem/cache/compressors/base_delta.cc"
#include "mem/cache/compressors/multi.cc"

using namespace gem5;

template <typename Codec>
compression::Base* make(size_t bytes, unsigned chunkBits, unsigned threshold) {
    auto* p = new typename Codec::Params(); // lives as long as the driver
    p->block_size = p->dictionary_size = bytes;
    p->chunk_size_bits = chunkBits;
    p->size_threshold_percentage = threshold;
    return new Codec(*p);
}

int main(int, char** arguments) {
    using namespace compression;
    const size_t bytes = atoi(arguments[1]);
    // What does not halve a line is not kept compressed by default; that is left to who compares.
    Base* cpack = make<CPack>(bytes, 32, 100);
    Base* fpc = make<FPC>(bytes, 32, 100);
    // Class BDI of Compressors.py.
    MultiCompressorParams p;
    p.block_size = bytes;
    p.size_threshold_percentage = 100;
    p.compressors = {
        make<Zero>(bytes, 64, 99), make<RepeatedQwords>(bytes, 64, 99),
        make<Base64Delta8>(bytes, 64, 99), make<Base64Delta16>(bytes, 64, 99),
        make<Base64Delta32>(bytes, 64, 99), make<Base32Delta8>(bytes, 32, 99),
        make<Base32Delta16>(bytes, 32, 99), make<Base16Delta8>(bytes, 16, 99)};
    Base* bdi = new Multi(p);
    return drive(arguments, [&](uint8_t* block, size_t) {
        std::vector<long> bits;
        for (Base* codec : {cpack, fpc, bdi}) {
            Cycles ignored;
            bits.push_back(codec->compress(reinterpret_cast<uint64_t*>(block), ignored, ignored)
                ->getSizeBits());
        }
        return bits;
    });
}
