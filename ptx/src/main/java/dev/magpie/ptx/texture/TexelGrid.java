package dev.magpie.ptx.texture;

import java.lang.foreign.MemorySegment;

/**
 * Where texels lie: rows one after the other, then slices or layers.
 *
 * @param name of the memory, for messages
 * @param address of the first texel on the device, a multiple of a texel's bytes
 * @param memory from the first texel on
 * @param pitch bytes from a row to the next
 */
public record TexelGrid(
    String name,
    ChannelFormat format,
    ArrayExtent extent,
    long address,
    MemorySegment memory,
    long pitch) {

  /**
   * @throws IllegalArgumentException if the texels are not aligned or not within the memory
   */
  public TexelGrid {
    int bytes = format.bytes();
    if (address % bytes != 0 || pitch % bytes != 0) {
      throw new IllegalArgumentException(
          "%s: address 0x%x and pitch %d must be multiples of a texel's %d bytes"
              .formatted(name, address, pitch, bytes));
    }
    long row = (long) extent.width() * bytes;
    long rows = (long) extent.height() * extent.depth() * extent.layers();
    long needed = Math.addExact(Math.multiplyExact(rows - 1, pitch), row);
    if (pitch < row || needed > memory.byteSize()) {
      throw new IllegalArgumentException(
          "%s: %d rows of %d bytes with a pitch of %d take %d bytes, and the memory has %d"
              .formatted(name, rows, row, pitch, needed, memory.byteSize()));
    }
  }

  /** Bytes from the first texel to the last one's end. */
  public long bytes() {
    long rows = (long) extent.height() * extent.depth() * extent.layers();
    return (rows - 1) * pitch + rowBytes();
  }

  /** Bytes of a row's texels. */
  public long rowBytes() {
    return (long) extent.width() * format.bytes();
  }

  /**
   * Bytes from the first texel to one.
   *
   * @param slice of three dimensions, or the layer
   */
  public long offset(int x, int y, int slice) {
    return ((long) slice * extent.height() + y) * pitch + (long) x * format.bytes();
  }
}
