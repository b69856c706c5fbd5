package dev.magpie.cli.dram;

import dev.magpie.cli.output.Report;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import java.util.List;

/** The memories that have names. */
record DramList(List<Dram> drams) {
  static final DocumentType<DramList> TYPE = new DocumentType<>("magpie.drams/1", DramList.class);

  private record Dram(
      String name,
      String standard,
      String description,
      String source,
      double clockMegahertz,
      double peakBandwidth,
      int banks,
      long bytes) {
    static Dram of(DramConfig config) {
      return new Dram(
          config.name(),
          config.standard(),
          config.description(),
          config.source(),
          config.clockMegahertz(),
          config.peakGigabytesPerSecond(),
          config.banks(),
          config.bytes());
    }
  }

  static Report report() {
    List<DramConfig> all = DramConfigs.all();
    List<Dram> listed = all.stream().map(Dram::of).toList();
    return Report.of(
            TYPE,
            new DramList(listed),
            new Columns<DramConfig>()
                .text("dram", DramConfig::name)
                .text("standard", DramConfig::standard)
                .number("peak", 1, "GB/s", DramConfig::peakGigabytesPerSecond)
                .number("banks", 0, DramConfig::banks)
                .number("capacity", 0, "MiB", config -> config.bytes() >> 20)
                .text("what it is", DramConfig::description)
                .text("source", DramConfig::source)
                .table(all))
        .withCsv(Dram.class, listed);
  }
}
