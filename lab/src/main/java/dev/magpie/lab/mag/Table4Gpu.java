package dev.magpie.lab.mag;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Table;
import java.util.LinkedHashMap;
import java.util.Map;

/** Table IV: the GPU that is simulated. */
final class Table4Gpu implements NamedExperiment {
  /** The paper's values by what they are. */
  private static final Map<String, Double> PAPER = new LinkedHashMap<>();

  static {
    PAPER.put("SMs", 16.0);
    PAPER.put("SM frequency in MHz", 822.0);
    PAPER.put("threads of an SM", 1536.0);
    PAPER.put("CTAs of an SM", 8.0);
    PAPER.put("threads of a CTA", 512.0);
    PAPER.put("functional units of an SM", 32.0);
    PAPER.put("registers of an SM in K", 32.0);
    PAPER.put("shared memory of an SM in KB", 48.0);
    PAPER.put("L1 of an SM in KB", 16.0);
    PAPER.put("L2 in KB", 768.0);
    PAPER.put("memory controllers", 6.0);
    PAPER.put("memory clock in MHz", 1002.0);
    PAPER.put("memory bandwidth in GB/s", 192.4);
    PAPER.put("burst length", 8.0);
    PAPER.put("bus width in bits", 32.0);
  }

  /** Cycles that the paper's codecs take to compress and to decompress a block, by family. */
  private static final Map<String, int[]> PAPER_CYCLES = new LinkedHashMap<>();

  static {
    PAPER_CYCLES.put("bdi", new int[] {1, 1});
    PAPER_CYCLES.put("mag-bdi", new int[] {1, 1});
    PAPER_CYCLES.put("fpc", new int[] {6, 10});
    PAPER_CYCLES.put("c-pack", new int[] {12, 13});
    PAPER_CYCLES.put("tslc-opt", new int[] {60, 20});
  }

  private static final String CTA_THREADS = "threads of a CTA";

  /** The preset is for all programs, also those of LonestarGPU's usual blocks. */
  private static final String LARGER_CTAS =
      "The preset takes blocks of up to 1,024 threads, as the hardware does; the paper's programs"
          + " here have 512 at most.";

  /** Threads of a warp; and how much faster the units' clock is than that of the table. */
  private static final int LANES = 32;

  private static final int HOT = 2;

  /** Bits that a pin of GDDR5 moves in a cycle of the command clock. */
  private static final int DATA_RATE = 4;

  @Override
  public Description description() {
    Description.Builder description =
        Description.of(
                "mag/table4", "The simulated GPU", MagPaper.source("sections IV-F and V-A, Table IV"))
            .method("The values of the preset gtx580 beside those of the table.")
            .deviation(
                "Each of the six controllers has two channels of 32 bits, which a burst of 32 bytes and"
                    + " a bandwidth of 192.4 GB/s together ask for. Lanes run at twice the clock of the"
                    + " table, so the 32 units of an SM take two warps in each of its cycles.")
            .parameter("gpu", "gtx580");
    PAPER.forEach((name, value) ->
        description.claim(
            NamedExperiment.of(
                    name, "Table IV: " + name, value, new Unit("", value == 192.4 ? 1 : 0))
                .within(Band.around(value, value == 192.4 ? 0.05 : 0))
                .notExpected(name.equals(CTA_THREADS) ? LARGER_CTAS : "")));
    PAPER_CYCLES.forEach((codec, cycles) -> {
      String title = Codecs.family(codec).title();
      description
          .claim(cycles("compress." + codec, title + ": cycles to compress", cycles[0]))
          .claim(cycles("decompress." + codec, title + ": cycles to decompress", cycles[1]));
    });
    return description
        .claim(cycles("metadata", "Cycles of the metadata cache", 1))
        .claim(NamedExperiment.of("cacheSize", "Metadata cache", 16, Unit.whole("KB")))
        .claim(NamedExperiment.of("cacheWays", "Metadata cache", 4, Unit.whole("ways")))
        .build();
  }

  private static Claim.Quantity<Findings> cycles(String measure, String text, int paper) {
    return NamedExperiment.of(measure, text, paper, Unit.whole("cycles"));
  }

  @Override
  public Findings run(RunContext context) {
    GpuConfig gpu = GpuConfigs.named("gtx580").orElseThrow();
    double pins = 8.0 * gpu.dram().accessBytes() / (DATA_RATE * gpu.dram().burstCycles());
    Map<String, Double> measured = new LinkedHashMap<>();
    measured.put("SMs", (double) gpu.multiprocessors());
    measured.put("SM frequency in MHz", gpu.clockMegahertz());
    measured.put("threads of an SM", (double) gpu.core().threads());
    measured.put("CTAs of an SM", (double) gpu.core().blocks());
    measured.put("threads of a CTA", (double) gpu.core().threadsPerBlock());
    measured.put(
        "functional units of an SM",
        (double) LANES * gpu.core().units().getOrDefault("arithmetic", 0) / HOT);
    measured.put("registers of an SM in K", gpu.core().registers() / 1024.0);
    measured.put("shared memory of an SM in KB", gpu.core().sharedBytes() / 1024.0);
    measured.put("L1 of an SM in KB", gpu.l1().bytes() / 1024.0);
    measured.put("L2 in KB", gpu.l2().bytes() / 1024.0);
    measured.put("memory controllers", (double) gpu.controller().controllers());
    measured.put("memory clock in MHz", gpu.dram().clockMegahertz());
    measured.put("memory bandwidth in GB/s", gpu.peakGigabytesPerSecond());
    measured.put("burst length", (double) DATA_RATE * gpu.dram().burstCycles());
    measured.put("bus width in bits", pins);
    Table.Builder table =
        Table.titled("The preset gtx580").text("parameter").number("here", 1).number("Table IV", 1);
    Findings.Builder findings = Findings.builder();
    measured.forEach((name, value) -> {
      findings.measure(name, value);
      table.row(name, value, PAPER.get(name));
    });
    Table.Builder latencies =
        Table.titled("Cycles for a block of 128 bytes")
            .text("codec")
            .number("to compress", 0)
            .number("to decompress", 0);
    for (String codec : PAPER_CYCLES.keySet()) {
      Compression compression =
          Compression.of(CodecSpec.parse(codec), Granularity.DEFAULT.magBytes());
      findings
          .measure("compress." + codec, compression.compressionLatency())
          .measure("decompress." + codec, compression.decompressionLatency());
      latencies.row(codec, compression.compressionLatency(), compression.decompressionLatency());
    }
    return findings
        .measure("metadata", gpu.controller().metadataLatency())
        .measure("cacheSize", gpu.controller().metadataCache().bytes() / 1024.0)
        .measure("cacheWays", gpu.controller().metadataCache().ways())
        .table("gpu", table.build())
        .table("latencies", latencies.build())
        .build();
  }
}
