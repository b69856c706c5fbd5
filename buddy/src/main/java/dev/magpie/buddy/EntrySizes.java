package dev.magpie.buddy;

import dev.magpie.analysis.SizeHistogram;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.TargetRatio;

/**
 * How large the memory-entries of an allocation are in a snapshot: all that the choice of a target
 * needs.
 *
 * @param entries 128 B memory-entries
 * @param sectors the sectors of all of them together
 * @param optimisticBytes their bytes in the sizes of Figure 3
 * @param overOne entries that need more than one sector
 * @param overTwo entries that need more than two
 * @param overThree entries that need all four
 * @param overTiny entries that need more than 8 B
 */
public record EntrySizes(
    long entries,
    long sectors,
    long optimisticBytes,
    long overOne,
    long overTwo,
    long overThree,
    long overTiny) {
  /** Of no entries. */
  public static final EntrySizes NONE = new EntrySizes(0, 0, 0, 0, 0, 0, 0);

  /**
   * Counts the sizes that a {@link dev.magpie.memory.buddy.EntryCodec} gives.
   *
   * @param histogram of blocks of 128 B
   */
  public static EntrySizes of(SizeHistogram histogram) {
    long[] bySectors = new long[5];
    long optimistic = 0;
    long tiny = 0;
    for (int bits = 0; bits <= 1024; bits++) {
      long entries = histogram.blocksOfSize(bits);
      bySectors[EntryCode.of(bits, TargetRatio.ONE)] += entries;
      optimistic += entries * SizeSet.OPTIMISTIC.bytes(bits);
      tiny += bits <= 64 ? entries : 0;
    }
    return new EntrySizes(
        histogram.blocks(),
        bySectors[1] + 2 * bySectors[2] + 3 * bySectors[3] + 4 * bySectors[4],
        optimistic,
        bySectors[2] + bySectors[3] + bySectors[4],
        bySectors[3] + bySectors[4],
        bySectors[4],
        histogram.blocks() - tiny);
  }

  /** Of both together. */
  public EntrySizes plus(EntrySizes other) {
    return new EntrySizes(
        entries + other.entries,
        sectors + other.sectors,
        optimisticBytes + other.optimisticBytes,
        overOne + other.overOne,
        overTwo + other.overTwo,
        overThree + other.overThree,
        overTiny + other.overTiny);
  }

  /** Entries that do not fit a target, and so need buddy memory. */
  public long over(TargetRatio target) {
    return switch (target) {
      case ONE -> 0;
      case FOUR_THIRDS -> overThree;
      case TWO -> overTwo;
      case FOUR -> overOne;
      case SIXTEEN -> overTiny;
    };
  }

  /** Entries that need so many sectors, 1 to 4, or more. */
  public long withSectors(int sectors) {
    return switch (sectors) {
      case 1 -> this.sectors - overOne - overTwo - overThree;
      case 2 -> overOne;
      case 3 -> overTwo;
      case 4 -> overThree;
      default -> throw new IllegalArgumentException("an entry has 1 to 4 sectors, not " + sectors);
    };
  }

  /** Bytes that the entries take. */
  public long bytes(SizeSet sizes) {
    return sizes == SizeSet.OPTIMISTIC ? optimisticBytes : 32 * sectors;
  }

  /** Uncompressed over compressed bytes; infinite if all entries are zero, NaN without any. */
  public double ratio(SizeSet sizes) {
    return 128.0 * entries / bytes(sizes);
  }
}
