package dev.magpie.cli.dram;

import dev.magpie.cli.Json;
import dev.magpie.cli.Report;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;

/** The memories that have names. */
final class DramList implements Report {
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
            .text("dram")
            .text("standard")
            .number("peak", 1, "GB/s")
            .number("banks", 0)
            .number("capacity", 0, "MiB")
            .text("what it is")
            .text("source");
    for (DramConfig config : DramConfigs.all()) {
      table.row(
          config.name(),
          config.standard(),
          config.peakGigabytesPerSecond(),
          config.banks(),
          config.bytes() >> 20,
          config.description(),
          config.source());
    }
    return table.build();
  }

  @Override
  public void writeJson(OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("schema", "magpie.drams/1");
      json.writeArrayPropertyStart("drams");
      for (DramConfig config : DramConfigs.all()) {
        json.writeStartObject();
        json.writeStringProperty("name", config.name());
        json.writeStringProperty("standard", config.standard());
        json.writeStringProperty("description", config.description());
        json.writeStringProperty("source", config.source());
        json.writeNumberProperty("clockMegahertz", config.clockMegahertz());
        json.writeNumberProperty("peakBandwidth", config.peakGigabytesPerSecond());
        json.writeNumberProperty("banks", config.banks());
        json.writeNumberProperty("bytes", config.bytes());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
