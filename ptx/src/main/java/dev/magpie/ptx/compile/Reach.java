package dev.magpie.ptx.compile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The memory that an access of a loop goes to. All lanes must find theirs in the same; it is mostly
 * where the last warp found its own.
 */
public abstract class Reach {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /**
   * Whether memory is accessed by the host's addresses, every access having been checked here:
   * three checks less for each lane. It takes leave to access native memory.
   */
  private static final boolean RAW = Reach.class.getModule().isNativeAccessEnabled();

  @SuppressWarnings("restricted")
  private static final MemorySegment EVERYTHING =
      RAW ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : MemorySegment.NULL;

  /** Address of the memory's first byte. */
  protected long base;

  /** The last offset at which an access ends within the memory; negative if there is none. */
  protected long last = -1;

  /** Bytes between a lane's memory and the next one's. */
  protected long stride;

  private MemorySegment memory = MemorySegment.NULL;

  /** Where the host has the memory. */
  private long address;

  /** Shared memory. */
  protected int[] words = {};

  /** The lane that may look elsewhere. */
  private int first;

  /** Goes to memory outside the heap. */
  protected final void go(MemorySegment to) {
    memory = to;
    address = to.address();
  }

  /** A warp begins. */
  void begin(int mask) {
    first = Integer.numberOfTrailingZeros(mask);
  }

  /** Goes where an address lies; returns whether it can. */
  protected abstract boolean find(long address);

  /** The offset of an address, for an access of one more byte than a number. */
  static long offset(Reach reach, long address, int alignment, int lane) {
    long offset = address - reach.base;
    if ((offset | reach.last - offset) < 0 || (address & alignment) != 0) {
      return reach.search(address, alignment, lane);
    }
    return offset;
  }

  /** The same of several accesses, the last of which is a number of bytes behind the first. */
  static long offsetOfFirst(Reach reach, long address, long span, int alignment, int lane) {
    long offset = address - reach.base;
    if ((offset | reach.last - span - offset) < 0 || (address & alignment) != 0) {
      offset = reach.search(address, alignment, lane);
      if (offset > reach.last - span) {
        throw Missed.MISSED;
      }
    }
    return offset;
  }

  /** Counts its offsets from where another one does. */
  static void follow(Reach reach, Reach other) {
    reach.base = other.base;
  }

  /** The same where each lane has memory of its own. */
  static long ownOffset(Reach reach, long address, int alignment, int lane) {
    if ((address | reach.last - address) < 0 || (address & alignment) != 0) {
      throw Missed.MISSED;
    }
    return address + lane * reach.stride;
  }

  private long search(long address, int alignment, int lane) {
    if (lane != first || (address & alignment) != 0 || !find(address)) {
      throw Missed.MISSED;
    }
    long offset = address - base;
    if ((offset | last - offset) < 0) {
      throw Missed.MISSED;
    }
    return offset;
  }

  static int[] words(Reach reach) {
    return reach.words;
  }

  static long getByte(Reach reach, long offset) {
    return RAW
        ? EVERYTHING.get(ValueLayout.JAVA_BYTE, reach.address + offset)
        : reach.memory.get(ValueLayout.JAVA_BYTE, offset);
  }

  static long getShort(Reach reach, long offset) {
    return RAW ? EVERYTHING.get(SHORT, reach.address + offset) : reach.memory.get(SHORT, offset);
  }

  static long getInt(Reach reach, long offset) {
    return RAW ? EVERYTHING.get(INT, reach.address + offset) : reach.memory.get(INT, offset);
  }

  static long getLong(Reach reach, long offset) {
    return RAW ? EVERYTHING.get(LONG, reach.address + offset) : reach.memory.get(LONG, offset);
  }

  static void setByte(Reach reach, long offset, long value) {
    if (RAW) {
      EVERYTHING.set(ValueLayout.JAVA_BYTE, reach.address + offset, (byte) value);
    } else {
      reach.memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }
  }

  static void setShort(Reach reach, long offset, long value) {
    if (RAW) {
      EVERYTHING.set(SHORT, reach.address + offset, (short) value);
    } else {
      reach.memory.set(SHORT, offset, (short) value);
    }
  }

  static void setInt(Reach reach, long offset, long value) {
    if (RAW) {
      EVERYTHING.set(INT, reach.address + offset, (int) value);
    } else {
      reach.memory.set(INT, offset, (int) value);
    }
  }

  static void setLong(Reach reach, long offset, long value) {
    if (RAW) {
      EVERYTHING.set(LONG, reach.address + offset, value);
    } else {
      reach.memory.set(LONG, offset, value);
    }
  }
}
