package dev.magpie.lab.mag;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Columns;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Table IV: the GPU that is simulated. */
final class Table4Gpu {
  /** The preset is for all programs, also those of LonestarGPU's usual blocks. */
  private static final String LARGER_CTAS =
      "The preset takes blocks of up to 1,024 threads, as the hardware does; the paper's programs"
          + " here have 512 at most.";

  /** Threads of a warp. */
  private static final int LANES = 32;

  /** How much faster the clock of the functional units is than that of the table. */
  private static final int HOT = 2;

  /** Bits that a pin of GDDR5 moves in a cycle of the command clock. */
  private static final int DATA_RATE = 4;

  /**
   * A row of the table.
   *
   * @param paper its value as printed
   * @param here that of the preset
   * @param deviation why they differ; empty where they do not
   */
  private record Parameter(
      String name, String paper, ToDoubleFunction<GpuConfig> here, String deviation) {
    Parameter(String name, String paper, ToDoubleFunction<GpuConfig> here) {
      this(name, paper, here, "");
    }
  }

  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("SMs", "16", GpuConfig::multiprocessors),
          new Parameter("SM frequency in MHz", "822", GpuConfig::clockMegahertz),
          new Parameter("threads of an SM", "1536", gpu -> gpu.core().threads()),
          new Parameter("CTAs of an SM", "8", gpu -> gpu.core().blocks()),
          new Parameter(
              "threads of a CTA", "512", gpu -> gpu.core().threadsPerBlock(), LARGER_CTAS),
          new Parameter("functional units of an SM", "32", Table4Gpu::functionalUnits),
          new Parameter("registers of an SM in K", "32", gpu -> gpu.core().registers() / 1024.0),
          new Parameter(
              "shared memory of an SM in KB", "48", gpu -> gpu.core().sharedBytes() / 1024.0),
          new Parameter("L1 of an SM in KB", "16", gpu -> gpu.l1().bytes() / 1024.0),
          new Parameter("L2 in KB", "768", gpu -> gpu.l2().bytes() / 1024.0),
          new Parameter("memory controllers", "6", gpu -> gpu.controller().controllers()),
          new Parameter("memory clock in MHz", "1002", gpu -> gpu.dram().clockMegahertz()),
          new Parameter("memory bandwidth in GB/s", "192.4", GpuConfig::peakGigabytesPerSecond),
          new Parameter("burst length", "8", Table4Gpu::burstLength),
          new Parameter(
              "bus width in bits", "32", gpu -> 8.0 * gpu.dram().accessBytes() / burstLength(gpu)));

  /** Cycles that one of the paper's codecs takes to compress and to decompress a block. */
  private record Latency(String codec, int compress, int decompress) {
    Compression here() {
      return of(codec);
    }

    static Compression of(String codec) {
      return Compression.of(CodecSpec.parse(codec), Granularity.DEFAULT.magBytes());
    }
  }

  private static final List<Latency> LATENCIES =
      List.of(
          new Latency("bdi", 1, 1),
          new Latency("mag-bdi", 1, 1),
          new Latency("fpc", 6, 10),
          new Latency("c-pack", 12, 13),
          new Latency("tslc-opt", 60, 20));

  private static double functionalUnits(GpuConfig gpu) {
    return (double) LANES * gpu.core().units().getOrDefault("arithmetic", 0) / HOT;
  }

  private static double burstLength(GpuConfig gpu) {
    return (double) DATA_RATE * gpu.dram().burstCycles();
  }

  static Experiment<?> experiment() {
    return Description.of(
            "mag/table4", "The simulated GPU", MagPaper.source("sections IV-F and V-A, Table IV"))
        .method("The values of the preset gtx580 beside those of the table.")
        .deviation(
            "Each of the six controllers has two channels of 32 bits, which a burst of 32 bytes and"
                + " a bandwidth of 192.4 GB/s together ask for. Lanes run at twice the clock of the"
                + " table, so the 32 units of an SM take two warps in each of its cycles.")
        .parameter("gpu", "gtx580")
        .measure(_ -> GpuConfigs.named("gtx580").orElseThrow())
        .claims(PARAMETERS.stream().map(Table4Gpu::sameAs))
        .claims(LATENCIES.stream().flatMap(Table4Gpu::sameAs))
        .claims(
            cycles(
                "metadata",
                "Cycles of the metadata cache",
                1,
                gpu -> gpu.controller().metadataLatency()),
            setting("tslc-opt", "threshold", "lossy threshold", 16, "bytes"),
            setting("e2mc", "symbol", "symbols", 16, "bits"),
            setting("e2mc", "ways", "parallel decoding", 4, "ways"),
            Claim.consistency("entropyLatency", "E2MC and SC2 take longer than FPC, C-PACK and BDI")
                .holds(gpu ->
                    Stream.of("e2mc", "sc2")
                        .allMatch(entropy ->
                            Stream.of("fpc", "c-pack", "bdi")
                                .allMatch(simple ->
                                    decompression(simple, gpu) < decompression(entropy, gpu)))),
            Claim.consistency(
                    "pins",
                    "Bandwidth of 6 controllers of 32 bits at 1002 MHz, 4 bits a clock and pin")
                .because(
                    "It is half of the table's, which takes two channels of 32 bits a controller.")
                .is("192.4", new Unit("GB/s", 1), _ -> 6 * 32 * DATA_RATE * 1002e-3 / 8),
            Claim.consistency("cacheSize", "Metadata cache: size")
                .whole(16, "KB", gpu -> gpu.controller().metadataCache().bytes() / 1024.0),
            Claim.consistency("cacheWays", "Metadata cache: associativity")
                .whole(4, "ways", gpu -> gpu.controller().metadataCache().ways()))
        .draw(Table4Gpu::draw);
  }

  private static Figures draw(GpuConfig gpu) {
    Columns<Parameter> parameters =
        new Columns<Parameter>()
            .text("parameter", Parameter::name)
            .number("here", 1, parameter -> parameter.here.applyAsDouble(gpu))
            .number("Table IV", 1, parameter -> Double.valueOf(parameter.paper));
    Columns<Latency> latencies =
        new Columns<Latency>()
            .text("codec", Latency::codec)
            .number("to compress", 0, latency -> latency.here().compressionCycles(gpu))
            .number("to decompress", 0, latency -> latency.here().decompressionCycles(gpu));
    return Figures.none()
        .with("gpu", parameters.table("The preset gtx580", PARAMETERS))
        .with("latencies", latencies.table("Cycles for a block of 128 bytes", LATENCIES));
  }

  private static Claim<GpuConfig> sameAs(Parameter parameter) {
    Unit unit = new Unit("", parameter.paper.contains(".") ? 1 : 0);
    return Claim.consistency(parameter.name, "Table IV: " + parameter.name)
        .because(parameter.deviation)
        .is(parameter.paper, unit, parameter.here);
  }

  private static Stream<Claim<GpuConfig>> sameAs(Latency latency) {
    String title = Codecs.family(latency.codec).title();
    return Stream.of(
        cycles(
            "compress." + latency.codec,
            title + ": cycles to compress",
            latency.compress,
            gpu -> latency.here().compressionCycles(gpu)),
        cycles(
            "decompress." + latency.codec,
            title + ": cycles to decompress",
            latency.decompress,
            gpu -> latency.here().decompressionCycles(gpu)));
  }

  private static int decompression(String codec, GpuConfig gpu) {
    return Latency.of(codec).decompressionCycles(gpu);
  }

  private static Claim<GpuConfig> setting(
      String codec, String parameter, String text, int paper, String unit) {
    return Claim.consistency(codec + "." + parameter, "%s: %s".formatted(codec, text))
        .whole(paper, unit, _ -> Double.parseDouble(CodecSpec.parse(codec).value(parameter)));
  }

  private static Claim<GpuConfig> cycles(
      String name, String text, int paper, ToDoubleFunction<GpuConfig> here) {
    return Claim.consistency(name, text).whole(paper, "cycles", here);
  }
}
