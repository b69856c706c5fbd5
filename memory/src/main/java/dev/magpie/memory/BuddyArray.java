package dev.magpie.memory;

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

  public static Floats ofFloats(BuddyMemory memory, BuddyAllocation allocation) {
    return new Floats(memory, allocation);
  }

  public static Doubles ofDoubles(BuddyMemory memory, BuddyAllocation allocation) {
    return new Doubles(memory, allocation);
  }

  public static Ints ofInts(BuddyMemory memory, BuddyAllocation allocation) {
    return new Ints(memory, allocation);
  }

  public static Longs ofLongs(BuddyMemory memory, BuddyAllocation allocation) {
    return new Longs(memory, allocation);
  }

  /** Whole elements in the allocation. */
  public final long length() {
    return allocation.bytes() / elementBytes;
  }

  private MemorySegment readElement(long index) {
    Objects.checkIndex(index, length());
    MemorySegment bytes = element.get();
    memory.read(allocation.address() + index * elementBytes, bytes, 0, elementBytes);
    return bytes;
  }

  private MemorySegment room() {
    return element.get();
  }

  private void writeElement(long index, MemorySegment bytes) {
    Objects.checkIndex(index, length());
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
    private static final ValueLayout.OfFloat LAYOUT =
        ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Floats(BuddyMemory memory, BuddyAllocation allocation) {
      super(memory, allocation, Float.BYTES);
    }

    public float get(long index) {
      return super.readElement(index).get(LAYOUT, 0);
    }

    public void set(long index, float value) {
      super.room().set(LAYOUT, 0, value);
      super.writeElement(index, super.room());
    }
  }

  /** 64-bit floating-point numbers. */
  public static final class Doubles extends BuddyArray {
    private static final ValueLayout.OfDouble LAYOUT =
        ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Doubles(BuddyMemory memory, BuddyAllocation allocation) {
      super(memory, allocation, Double.BYTES);
    }

    public double get(long index) {
      return super.readElement(index).get(LAYOUT, 0);
    }

    public void set(long index, double value) {
      super.room().set(LAYOUT, 0, value);
      super.writeElement(index, super.room());
    }
  }

  /** 32-bit integers. */
  public static final class Ints extends BuddyArray {
    private static final ValueLayout.OfInt LAYOUT =
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Ints(BuddyMemory memory, BuddyAllocation allocation) {
      super(memory, allocation, Integer.BYTES);
    }

    public int get(long index) {
      return super.readElement(index).get(LAYOUT, 0);
    }

    public void set(long index, int value) {
      super.room().set(LAYOUT, 0, value);
      super.writeElement(index, super.room());
    }
  }

  /** 64-bit integers. */
  public static final class Longs extends BuddyArray {
    private static final ValueLayout.OfLong LAYOUT =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Longs(BuddyMemory memory, BuddyAllocation allocation) {
      super(memory, allocation, Long.BYTES);
    }

    public long get(long index) {
      return super.readElement(index).get(LAYOUT, 0);
    }

    public void set(long index, long value) {
      super.room().set(LAYOUT, 0, value);
      super.writeElement(index, super.room());
    }
  }
}
