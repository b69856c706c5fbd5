package dev.magpie.cli.layout;

import dev.magpie.analysis.LayoutTraffic;
import dev.magpie.cli.Json;
import dev.magpie.cli.Report;
import dev.magpie.memory.Transfers;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Layouts side by side, for people or programs. */
record LayoutReport(String summary, String codec, List<String> notes, List<LayoutTraffic> results)
    implements Report {
  LayoutReport {
    notes = List.copyOf(notes);
    results = List.copyOf(results);
  }

  @Override
  public String csv() {
    return Csv.render(table());
  }

  @Override
  public String text(int width) {
    return summary + "\n\n" + TextTable.render(table(), width);
  }

  private Table table() {
    Table.Builder table =
        Table.titled("")
            .text("layout")
            .number("capacity ratio", 3)
            .number("metadata", 1, "KiB")
            .number("read ratio", 3)
            .number("write ratio", 3)
            .number("metadata looked up", 0)
            .number("missed", 2, "%")
            .number("metadata bursts", 0)
            .number("pages laid out anew", 0);
    for (LayoutTraffic each : results) {
      Transfers all = new Transfers();
      all.add(each.reads());
      all.add(each.writes());
      table.row(
          each.layout(),
          each.capacityRatio(),
          each.metadataBytes() / 1024.0,
          each.readRatio(),
          each.writeRatio(),
          all.metadataAccesses,
          all.metadataAccesses == 0 ? null : 100.0 * all.metadataMisses / all.metadataAccesses,
          all.metadataSectors(),
          all.relocations);
    }
    table.note(
        "Ratios are uncompressed over compressed: of memory taken, and of bursts moved, metadata"
            + " and all.");
    notes.forEach(table::note);
    return table.build();
  }

  @Override
  public void writeJson(OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("schema", "magpie.layout/1");
      json.writeStringProperty("codec", codec);
      json.writeArrayPropertyStart("notes");
      notes.forEach(json::writeString);
      json.writeEndArray();
      json.writeArrayPropertyStart("layouts");
      for (LayoutTraffic each : results) {
        json.writeStartObject();
        json.writeStringProperty("layout", each.layout());
        json.writeNumberProperty("burstBytes", each.burstBytes());
        json.writeNumberProperty("dataBytes", each.dataBytes());
        json.writeNumberProperty("deviceBytes", each.deviceBytes());
        json.writeNumberProperty("metadataBytes", each.metadataBytes());
        if (Double.isFinite(each.capacityRatio())) {
          json.writeNumberProperty("capacityRatio", each.capacityRatio());
        } else {
          // Pages of zeros take nothing, and JSON has no infinity.
          json.writeNullProperty("capacityRatio");
        }
        transfers("reads", each.reads(), json);
        transfers("writes", each.writes(), json);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void transfers(String name, Transfers transfers, JsonGenerator json) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("blocks", transfers.reads + transfers.writes);
    json.writeNumberProperty("dataBursts", transfers.deviceSectors());
    json.writeNumberProperty("metadataBursts", transfers.metadataSectors());
    json.writeNumberProperty("metadataAccesses", transfers.metadataAccesses);
    json.writeNumberProperty("metadataMisses", transfers.metadataMisses);
    json.writeNumberProperty("relocations", transfers.relocations);
    json.writeEndObject();
  }
}
