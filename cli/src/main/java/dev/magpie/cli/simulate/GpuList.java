package dev.magpie.cli.simulate;

import dev.magpie.cli.output.Report;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import java.util.List;
import java.util.Optional;

/** The GPUs that have names. */
record GpuList(List<Gpu> gpus) {
  static final DocumentType<GpuList> TYPE = new DocumentType<>("magpie.gpus/1", GpuList.class);

  private record Gpu(
      String name,
      String description,
      String source,
      int multiprocessors,
      double clockMegahertz,
      long l2Bytes,
      String dram,
      int channels,
      double peakBandwidth) {
    static Gpu of(GpuConfig config) {
      return new Gpu(
          config.name(),
          config.description(),
          config.source(),
          config.multiprocessors(),
          config.clockMegahertz(),
          config.l2().bytes(),
          config.dram().name(),
          config.controller().channels(),
          config.peakGigabytesPerSecond());
    }
  }

  static Report report() {
    List<GpuConfig> all =
        GpuConfigs.names().stream().map(GpuConfigs::named).flatMap(Optional::stream).toList();
    List<Gpu> listed = all.stream().map(Gpu::of).toList();
    return Report.of(
            TYPE,
            new GpuList(listed),
            new Columns<GpuConfig>()
                .text("gpu", GpuConfig::name)
                .number("SMs", 0, GpuConfig::multiprocessors)
                .number("clock", 0, "MHz", GpuConfig::clockMegahertz)
                .number("L2", 0, "KiB", config -> config.l2().bytes() >> 10)
                .text("memory", config -> config.dram().standard())
                .number("channels", 0, config -> config.controller().channels())
                .number("peak", 1, "GB/s", GpuConfig::peakGigabytesPerSecond)
                .text("source", GpuConfig::source)
                .table(all))
        .withCsv(Gpu.class, listed);
  }
}
