package dev.magpie.codec.bitplane;

import dev.magpie.codec.BlockWords;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Turns the same byte of eight words into eight bit planes, and back.
 *
 * <p>Eight by eight bits fit a {@code long}, so that a whole block is turned without an array.
 */
final class BitPlanes {
  private BitPlanes() {}

  /**
   * Bit planes of one byte of eight consecutive residuals: word minus the word {@code distance}
   * before it, or the word itself where there is none.
   *
   * @param lane which byte of each residual, 0 for the lowest
   * @param first index of the first word
   * @return bit plane {@code b} of that byte in byte {@code b}, and the first word in its lowest
   *     bit
   */
  static long gather(MemorySegment memory, long offset, int lane, int first, int distance) {
    long bytes = 0;
    for (int i = 0; i < 8; i++) {
      int index = first + i;
      int residual = BlockWords.getInt(memory, offset + 4L * index);
      if (index >= distance) {
        residual -= BlockWords.getInt(memory, offset + 4L * (index - distance));
      }
      bytes |= ((residual >>> (8 * lane)) & 0xffL) << (8 * i);
    }
    return transpose(bytes);
  }

  /** Stores as one byte of eight consecutive words what {@link #gather} would make these planes. */
  static void scatter(long planes, MemorySegment memory, long offset, int lane, int first) {
    long bytes = transpose(planes);
    for (int i = 0; i < 8; i++) {
      long at = offset + 4L * (first + i) + lane;
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) (bytes >>> (8 * i)));
    }
  }

  /** Swaps bit {@code i} of byte {@code j} with bit {@code j} of byte {@code i}. */
  static long transpose(long matrix) {
    long swapped = (matrix ^ (matrix >>> 7)) & 0x00aa00aa00aa00aaL;
    matrix ^= swapped ^ (swapped << 7);
    swapped = (matrix ^ (matrix >>> 14)) & 0x0000cccc0000ccccL;
    matrix ^= swapped ^ (swapped << 14);
    swapped = (matrix ^ (matrix >>> 28)) & 0x00000000f0f0f0f0L;
    return matrix ^ swapped ^ (swapped << 28);
  }

  /** The bytes at {@code plane} of four plane groups, the first one's lowest. */
  static long plane(int plane, long first, long second, long third, long fourth) {
    int shift = 8 * plane;
    return ((first >>> shift) & 0xff)
        | ((second >>> shift) & 0xff) << 8
        | ((third >>> shift) & 0xff) << 16
        | ((fourth >>> shift) & 0xff) << 24;
  }
}
