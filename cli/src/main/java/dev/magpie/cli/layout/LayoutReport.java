package dev.magpie.cli.layout;

import dev.magpie.analysis.LayoutTraffic;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.output.TableReport;
import dev.magpie.memory.Transfers;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.List;

/** Layouts side by side, for people or programs. */
record LayoutReport(String codec, List<String> notes, List<Layout> layouts) {
  static final DocumentType<LayoutReport> TYPE =
      new DocumentType<>("magpie.layout/1", LayoutReport.class);

  private record Layout(
      String layout,
      int burstBytes,
      long dataBytes,
      long deviceBytes,
      long metadataBytes,
      double capacityRatio,
      Moved reads,
      Moved writes) {
    static Layout of(LayoutTraffic traffic) {
      return new Layout(
          traffic.layout(),
          traffic.burstBytes(),
          traffic.dataBytes(),
          traffic.deviceBytes(),
          traffic.metadataBytes(),
          traffic.capacityRatio(),
          Moved.of(traffic.reads()),
          Moved.of(traffic.writes()));
    }
  }

  private record Moved(
      long blocks,
      long dataBursts,
      long metadataBursts,
      long metadataAccesses,
      long metadataMisses,
      long relocations) {
    static Moved of(Transfers transfers) {
      return new Moved(
          transfers.reads + transfers.writes,
          transfers.deviceSectors() + transfers.buddySectors(),
          transfers.metadataSectors(),
          transfers.metadataAccesses,
          transfers.metadataMisses,
          transfers.relocations);
    }
  }

  static Report of(String summary, String codec, List<String> notes, List<LayoutTraffic> results) {
    return TableReport.of(
            TYPE,
            new LayoutReport(codec, notes, results.stream().map(Layout::of).toList()),
            table(notes, results))
        .headed(summary);
  }

  private static Table table(List<String> notes, List<LayoutTraffic> results) {
    Table.Builder table =
        new Columns<LayoutTraffic>()
            .text("layout", LayoutTraffic::layout)
            .number("capacity ratio", 3, LayoutTraffic::capacityRatio)
            .number("metadata", 1, "KiB", each -> each.metadataBytes() / 1024.0)
            .number("read ratio", 3, LayoutTraffic::readRatio)
            .number("write ratio", 3, LayoutTraffic::writeRatio)
            .number("metadata looked up", 0, each -> all(each).metadataAccesses)
            .number(
                "missed",
                2,
                "%",
                each -> 100.0 * all(each).metadataMisses / all(each).metadataAccesses)
            .number("metadata bursts", 0, each -> all(each).metadataSectors())
            .number("pages laid out anew", 0, each -> all(each).relocations)
            .builder("", results)
            .note(
                "Ratios are uncompressed over compressed: of memory taken, and of bursts moved,"
                    + " metadata and all.");
    notes.forEach(table::note);
    return table.build();
  }

  /** Reads and writes. */
  private static Transfers all(LayoutTraffic traffic) {
    Transfers all = new Transfers();
    all.add(traffic.reads());
    all.add(traffic.writes());
    return all;
  }
}
