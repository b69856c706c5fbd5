package dev.magpie.gpu.memory;

import dev.magpie.codec.Granularity;
import dev.magpie.gpu.stream.MemoryAccess;
import java.util.Arrays;

/** Coded blocks that moved one way, by the bursts of their codes. */
public final class MovedBlocks {
  private final long[] blocksOfBursts = new long[MemoryAccess.LINE_BYTES + 1];
  private final long[] blocksOfBytes = new long[MemoryAccess.LINE_BYTES + 1];
  private long blocks;
  private long codeBytes;
  private long movedBytes;

  void add(int bursts, int codedBytes, int magBytes) {
    blocksOfBursts[bursts]++;
    blocksOfBytes[Math.min(codedBytes, MemoryAccess.LINE_BYTES)]++;
    blocks++;
    codeBytes += codedBytes;
    movedBytes += (long) bursts * magBytes;
  }

  /** Takes over what has moved between two states of another. */
  void setDifference(MovedBlocks before, MovedBlocks after) {
    Arrays.setAll(blocksOfBursts, i -> after.blocksOfBursts[i] - before.blocksOfBursts[i]);
    Arrays.setAll(blocksOfBytes, i -> after.blocksOfBytes[i] - before.blocksOfBytes[i]);
    blocks = after.blocks - before.blocks;
    codeBytes = after.codeBytes - before.codeBytes;
    movedBytes = after.movedBytes - before.movedBytes;
  }

  /** How many blocks took so many bursts. */
  public long blocksOf(int bursts) {
    return blocksOfBursts[bursts];
  }

  /** How many blocks had a code of so many bytes; those stored raw have all of a line's. */
  public long blocksOfCode(int bytes) {
    return blocksOfBytes[bytes];
  }

  /** How many moved. */
  public long blocks() {
    return blocks;
  }

  /** Bytes of their codes, as if each byte could move alone; see {@link Granularity}. */
  public long codeBytes() {
    return codeBytes;
  }

  /** Bytes of their bursts. */
  public long movedBytes() {
    return movedBytes;
  }

  /** Bytes of the blocks over bytes of their codes: raw compression ratio; NaN without any. */
  public double rawRatio() {
    return (double) blocks * MemoryAccess.LINE_BYTES / codeBytes;
  }

  /** Bytes of the blocks over bytes that moved: effective compression ratio; NaN without any. */
  public double effectiveRatio() {
    return (double) blocks * MemoryAccess.LINE_BYTES / movedBytes;
  }
}
