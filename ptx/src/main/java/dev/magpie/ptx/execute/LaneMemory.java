package dev.magpie.ptx.execute;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Loads and stores elements of a warp's lanes. */
public final class LaneMemory {
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int LANES = Warp.LANES;

  private LaneMemory() {}

  /** Whether what the lanes of a warp access lies side by side, in their order. */
  public static boolean areInRow(long[] addresses, int bytes) {
    long first = addresses[0];
    if (addresses[LANES - 1] - first != (LANES - 1L) * bytes) {
      return false;
    }
    long apart = 0;
    for (int i = 0; i < LANES; i++) {
      apart |= addresses[i] - first - (long) i * bytes;
    }
    return apart == 0;
  }

  /**
   * Loads an element of each lane.
   *
   * @param delta bytes from a lane's offset to the element
   * @param bytes of the element
   * @param signed whether its sign is extended
   */
  static void load(
      MemorySegment memory,
      long[] offsets,
      long delta,
      int bytes,
      boolean signed,
      int mask,
      long[] d) {
    switch (bytes) {
      case 4 -> load4(memory, offsets, delta, mask, d);
      case 8 -> load8(memory, offsets, delta, mask, d);
      default -> {
        int shift = signed ? Long.SIZE - 8 * bytes : 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int i = Integer.numberOfTrailingZeros(rest);
          d[i] = get(memory, offsets[i] + delta, bytes) << shift >> shift;
        }
      }
    }
  }

  /** Registers of 32 bits need no extension, wider ones the sign's: see {@link #zeroExtend}. */
  private static void load4(MemorySegment memory, long[] offsets, long delta, int mask, long[] d) {
    if (mask == -1) {
      if (areInRow(offsets, Integer.BYTES)) {
        long first = offsets[0] + delta;
        for (int i = 0; i < LANES; i++) {
          d[i] = memory.get(INT, first + (long) i * Integer.BYTES);
        }
        return;
      }
      for (int i = 0; i < LANES; i++) {
        d[i] = memory.get(INT, offsets[i] + delta);
      }
      return;
    }
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int i = Integer.numberOfTrailingZeros(rest);
      d[i] = memory.get(INT, offsets[i] + delta);
    }
  }

  private static void load8(MemorySegment memory, long[] offsets, long delta, int mask, long[] d) {
    if (mask == -1) {
      for (int i = 0; i < LANES; i++) {
        d[i] = memory.get(LONG, offsets[i] + delta);
      }
      return;
    }
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int i = Integer.numberOfTrailingZeros(rest);
      d[i] = memory.get(LONG, offsets[i] + delta);
    }
  }

  /** Clears the upper half of 32-bit values. */
  static void zeroExtend(long[] d, int mask) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      d[Integer.numberOfTrailingZeros(rest)] &= 0xffff_ffffL;
    }
  }

  static void store(
      MemorySegment memory, long[] offsets, long delta, int bytes, int mask, long[] a) {
    switch (bytes) {
      case 4 -> store4(memory, offsets, delta, mask, a);
      case 8 -> {
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int i = Integer.numberOfTrailingZeros(rest);
          memory.set(LONG, offsets[i] + delta, a[i]);
        }
      }
      default -> {
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int i = Integer.numberOfTrailingZeros(rest);
          set(memory, offsets[i] + delta, bytes, a[i]);
        }
      }
    }
  }

  private static void store4(MemorySegment memory, long[] offsets, long delta, int mask, long[] a) {
    if (mask == -1) {
      if (areInRow(offsets, Integer.BYTES)) {
        long first = offsets[0] + delta;
        for (int i = 0; i < LANES; i++) {
          memory.set(INT, first + (long) i * Integer.BYTES, (int) a[i]);
        }
        return;
      }
      for (int i = 0; i < LANES; i++) {
        memory.set(INT, offsets[i] + delta, (int) a[i]);
      }
      return;
    }
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int i = Integer.numberOfTrailingZeros(rest);
      memory.set(INT, offsets[i] + delta, (int) a[i]);
    }
  }

  /** One element, its upper bits zero. */
  static long get(MemorySegment memory, long offset, int bytes) {
    return switch (bytes) {
      case 1 -> memory.get(ValueLayout.JAVA_BYTE, offset) & 0xff;
      case 2 -> memory.get(SHORT, offset) & 0xffff;
      case 4 -> memory.get(INT, offset) & 0xffff_ffffL;
      default -> memory.get(LONG, offset);
    };
  }

  static void set(MemorySegment memory, long offset, int bytes, long value) {
    switch (bytes) {
      case 1 -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
      case 2 -> memory.set(SHORT, offset, (short) value);
      case 4 -> memory.set(INT, offset, (int) value);
      default -> memory.set(LONG, offset, value);
    }
  }
}
