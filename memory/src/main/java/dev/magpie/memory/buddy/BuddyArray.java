package dev.magpie.memory.buddy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * An allocation of a {@link BuddyMemory} as an array of little-endian numbers. An element costs its
 * whole memory-entry; runs of them move each entry once. As with the memory, threads must not write
 * to entries that others use: elements of one entry are not independent.
 */
public abstract sealed class BuddyArray {
  private static final ValueLayout.OfLong LAYOUT =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final BuddyMemory memory;
  private final BuddyAllocation allocation;
  private final int elementBytes;

  /** A thread's room for one element. */
  private final ThreadLocal<MemorySegment> element =
      ThreadLocal.withInitial(() -> MemorySegment.ofArray(new byte[Long.BYTES]));

  private BuddyArray(BuddyMemory memory, BuddyAllocation allocation, int elementBytes) {
    this.memory = memory;
    this.allocation = allocation;
    this.elementBytes = elementBytes;
  }

  /** Whole elements in the allocation. */
  public final long length() {
    return allocation.bytes() / elementBytes;
  }

  /** The bits of an element; above those of a 32-bit one, anything. */
  private long bits(long index) {
    Objects.checkIndex(index, length());
    MemorySegment bytes = element.get();
    memory.read(allocation.address() + index * elementBytes, bytes, 0, elementBytes);
    return bytes.get(LAYOUT, 0);
  }

  private void setBits(long index, long bits) {
    Objects.checkIndex(index, length());
    MemorySegment bytes = element.get();
    bytes.set(LAYOUT, 0, bits);
    memory.write(allocation.address() + index * elementBytes, bytes, 0, elementBytes);
  }

  /**
   * Reads a run of elements into a segment.
   *
   * @throws IndexOutOfBoundsException if the array or the segment has not so many
   */
  public final void read(long from, long count, MemorySegment target, long offset) {
    Objects.checkFromIndexSize(from, count, length());
    Objects.checkFromIndexSize(offset, count * elementBytes, target.byteSize());
    memory.read(allocation.address() + from * elementBytes, target, offset, count * elementBytes);
  }

  /**
   * Writes a run of elements from a segment.
   *
   * @throws IndexOutOfBoundsException if the array or the segment has not so many
   */
  public final void write(long from, long count, MemorySegment source, long offset) {
    Objects.checkFromIndexSize(from, count, length());
    Objects.checkFromIndexSize(offset, count * elementBytes, source.byteSize());
    memory.write(allocation.address() + from * elementBytes, source, offset, count * elementBytes);
  }

  /** 32-bit floating-point numbers. */
  public static final class Floats extends BuddyArray {
    public Floats(BuddyMemory memory, BuddyAllocation allocation) {
      super(memory, allocation, Float.BYTES);
    }

    public float get(long index) {
      return Float.intBitsToFloat((int) super.bits(index));
    }

    public void set(long index, float value) {
      super.setBits(index, Float.floatToRawIntBits(value));
    }
  }

  /** 64-bit floating-point numbers. */
  public static final class Doubles extends BuddyArray {
    public Doubles(BuddyMemory memory, BuddyAllocation allocation) {
      super(memory, allocation, Double.BYTES);
    }

    public double get(long index) {
      return Double.longBitsToDouble(super.bits(index));
    }

    public void set(long index, double value) {
      super.setBits(index, Double.doubleToRawLongBits(value));
    }
  }

  /** 32-bit integers. */
  public static final class Ints extends BuddyArray {
    public Ints(BuddyMemory memory, BuddyAllocation allocation) {
      super(memory, allocation, Integer.BYTES);
    }

    public int get(long index) {
      return (int) super.bits(index);
    }

    public void set(long index, int value) {
      super.setBits(index, value);
    }
  }

  /** 64-bit integers. */
  public static final class Longs extends BuddyArray {
    public Longs(BuddyMemory memory, BuddyAllocation allocation) {
      super(memory, allocation, Long.BYTES);
    }

    public long get(long index) {
      return super.bits(index);
    }

    public void set(long index, long value) {
      super.setBits(index, value);
    }
  }
}
