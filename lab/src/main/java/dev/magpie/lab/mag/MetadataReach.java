package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Table;
import java.util.Map;

/** Section IV-F: what the metadata cache reaches, with and without base and mask in it. */
final class MetadataReach implements NamedExperiment {
  private static final long MEMORY = 4L << 30;
  private static final int LINE = 128;
  private static final int CACHE = 16 << 10;
  private static final int CONTROLLERS = 6;
  private static final double MIB = 1 << 20;

  @Override
  public Description description() {
    return Description.of(
            "mag/metadata", "What a metadata cache reaches", MagPaper.source("section IV-F"))
        .method(
            "The codec says how many bits it keeps outside a block; what base and mask take of a"
                + " coded block is its size less its deltas. The rest is arithmetic.")
        .parameter("block", 128)
        .parameter("mag", 32)
        .parameter("memory bytes", MEMORY)
        .parameter("cache bytes", CACHE)
        .parameter("cache line bytes", LINE)
        .parameter("controllers", CONTROLLERS)
        .claim(NamedExperiment.of("bits", "Metadata of a block", 2, Unit.whole("bits")))
        .claim(NamedExperiment.of("total", "Metadata of 4 GB", 8, mib(0)))
        .claim(
            NamedExperiment.of(
                "lineBlocks", "Blocks in a line of the cache", 512, Unit.whole("blocks")))
        .claim(
            NamedExperiment.of("cacheBlocks", "Blocks in a cache of 16 KB", 64, Unit.whole("Ki")))
        .claim(NamedExperiment.of("reach", "Memory that a cache covers", 8, mib(0)))
        .claim(NamedExperiment.of("reachOfAll", "Memory that six caches cover", 48, mib(0)))
        .claim(
            NamedExperiment.of(
                "totalWithHeader", "Metadata of 4 GB, with base and mask", 264, mib(0)))
        .claim(
            NamedExperiment.of(
                    "shareWithHeader", "Share of the memory, with base and mask", 6.5, Unit.PERCENT)
                .within(Band.around(6.5, 0.1)))
        .claim(
            NamedExperiment.of(
                    "reachWithHeader",
                    "Memory that a cache covers, with base and mask",
                    0.24,
                    mib(2))
                .within(Band.around(0.24, 0.005)))
        .build();
  }

  private static Unit mib(int decimals) {
    return new Unit("MiB", decimals);
  }

  @Override
  public Findings run(RunContext context) {
    Granularity granularity = Granularity.DEFAULT;
    DeltaProbe probe = DeltaProbe.ofMagBdi(granularity, 4);
    int bits = probe.codec().tagBits();
    Map.Entry<Integer, Integer> widest =
        probe.deltaBitsBySize().entrySet().stream().reduce((_, last) -> last).orElseThrow();
    int deltas = granularity.blockBytes() / 4;
    int withHeader = bits + 8 * widest.getKey() - deltas * widest.getValue();
    Findings.Builder findings = Findings.builder();
    measure(findings, "", bits);
    measure(findings, "WithHeader", withHeader);
    Table.Builder table =
        Table.titled("Metadata by what it holds")
            .text("metadata")
            .number("a block", 0, "bits")
            .number("4 GiB", 0, "MiB")
            .number("share", 2, "%")
            .number("blocks in a line", 0)
            .number("a cache covers", 2, "MiB");
    row(table, "encoding", bits);
    row(table, "encoding, base and mask", withHeader);
    return findings
        .measure("reachOfAll", CONTROLLERS * reach(bits))
        .table("metadata", table.build())
        .build();
  }

  private static void measure(Findings.Builder findings, String suffix, int bits) {
    findings
        .measure("bits" + suffix, bits)
        .measure("total" + suffix, total(bits) / MIB)
        .measure("share" + suffix, 100 * total(bits) / MEMORY)
        .measure("lineBlocks" + suffix, blocks(LINE, bits))
        .measure("cacheBlocks" + suffix, blocks(CACHE, bits) / 1024.0)
        .measure("reach" + suffix, reach(bits));
  }

  private static void row(Table.Builder table, String name, int bits) {
    table.row(
        name, bits, total(bits) / MIB, 100 * total(bits) / MEMORY, blocks(LINE, bits), reach(bits));
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
