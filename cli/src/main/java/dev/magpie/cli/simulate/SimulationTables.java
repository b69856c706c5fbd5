package dev.magpie.cli.simulate;

import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedLaunch;
import dev.magpie.gpu.core.CoreCounts;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.gpu.memory.MovedBlocks;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A simulation for people. */
final class SimulationTables {
  private SimulationTables() {}

  /** A line for each launch. */
  static Table launches(SimulationResult result) {
    Table.Builder table =
        Table.titled("")
            .number("launch", 0)
            .text("kernel")
            .number("begin", 0)
            .number("cycles", 0)
            .number("warp-instructions", 0)
            .number("IPC", 3)
            .number("blocks", 0)
            .number("blocks an SM", 0)
            .text("limited by")
            .number("DRAM bytes", 0)
            .number("bandwidth", 2, "GB/s");
    for (TimedLaunch each : result.launches()) {
      table.row(
          each.timing().number(),
          each.timing().kernel(),
          each.timing().begin(),
          each.timing().cycles(),
          each.timing().warpInstructions(),
          each.instructionsPerCycle(),
          each.timing().blocks(),
          each.timing().occupancy(),
          each.timing().limit(),
          each.dramBytes(),
          each.bandwidth(result.config().clockMegahertz()));
    }
    return table.build();
  }

  /** A line for each kernel. */
  static Table kernels(SimulationResult result) {
    Map<String, List<TimedLaunch>> byKernel = new LinkedHashMap<>();
    for (TimedLaunch each : result.launches()) {
      byKernel.computeIfAbsent(each.timing().kernel(), _ -> new ArrayList<>()).add(each);
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
    byKernel.forEach((kernel, rows) -> {
      long cycles = rows.stream().mapToLong(each -> each.timing().cycles()).sum();
      long issued = rows.stream().mapToLong(each -> each.timing().warpInstructions()).sum();
      long bytes = rows.stream().mapToLong(TimedLaunch::dramBytes).sum();
      table.row(
          kernel,
          rows.size(),
          cycles,
          100.0 * cycles / result.cycles(),
          issued,
          (double) issued / cycles,
          rows.getFirst().timing().occupancy(),
          rows.getFirst().timing().limit(),
          bytes * result.config().clockMegahertz() * 1e6 / cycles / 1e9);
    });
    return table.build();
  }

  /** What caches and DRAM did. */
  static Table memory(SimulationResult result) {
    CoreCounts.Memory l1 = result.core().memory();
    MemoryCounters l2 = result.memory();
    ChannelCounters dram = result.dram();
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
            percent(l1.hits() + l1.merged(), l1.hits() + l1.merged() + l1.misses()),
            percent(l2.l2Hits + l2.l2Merges, l2Reads(l2)),
            100 * result.crossbarUtilization(Math.max(l2.requestFlits, l2.answerFlits)),
            percent(l2.metadataAccesses - l2.metadataMisses, l2.metadataAccesses),
            dram.reads,
            dram.writes,
            result.bytes(dram) / (double) (1 << 20),
            percent(dram.rowHits, dram.accesses()),
            result.bandwidth(dram),
            100 * result.utilization(),
            1e3 * result.energy().total(),
            result.hostSeconds())
        .build();
  }

  static long l2Reads(MemoryCounters counters) {
    return counters.l2Hits + counters.l2Merges + counters.l2Misses + counters.l2SectorMisses;
  }

  /** Share in percent; null of nothing. */
  private static @Nullable Double percent(long part, long whole) {
    return whole == 0 ? null : Double.valueOf(100.0 * part / whole);
  }

  /** Coded blocks that moved, by their bursts. */
  static Table blocks(SimulationResult result) {
    int most = MemoryAccess.LINE_BYTES / result.coding().magBytes();
    Table.Builder table = Table.titled("").text("coded blocks").number("blocks", 0);
    for (int bursts = 0; bursts <= most; bursts++) {
      table.number(bursts + (bursts == 1 ? " burst" : " bursts"), 1, "%");
    }
    table.number("raw ratio", 3).number("effective ratio", 3);
    row(table, "read", result.memory().codedReads, most);
    row(table, "written", result.memory().codedWrites, most);
    return table.build();
  }

  private static void row(Table.Builder table, String name, MovedBlocks moved, int most) {
    List<@Nullable Object> cells = new ArrayList<>();
    cells.add(name);
    cells.add(moved.blocks());
    for (int bursts = 0; bursts <= most; bursts++) {
      cells.add(percent(moved.blocksOf(bursts), moved.blocks()));
    }
    cells.add(moved.blocks() == 0 ? null : moved.rawRatio());
    cells.add(moved.blocks() == 0 ? null : moved.effectiveRatio());
    table.row(cells.toArray());
  }

  /** What went to buddy memory. */
  static Table buddy(SimulationResult result) {
    MemoryCounters memory = result.memory();
    return Table.titled("")
        .number("ratio", 2)
        .number("accesses", 0)
        .number("to buddy memory", 2, "%")
        .number("sectors read", 0)
        .number("written", 0)
        .number("link, to", 2, "MiB")
        .number("from", 2, "MiB")
        .number("busy, to", 1, "%")
        .number("from", 1, "%")
        .number("latency", 0, "cycles")
        .row(
            memory.buddyDeviceBytes == 0
                ? null
                : (double) memory.buddyCoveredBytes / memory.buddyDeviceBytes,
            result.entryAccesses(),
            percent(memory.buddyAccesses, result.entryAccesses()),
            memory.buddySectorsRead,
            memory.buddySectorsWritten,
            memory.linkBytesTo / (double) (1 << 20),
            memory.linkBytesFrom / (double) (1 << 20),
            100 * result.linkUtilization(memory.linkBytesTo),
            100 * result.linkUtilization(memory.linkBytesFrom),
            memory.linkReads == 0 ? null : (double) memory.linkReadCycles / memory.linkReads)
        .build();
  }

  /** Why schedulers issued nothing. */
  static Table stalls(SimulationResult result) {
    Table.Builder table =
        Table.titled("").text("schedulers").number("cycles", 0).number("of all", 1, "%");
    long all = result.core().schedulerCycles();
    long stalled = result.core().stalls().values().stream().mapToLong(Long::longValue).sum();
    long assisted = result.core().assistInstructions();
    long issued = all - stalled - assisted;
    table.row("issued", issued, percent(issued, all));
    if (assisted > 0) {
      table.row("issued: assist warps", assisted, percent(assisted, all));
    }
    result
        .core()
        .stalls()
        .forEach((reason, cycles) -> {
          if (cycles > 0) {
            table.row("waited: " + reason, cycles, percent(cycles, all));
          }
        });
    return table.build();
  }
}
