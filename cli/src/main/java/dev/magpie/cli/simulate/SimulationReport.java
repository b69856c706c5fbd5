package dev.magpie.cli.simulate;

import static java.util.Objects.requireNonNull;

import dev.magpie.cli.output.Report;
import dev.magpie.gpu.Breakdown;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.SimulationResult.Launch;
import dev.magpie.gpu.SimulationResult.Moved;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a simulation came to, for programs and for people. */
public final class SimulationReport {
  private static final DocumentType<SimulationResult> TYPE =
      new DocumentType<>(SimulationResult.SCHEMA, SimulationResult.class);
  private static final double MEBIBYTE = 1 << 20;

  private SimulationReport() {}

  /**
   * The report of a result.
   *
   * @param csv whose rows are CSV; launches if it is empty
   */
  public static Report of(SimulationResult result, Optional<Breakdown.Part> csv) {
    Table rows =
        csv.map(part -> BreakdownTables.rows(requireNonNull(result.breakdown()), part))
            .orElseGet(() -> Columns.ofRecord(Launch.class).table(result.launches()));
    return Report.of(TYPE, result, tables(result, SourceTexts.NONE).toArray(Table[]::new))
        .headed(summary(result))
        .withCsv(rows);
  }

  /**
   * What there is to tell of it.
   *
   * @param texts that its kernels were compiled from
   */
  static List<Table> tables(SimulationResult result, SourceTexts texts) {
    List<Table> tables = new ArrayList<>(List.of(kernels(result), memory(result)));
    if (!result.codec().equals("none")) {
      tables.add(blocks(result));
    }
    if (result.buddy() != null) {
      tables.add(buddy(result.buddy()));
    }
    if (result.unified() != null) {
      tables.add(unified(result.unified()));
    }
    if (result.link() != null) {
      tables.add(link(result.link()));
    }
    if (result.hostCopies() != null) {
      tables.add(hostCopies(result.hostCopies(), result.cycles()));
    }
    if (result.sampling() != null) {
      tables.addAll(SamplingTables.of(result.sampling()));
    }
    tables.add(stalls(result));
    tables.addAll(BreakdownTables.of(result, texts));
    return tables;
  }

