package dev.magpie.analysis;

import java.util.ArrayList;
import java.util.List;

/** Cuts allocations into parts that are long enough to be worth a way to another machine. */
public final class RangeParts {
  /** What a part has at least, where there is so much: beginning it then costs little. */
  public static final long PART_BYTES = 256L << 20;

  /** What opening an allocation costs, as bytes: thousands of small ones are not one part. */
  private static final long OPENING_BYTES = 256L << 10;

  private RangeParts() {}

  /**
   * Parts that follow each other and have all blocks, each in one of them.
   *
   * @param bytes of the allocations
   * @return at least one part, if there is an allocation; one without bytes has an empty range
   */
  public static List<List<BlockRange>> of(List<Long> bytes, int blockBytes) {
    return of(bytes, blockBytes, PART_BYTES);
  }

  /** The same with parts of another length. */
  public static List<List<BlockRange>> of(List<Long> bytes, int blockBytes, long partBytes) {
    long all = bytes.stream().mapToLong(each -> each + OPENING_BYTES).sum();
    // The last would be short otherwise, and so would be missed at the end.
    long target = Math.ceilDiv(all, Math.max(1, all / partBytes));
    List<List<BlockRange>> parts = new ArrayList<>();
    List<BlockRange> part = new ArrayList<>();
    long room = target;
    for (int a = 0; a < bytes.size(); a++) {
      long blocks = Math.ceilDiv(bytes.get(a), blockBytes);
      long first = 0;
      room -= OPENING_BYTES;
      do {
        // What is less than another opening is not worth one.
        long fits = Math.ceilDiv(Math.max(room, blockBytes), blockBytes);
        fits = (blocks - first - fits) * blockBytes < OPENING_BYTES ? blocks - first : fits;
        int taken = (int) Math.min(fits, Integer.MAX_VALUE);
        part.add(new BlockRange(a, first, taken));
        first += taken;
        room -= (long) taken * blockBytes;
        if (room <= 0) {
          parts.add(part);
          part = new ArrayList<>();
          room = target;
        }
      } while (first < blocks);
    }
    if (!part.isEmpty()) {
      parts.add(part);
    }
    return parts;
  }
}
