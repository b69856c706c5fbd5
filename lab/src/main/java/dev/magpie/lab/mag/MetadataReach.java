package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import java.util.List;
import java.util.Map;

/** Section IV-F: what the metadata cache reaches, with and without base and mask in it. */
final class MetadataReach {
  private static final long MEMORY = 4L << 30;
  private static final int LINE = 128;
  private static final int CACHE = 16 << 10;
  private static final int CONTROLLERS = 6;
  private static final double MIB = 1 << 20;

  static Experiment<?> experiment() {
    return MagPaper.describe("mag/metadata", "What a metadata cache reaches", "section IV-F")
        .method(
            "The codec says how many bits it keeps outside a block; what base and mask take of a"
                + " coded block is its size less its deltas. The rest is arithmetic.")
        .parameter("memory bytes", MEMORY)
        .parameter("cache bytes", CACHE)
        .parameter("cache line bytes", LINE)
        .parameter("controllers", CONTROLLERS)
        .measure(MetadataReach::measure)
        .claims(
            Claim.consistency("bits", "Metadata of a block").whole(2, "bits", Bits::encoding),
            Claim.consistency("total", "Metadata of 4 GB")
                .is("8", mib(0), bits -> total(bits.encoding) / MIB),
            Claim.consistency("lineBlocks", "Blocks in a line of the cache")
                .whole(512, "blocks", bits -> blocks(LINE, bits.encoding)),
            Claim.consistency("cacheBlocks", "Blocks in a cache of 16 KB")
                .whole(64, "Ki", bits -> blocks(CACHE, bits.encoding) / 1024.0),
            Claim.consistency("reach", "Memory that a cache covers")
                .is("8", mib(0), bits -> reach(bits.encoding)),
            Claim.consistency("reachOfAll", "Memory that six caches cover")
                .is("48", mib(0), bits -> CONTROLLERS * reach(bits.encoding)),
            Claim.consistency("totalWithHeader", "Metadata of 4 GB, with base and mask")
                .is("264", mib(0), bits -> total(bits.withHeader) / MIB),
            Claim.consistency("shareWithHeader", "Share of the memory, with base and mask")
                .because("264 of 4,096 MB are 6.45 %, which round to 6.4.")
                .percent("6.5", bits -> share(bits.withHeader)),
            Claim.consistency("reachWithHeader", "Memory that a cache covers, with base and mask")
                .is("0.24", mib(2), bits -> reach(bits.withHeader)))
        .value("share", bits -> share(bits.encoding))
        .value("bitsWithHeader", Bits::withHeader)
        .value("lineBlocksWithHeader", bits -> blocks(LINE, bits.withHeader))
        .value("cacheBlocksWithHeader", bits -> blocks(CACHE, bits.withHeader) / 1024.0)
        .draw(MetadataReach::draw);
  }

  private static Bits measure(RunContext context) {
    Granularity granularity = Granularity.DEFAULT;
    DeltaProbe probe = DeltaProbe.ofMagBdi(granularity, 4);
    int encoding = probe.codec().tagBits();
    Map.Entry<Integer, Integer> widest =
        probe.deltaBitsBySize().entrySet().stream().reduce((_, last) -> last).orElseThrow();
    int deltas = granularity.blockBytes() / 4;
    return new Bits(encoding, encoding + 8 * widest.getKey() - deltas * widest.getValue());
  }

  private static Figures draw(Bits bits) {
    Columns<Integer> columns =
        new Columns<Integer>()
            .text(
                "metadata", each -> each == bits.encoding ? "encoding" : "encoding, base and mask")
            .number("a block", 0, "bits", each -> each)
            .number("4 GiB", 0, "MiB", each -> total(each) / MIB)
            .number("share", 2, "%", MetadataReach::share)
            .number("blocks in a line", 0, each -> blocks(LINE, each))
            .number("a cache covers", 2, "MiB", MetadataReach::reach);
    return Figures.none()
        .with(
            "metadata",
            columns.table("Metadata by what it holds", List.of(bits.encoding, bits.withHeader)));
  }

  /** Metadata of a block in bits: the encoding, and base and mask beside it. */
  record Bits(int encoding, int withHeader) {}

  private static Unit mib(int decimals) {
    return new Unit("MiB", decimals);
  }

  /** Percent of the memory. */
  private static double share(int bits) {
    return 100 * total(bits) / MEMORY;
  }

  private static double total(int bits) {
    return (double) MEMORY / Granularity.DEFAULT.blockBytes() * bits / 8;
  }

  private static int blocks(int bytes, int bits) {
    return 8 * bytes / bits;
  }

  /** MiB of memory whose metadata fit a cache. */
  private static double reach(int bits) {
    return blocks(CACHE, bits) * (double) Granularity.DEFAULT.blockBytes() / MIB;
  }
}