  static String summary(SimulationResult result) {
    double all = result.warpInstructions() + result.foldedInstructions();
    String folded =
        result.foldedInstructions() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; %.1f %% of PTX's instructions are parts of others",
                100 * (result.foldedInstructions() / all));
    return String.format(
        Locale.ROOT,
        "%s, %scodec %s: %s in %,d cycles (%.3f ms), %.2f instructions a cycle, %.1f of %.1f"
            + " GB/s%s",
        result.gpu(),
        result.layout().map(each -> "layout %s, ".formatted(each.name())).orElse(""),
        result.codec(),
        launches(result.window()),
        result.cycles(),
        1e3 * result.seconds(),
        result.ipc(),
        result.dram().bandwidth(),
        result.dram().peakBandwidth(),
        folded);
  }

  private static String launches(SimulationResult.Window window) {
    String launches =
        String.format(
            Locale.ROOT,
            "%,d %s",
            window.launches(),
            window.launches() == 1 ? "launch" : "launches");
    if (window.first() > 0) {
      launches += String.format(Locale.ROOT, " from number %,d on", window.first());
    }
    return window.warmUp() == 0
        ? launches
        : launches + String.format(Locale.ROOT, " after %,d that filled caches,", window.warmUp());
  }

  /** A line for each kernel. */
  private static Table kernels(SimulationResult result) {
    Map<String, List<Launch>> byKernel = new LinkedHashMap<>();
    for (Launch each : result.launches()) {
      byKernel.computeIfAbsent(each.kernel(), _ -> new ArrayList<>()).add(each);
    }
    Table.Builder table =
        Table.titled("")
            .text("kernel")
            .number("launches", 0)
            .number("cycles", 0)
            .number("of all", 1, "%")
            .number("warp-instructions", 0)
            .number("IPC", 2)
            .number("blocks an SM", 0)
            .text("limited by")
            .number("bandwidth", 1, "GB/s");
    boolean spills = result.buddy() != null;
    if (spills) {
      table.number("to buddy memory", 2, "%");
    }
    if (result.link() != null) {
      table.number("links", 1, "GB/s");
    }
    KernelNames names = KernelNames.of(List.copyOf(byKernel.keySet()));
    byKernel.forEach((kernel, launches) -> {
      long cycles = launches.stream().mapToLong(Launch::cycles).sum();
      long issued = launches.stream().mapToLong(Launch::warpInstructions).sum();
      long bytes = launches.stream().mapToLong(Launch::dramBytes).sum();
      double gigabytesPerSecond = result.clockMegahertz() / 1e3 / cycles;
      List<Object> row =
          new ArrayList<>(
              List.of(
                  names.shortest(kernel),
                  launches.size(),
                  cycles,
                  100.0 * cycles / result.cycles(),
                  issued,
                  (double) issued / cycles,
                  launches.getFirst().blocksPerMultiprocessor(),
                  launches.getFirst().limitedBy(),
                  bytes * gigabytesPerSecond));
      if (spills) {
        row.add(100 * buddyShare(launches));
      }
      if (result.link() != null) {
        row.add(launches.stream().mapToLong(Launch::linkBytes).sum() * gigabytesPerSecond);
      }
      table.row(row.toArray());
    });
    return table.build();
  }

  /** Of a kernel's accesses to coded lines; 0 without any. */
  private static double buddyShare(List<Launch> launches) {
    double accesses = launches.stream().mapToLong(Launch::codedAccesses).sum();
    return launches.stream().mapToLong(Launch::buddyAccesses).sum() / Math.max(1, accesses);
  }

  /** What caches and DRAM did. */
  private static Table memory(SimulationResult result) {
    SimulationResult.Dram dram = result.dram();
    SimulationResult.Crossbar crossbar = result.crossbar();
    return Table.titled("")
        .number("L1 hits", 1, "%")
        .number("L2 hits", 1, "%")
        .number("crossbar", 1, "%")
        .number("metadata hits", 1, "%")
        .number("DRAM reads", 0)
        .number("DRAM writes", 0)
        .number("moved", 2, "MiB")
        .number("row hits", 1, "%")
        .number("bandwidth", 1, "GB/s")
        .number("of peak", 1, "%")
        .number("energy", 3, "mJ")
        .number("host", 2, "s")
        .row(
            100 * result.l1().hitRate(),
            100 * result.l2().hitRate(),
            100 * Math.max(crossbar.requestUtilization(), crossbar.answerUtilization()),
            100 * result.metadataCache().hitRate(),
            dram.reads(),
            dram.writes(),
            dram.bytes() / MEBIBYTE,
            100 * dram.rowHitRate(),
            dram.bandwidth(),
            100 * dram.utilization(),
            1e3 * result.joules().total(),
            result.hostSeconds())
        .note(
            String.format(
                Locale.ROOT,
                "Its memory is %,.2f MiB, %,.1f times the L2.",
                result.footprint().bytes() / MEBIBYTE,
                result.footprint().timesL2()))
        .build();
  }

  /** Coded blocks that moved, by their bursts. */
  private static Table blocks(SimulationResult result) {
    Table.Builder table = Table.titled("").text("coded blocks").number("blocks", 0);
    for (int bursts : result.blocks().reads().bursts().keySet()) {
      table.number(bursts + (bursts == 1 ? " burst" : " bursts"), 1, "%");
    }
    table.number("raw ratio", 3).number("effective ratio", 3);
    row(table, "read", result.blocks().reads());
    row(table, "written", result.blocks().writes());
    result
        .layout()
        .filter(each -> each.relocations() > 0)
        .ifPresent(each ->
            table.note(
                String.format(
                    Locale.ROOT,
                    "%,d pages were laid out anew, which moved %,d bytes beside the blocks.",
                    each.relocations(),
                    each.relocatedBytes())));
    return table.build();
  }

  private static void row(Table.Builder table, String name, Moved moved) {
    List<Object> cells = new ArrayList<>();
    cells.add(name);
    cells.add(moved.blocks());
    for (long blocks : moved.bursts().values()) {
      cells.add(100 * ((double) blocks / moved.blocks()));
    }
    cells.add(moved.rawRatio());
    cells.add(moved.effectiveRatio());
    table.row(cells.toArray());
  }

  /** What went to buddy memory. */
  private static Table buddy(SimulationResult.Buddy buddy) {
    return Table.titled("")
        .number("ratio", 2)
        .number("accesses", 0)
        .number("to buddy memory", 2, "%")
        .number("of all accesses", 2, "%")
        .number("sectors read", 0)
        .number("written", 0)
        .row(
            buddy.ratio(),
            buddy.accesses(),
            100 * buddy.buddyShare(),
            100 * buddy.shareOfAll(),
            buddy.sectorsRead(),
            buddy.sectorsWritten())
        .build();
  }

  /** Pages that came and went. */
  private static Table unified(SimulationResult.Unified unified) {
    return Table.titled("")
        .number("unified", 2, "MiB")
        .number("room for", 1, "%")
        .number("faults", 0)
        .number("accesses that waited", 0)
        .number("batches", 0)
        .number("driver busy", 1, "%")
        .number("pages in", 0)
        .number("prefetched", 1, "%")
        .number("blocks out", 0)
        .number("pages out", 0)
        .row(
            unified.bytes() / MEBIBYTE,
            100.0 * unified.roomBytes() / unified.bytes(),
            unified.faults(),
            unified.waitingAccesses(),
            unified.batches(),
            100 * unified.driverShare(),
            unified.migratedPages(),
            100.0 * unified.prefetchedPages() / unified.migratedPages(),
            unified.evictedBlocks(),
            unified.evictedPages())
        .build();
  }

  /** What went over the links, to buddy memory or memory of the host. */
  private static Table link(SimulationResult.Link link) {
    return Table.titled("")
        .number("link reads", 0)
        .number("writes", 0)
        .number("over the links, to", 2, "MiB")
        .number("from", 2, "MiB")
        .number("busy, to", 1, "%")
        .number("from", 1, "%")
        .number("latency", 0, "cycles")
        .row(
            link.reads(),
            link.writes(),
            link.bytesTo() / MEBIBYTE,
            link.bytesFrom() / MEBIBYTE,
            100 * link.utilizationTo(),
            100 * link.utilizationFrom(),
            link.meanReadLatency())
        .build();
  }

  /** What the host copied between launches. */
  private static Table hostCopies(SimulationResult.HostCopies copies, long cycles) {
    Table.Builder table =
        Table.titled("")
            .text("host copies")
            .number("copies", 0)
            .number("moved", 2, "MiB")
            .number("cycles", 0)
            .number("of all", 1, "%");
    row(table, "to the GPU", copies.toDevice(), cycles);
    row(table, "to the host", copies.toHost(), cycles);
    return table.build();
  }

  private static void row(
      Table.Builder table, String name, SimulationResult.Copies copies, long cycles) {
    table.row(
        name,
        copies.copies(),
        copies.bytes() / MEBIBYTE,
        copies.cycles(),
        100.0 * copies.cycles() / cycles);
  }

  /** Why schedulers issued nothing. */
  private static Table stalls(SimulationResult result) {
    Table.Builder table =
        Table.titled("").text("schedulers").number("cycles", 0).number("of all", 1, "%");
    double all = result.schedulerCycles();
    long stalled = result.stalls().values().stream().mapToLong(Long::longValue).sum();
    long assisted = result.assistInstructions();
    long issued = result.schedulerCycles() - stalled - assisted;
    table.row("issued", issued, 100 * (issued / all));
    if (assisted > 0) {
      table.row("issued: assist warps", assisted, 100 * (assisted / all));
    }
    result
        .stalls()
        .forEach((reason, cycles) -> {
          if (cycles > 0) {
            table.row("waited: " + reason, cycles, 100 * (cycles / all));
          }
        });
    return table.build();
  }
}
