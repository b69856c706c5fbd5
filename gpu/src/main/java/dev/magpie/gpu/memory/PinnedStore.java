package dev.magpie.gpu.memory;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Transaction.Purpose;

/**
 * Memory of the host that slices read and write where it is: the sectors that a miss asks for, or
 * that have changed, cross the link behind the header of a packet. What is no allocation is the
 * device's.
 */
final class PinnedStore implements LineStore {
  private final LineStore local;
  private final HostedLines lines;
  private final BuddyLink link;
  private final Transactions transactions;
  private final MemoryCounters counters;
  private final boolean wholeLines;
  private final int l2Latency;
  private final int controllerLatency;

  PinnedStore(
      GpuConfig config,
      LineStore local,
      HostedLines lines,
      BuddyLink link,
      Transactions transactions,
      MemoryCounters counters) {
    this.local = local;
    this.lines = lines;
    this.link = link;
    this.transactions = transactions;
    this.counters = counters;
    wholeLines = config.l2().fill() == Fill.LINE;
    l2Latency = config.l2().latency();
    controllerLatency = config.controller().latency();
  }

  @Override
  public boolean hasRoom(int slice) {
    return local.hasRoom(slice) && link.hasRoom();
  }

  @Override
  public boolean movesWhole(long line) {
    return local.movesWhole(line);
  }

  @Override
  public void fetch(long cycle, int slice, int slot, long line, int sectors, int multiprocessor) {
    if (!lines.contains(line)) {
      local.fetch(cycle, slice, slot, line, sectors, multiprocessor);
      return;
    }
    lines.read(line);
    Transaction fill = transactions.take();
    fill.purpose = Purpose.FILL;
    fill.slice = slice;
    fill.slot = slot;
    fill.sectors = sectors;
    fill.multiprocessor = multiprocessor;
    fill.l2Latency = l2Latency;
    fill.controllerLatency = controllerLatency;
    fill.buddySectors = Integer.bitCount(sectors);
    fill.pending = 1;
    counters.buddySectorsRead += fill.buddySectors;
    link.read(cycle, fill);
  }

  @Override
  public void writeBack(
      long cycle, int slice, long line, int dirty, int valid, int multiprocessor) {
    if (!lines.contains(line)) {
      local.writeBack(cycle, slice, line, dirty, valid, multiprocessor);
      return;
    }
    lines.write(line);
    int sectors = Integer.bitCount(wholeLines ? valid : dirty);
    counters.buddySectorsWritten += sectors;
    link.write(cycle, sectors);
  }
}
