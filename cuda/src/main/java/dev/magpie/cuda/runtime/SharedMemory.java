package dev.magpie.cuda.runtime;

import dev.magpie.ptx.MemorySource;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.ir.PtxException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;

/**
 * A device's memory that the program's process has, too, at the same addresses. Small allocations
 * have addresses of their own for ever, so that what was freed is never hit again; large ones, of
 * which there would be too many, take places that are free.
 */
final class SharedMemory implements MemorySource {
  private static final int GAP = 512;
  private static final int PAGE = 4096;
  private static final int LARGE = 1 << 20;

  private final MemorySegment memory;
  private final TreeMap<Long, Long> free = new TreeMap<>();
  private long next;

  /**
   * A source.
   *
   * @param memory from the device's first address on
   */
  SharedMemory(MemorySegment memory) {
    this.memory = memory;
  }

  /** Whether an allocation has pages that are its own. */
  static boolean hasPages(long bytes) {
    return bytes >= LARGE;
  }

  @Override
  public long place(long bytes) {
    return AddressSpace.HEAP + (hasPages(bytes) ? placeLarge(bytes) : placeBehind(bytes, GAP));
  }

  private long placeBehind(long bytes, int unit) {
    long offset = Math.ceilDiv(next, unit) * unit;
    long end = offset + reserved(bytes, unit);
    if (end > memory.byteSize()) {
      throw new PtxException("all %d bytes of addresses are used".formatted(memory.byteSize()));
    }
    next = end;
    return offset;
  }

  private static long reserved(long bytes, int unit) {
    return Math.ceilDiv(bytes + unit, unit) * unit;
  }

  private long placeLarge(long bytes) {
    long wanted = reserved(bytes, PAGE);
    for (Map.Entry<Long, Long> each : free.entrySet()) {
      if (each.getValue() >= wanted) {
        return take(each.getKey(), each.getValue(), wanted);
      }
    }
    return placeBehind(bytes, PAGE);
  }

  private long take(long offset, long length, long wanted) {
    free.remove(offset);
    if (length > wanted) {
      free.put(offset + wanted, length - wanted);
    }
    return offset;
  }

  @Override
  public MemorySegment memory(long address, long bytes) {
    return memory.asSlice(address - AddressSpace.HEAP, bytes);
  }

  /** The program gives back its pages, so that they are zero when they are used again. */
  @Override
  public void free(long address, long bytes) {
    if (!hasPages(bytes)) {
      return;
    }
    long offset = address - AddressSpace.HEAP;
    long length = reserved(bytes, PAGE);
    Map.Entry<Long, Long> before = free.floorEntry(offset);
    if (before != null && before.getKey() + before.getValue() == offset) {
      offset = before.getKey();
      length += before.getValue();
    }
    Long behind = free.remove(offset + length);
    if (behind != null) {
      length += behind;
    }
    free.put(offset, length);
  }
}
