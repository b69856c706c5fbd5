package dev.magpie.gpu.memory;

import dev.magpie.codec.Granularity;
import dev.magpie.gpu.stream.MemoryAccess;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

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

  /** Takes over those of two others, each count by an operation. */
  void set(MovedBlocks one, MovedBlocks other, LongBinaryOperator operation) {
    Arrays.setAll(
        blocksOfBursts, i -> operation.applyAsLong(one.blocksOfBursts[i], other.blocksOfBursts[i]));
    Arrays.setAll(
        blocksOfBytes, i -> operation.applyAsLong(one.blocksOfBytes[i], other.blocksOfBytes[i]));
    blocks = operation.applyAsLong(one.blocks, other.blocks);
    codeBytes = operation.applyAsLong(one.codeBytes, other.codeBytes);
    movedBytes = operation.applyAsLong(one.movedBytes, other.movedBytes);
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
