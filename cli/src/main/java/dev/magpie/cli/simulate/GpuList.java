package dev.magpie.cli.simulate;

import dev.magpie.cli.Json;
import dev.magpie.cli.Report;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** The GPUs that have names. */
final class GpuList implements Report {
  private static List<GpuConfig> all() {
    return GpuConfigs.names().stream().map(GpuConfigs::named).flatMap(Optional::stream).toList();
  }

  @Override
  public String csv() {
    return Csv.render(table());
  }

  @Override
  public String text(int width) {
    return TextTable.render(table(), width);
  }

  private static Table table() {
    Table.Builder table =
        Table.titled("")
            .text("gpu")
            .number("SMs", 0)
            .number("clock", 0, "MHz")
            .number("L2", 0, "KiB")
            .text("memory")
            .number("channels", 0)
            .number("peak", 1, "GB/s")
            .text("source");
    for (GpuConfig config : all()) {
      table.row(
          config.name(),
          config.multiprocessors(),
          config.clockMegahertz(),
          config.l2().bytes() >> 10,
          config.dram().standard(),
          config.controller().channels(),
          config.peakGigabytesPerSecond(),
          config.source());
    }
    return table.build();
  }

  @Override
  public void writeJson(OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("schema", "magpie.gpus/1");
      json.writeArrayPropertyStart("gpus");
      for (GpuConfig config : all()) {
        json.writeStartObject();
        json.writeStringProperty("name", config.name());
        json.writeStringProperty("description", config.description());
        json.writeStringProperty("source", config.source());
        json.writeNumberProperty("multiprocessors", config.multiprocessors());
        json.writeNumberProperty("clockMegahertz", config.clockMegahertz());
        json.writeNumberProperty("l2Bytes", config.l2().bytes());
        json.writeStringProperty("dram", config.dram().name());
        json.writeNumberProperty("channels", config.controller().channels());
        json.writeNumberProperty("peakBandwidth", config.peakGigabytesPerSecond());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
