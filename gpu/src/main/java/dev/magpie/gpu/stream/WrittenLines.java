package dev.magpie.gpu.stream;

import java.util.BitSet;

/** Lines of memory that have been written. */
public final class WrittenLines {
  private static final int LINE_BYTES = MemoryAccess.LINE_BYTES;

  private final BitSet lines = new BitSet();

  /** Is told ranges of addresses. */
  public interface Ranges {
    void range(long address, long bytes);
  }

  /** Bytes were written. */
  public void add(long address, int bytes) {
    long last = (address + bytes - 1) / LINE_BYTES;
    // What kernels have allocated for themselves lies far behind all that the host has.
    if (address >= 0 && last < Integer.MAX_VALUE) {
      lines.set((int) (address / LINE_BYTES), (int) last + 1);
    }
  }

  /** Tells all of them, those that follow each other as one range. */
  public void forEach(Ranges told) {
    for (int from = lines.nextSetBit(0); from >= 0; ) {
      int to = lines.nextClearBit(from);
      told.range((long) from * LINE_BYTES, (long) (to - from) * LINE_BYTES);
      from = lines.nextSetBit(to);
    }
  }
}
