package dev.magpie.analysis.page;

import dev.magpie.analysis.page.Arrangement.Order;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Reads a tensor's elements in an order, from any of them on. */
final class ElementOrder {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment memory;
  private final Matrices shape;
  private final Order order;
  private final int groupRows;
  private final boolean hasDeltas;

  /**
   * @param groupRows rows whose columns lie together
   */
  ElementOrder(MemorySegment memory, Matrices shape, Order order, int groupRows) {
    this.memory = memory;
    this.shape = shape;
    this.order = shape.rows() == 1 ? Order.ROWS : order;
    this.groupRows = groupRows;
    hasDeltas = this.order == Order.CHANNEL_DELTAS && shape.exponentBits() > 0;
  }

  /** Bytes that it takes beside the elements. */
  long sideBytes() {
    return hasDeltas ? shape.columnsOfGroups(groupRows) : 0;
  }

  /**
   * Reads elements.
   *
   * @param first which of them in the order
   * @param out gets their bytes, from its first on
   */
  void read(long first, int count, byte[] out) {
    if (order == Order.ROWS) {
      int bytes = shape.elementBytes();
      MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, first * bytes, out, 0, count * bytes);
      return;
    }
    long perMatrix = shape.rows() * shape.columns();
    for (int done = 0; done < count; ) {
      long next = first + done;
      long matrix = next / perMatrix;
      long within = next - matrix * perMatrix;
      long group = within / (groupRows * shape.columns());
      long inGroup = within - group * groupRows * shape.columns();
      int rows = (int) Math.min(groupRows, shape.rows() - group * groupRows);
      long column = inGroup / rows;
      int row = (int) (inGroup - column * rows);
      int taken = Math.min(rows - row, count - done);
      long top = matrix * perMatrix + group * groupRows * shape.columns() + column;
      column(top, row, taken, out, done);
      if (hasDeltas) {
        subtractSmallest(top, rows, taken, out, done);
      }
      done += taken;
    }
  }

  /** Copies part of a column, whose element in the group's first row is known. */
  private void column(long top, int row, int count, byte[] out, int done) {
    int bytes = shape.elementBytes();
    long stride = shape.columns() * bytes;
    long at = top * bytes + row * stride;
    MemorySegment target = MemorySegment.ofArray(out);
    for (int i = 0; i < count; i++, at += stride) {
      long to = (long) (done + i) * bytes;
      switch (bytes) {
        case 1 -> out[done + i] = memory.get(ValueLayout.JAVA_BYTE, at);
        case 2 -> target.set(SHORT, to, memory.get(SHORT, at));
        case 4 -> target.set(INT, to, memory.get(INT, at));
        default -> MemorySegment.copy(memory, at, target, to, bytes);
      }
    }
  }

  private void subtractSmallest(long top, int rows, int count, byte[] out, int done) {
    int bytes = shape.elementBytes();
    int mantissaBits = shape.mantissaBits();
    int mask = (1 << shape.exponentBits()) - 1;
    long stride = shape.columns() * bytes;
    int smallest = mask;
    for (int r = 0; r < rows; r++) {
      int word = word(memory, top * bytes + r * stride, bytes);
      smallest = Math.min(smallest, (word >>> mantissaBits) & mask);
    }
    MemorySegment target = MemorySegment.ofArray(out);
    for (int i = done; i < done + count; i++) {
      long at = (long) i * bytes;
      // No borrow, since it is the smallest.
      int word = word(target, at, bytes) - (smallest << mantissaBits);
      switch (bytes) {
        case 1 -> out[i] = (byte) word;
        case 2 -> target.set(SHORT, at, (short) word);
        default -> target.set(INT, at, word);
      }
    }
  }

  private static int word(MemorySegment from, long at, int bytes) {
    return switch (bytes) {
      case 1 -> from.get(ValueLayout.JAVA_BYTE, at);
      case 2 -> from.get(SHORT, at);
      default -> from.get(INT, at);
    };
  }
}
