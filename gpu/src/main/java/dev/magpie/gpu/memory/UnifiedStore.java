package dev.magpie.gpu.memory;

import static dev.magpie.memory.unified.Residency.PAGES_OF_BLOCK;
import static dev.magpie.memory.unified.Residency.PAGE_BYTES;

import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.UnifiedMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Unified memory between slices and controllers. What is on the device moves as memory without
 * compression does, and each page has the place in DRAM that it would have there. An access to any
 * other page is parked until the {@link FaultDriver} has brought that; its slice's MSHR is all that
 * it takes. A block that leaves the device takes along what the L2 has of it.
 */
final class UnifiedStore implements LineStore, HeldLines {
  /** Is told which range of addresses leaves the device, while it is still there. */
  interface Departures {
    void leaves(long from, long to);
  }

  private final LineStore local;
  private final MemoryCounters counters;
  private final UnifiedMemory memory;
  private final HostedLines lines;
  private final FaultDriver driver;
  private final ParkedAccesses parked = new ParkedAccesses();

  /**
   * Memory of nothing, until it {@linkplain #settle settles}.
   *
   * @param spec a layout {@code unified}
   * @param clockMegahertz of the core
   * @param local where pages are that are on the device
   */
  UnifiedStore(
      LayoutSpec spec,
      double clockMegahertz,
      LineStore local,
      DeviceImage image,
      BuddyLink link,
      EventQueue events,
      MemoryCounters counters,
      Departures departures) {
    this.local = local;
    this.counters = counters;
    memory = new UnifiedMemory(spec, Compression.LINES, 1);
    lines = new HostedLines(memory, image);
    long batchCycles = Math.round(UnifiedMemory.batchMicroseconds(spec) * clockMegahertz);
    driver = new FaultDriver(memory, link, events, batchCycles, counters, this::release);
    memory.tellEvictions((block, pages) -> {
      long from = (long) block * PAGES_OF_BLOCK * PAGE_BYTES;
      departures.leaves(from, from + (long) PAGES_OF_BLOCK * PAGE_BYTES);
      driver.evicts(Integer.bitCount(pages));
    });
  }

  FaultDriver driver() {
    return driver;
  }

  /** Takes what the L2 has of a line that leaves the device with its page. */
  void takeAlong(long line) {
    if (lines.contains(line)) {
      lines.write(line);
    }
  }

  @Override
  public boolean hasRoom(int slice) {
    return local.hasRoom(slice);
  }

  @Override
  public boolean movesWhole(long line) {
    return local.movesWhole(line);
  }

  @Override
  public boolean isAway(long line) {
    return lines.contains(line) && !memory.isResident(page(line));
  }

  private static int page(long line) {
    return (int) (line / PAGE_BYTES);
  }

  @Override
  public void fetch(long cycle, int slice, int slot, long line, int sectors, int multiprocessor) {
    if (isAway(line)) {
      park(cycle, slice, slot, line, sectors, 0, multiprocessor);
      return;
    }
    if (lines.contains(line)) {
      lines.read(line);
    }
    local.fetch(cycle, slice, slot, line, sectors, multiprocessor);
  }

  @Override
  public void writeBack(
      long cycle, int slice, long line, int dirty, int valid, int multiprocessor) {
    takeAlong(line);
    if (isAway(line)) {
      park(cycle, slice, ParkedAccesses.NONE, line, dirty, valid, multiprocessor);
    } else {
      local.writeBack(cycle, slice, line, dirty, valid, multiprocessor);
    }
  }

  private void park(
      long cycle, int slice, int slot, long line, int sectors, int valid, int multiprocessor) {
    int page = page(line);
    boolean isFirst = parked.first(page) == ParkedAccesses.NONE;
    int number = parked.add(page);
    parked.slice[number] = slice;
    parked.slot[number] = slot;
    parked.line[number] = line;
    parked.sectors[number] = (byte) sectors;
    parked.valid[number] = (byte) valid;
    parked.multiprocessor[number] = multiprocessor;
    counters.parkedAccesses++;
    if (isFirst) {
      driver.fault(cycle, page);
    }
  }

  /** A page is there, and what was parked under it goes on. */
  private void release(long cycle, int page) {
    for (int each = parked.first(page); each != ParkedAccesses.NONE; each = parked.first(page)) {
      int slice = parked.slice[each];
      int slot = parked.slot[each];
      long line = parked.line[each];
      int sectors = parked.sectors[each];
      int multiprocessor = parked.multiprocessor[each];
      if (slot == ParkedAccesses.NONE) {
        local.writeBack(cycle, slice, line, sectors, parked.valid[each], multiprocessor);
      } else {
        lines.read(line);
        local.fetch(cycle, slice, slot, line, sectors, multiprocessor);
      }
      parked.remove(page);
    }
  }

  @Override
  public void settle(List<long[]> written) {
    lines.settle(written);
    parked.grow(memory.pages());
    counters.unifiedBytes = memory.blocks() * memory.blockBytes();
    counters.unifiedRoomBytes = Math.min(memory.roomBytes(), counters.unifiedBytes);
  }

  @Override
  public boolean contains(long line) {
    return lines.contains(line);
  }

  @Override
  public void check(int slice, long line) {
    lines.read(line);
  }

  @Override
  public void peek(int slice, long line, MemorySegment target) {
    lines.peek(slice, line, target);
  }

  /** What is parked, a line for each page. */
  List<String> waiting() {
    List<String> waiting = new ArrayList<>();
    for (int page = 0; page < parked.pages(); page++) {
      int accesses = parked.count(page);
      if (accesses > 0) {
        waiting.add(
            "page %d has faulted; %d accesses of the L2 wait for it".formatted(page, accesses));
      }
    }
    return waiting;
  }

  @Override
  public void close() {
    lines.close();
  }
}
