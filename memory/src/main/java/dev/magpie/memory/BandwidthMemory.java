package dev.magpie.memory;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Compression for bandwidth only (MAG paper, section IV): each block stays at its place and moves
 * in as few bursts as its code takes. How many, and the codec's tag, stand in a table behind a
 * metadata cache, which every access looks up. A code that does not save a burst is not used.
 *
 * <p>A block never written reads as zeros and costs what a block of zeros does. A lossy codec is
 * used in its lossless form.
 */
public final class BandwidthMemory extends BlockMemory {
  /** Bits of a state that hold the bursts; 0 of them is a block never written. */
  private static final int BURST_BITS = 9;

  /**
   * What is kept of each block outside of it.
   *
   * @param cache the metadata cache's shape
   * @param bitsPerBlock of metadata; 0 for as many as bursts and tag need
   * @param codeBytes leading bytes of a block's code that are kept in the metadata, too, in 8 bits
   *     each: the ablation with base and mask there (MAG paper, section IV-D) has 8
   */
  public record Metadata(BlockMetadataCache.Shape cache, int bitsPerBlock, int codeBytes) {
    public static final Metadata DEFAULT = new Metadata(BlockMetadataCache.Shape.DEFAULT, 0, 0);

    /**
     * @throws IllegalArgumentException if a number is negative
     */
    public Metadata {
      if (bitsPerBlock < 0 || codeBytes < 0) {
        throw new IllegalArgumentException("there are no negative metadata");
      }
    }
  }

  private final BlockCodec codec;
  private final BlockMetadataCache metadata;
  private final int codeBytes;
  private final MemorySegment memory;
  private final MemorySegment states;
  private final MemorySegment heads;
  private final BitWriter coded;
  private final BitReader bits = new BitReader();
  private final MemorySegment code;
  private final MemorySegment zeros;
  private final int zeroBursts;

  /** Memory of zeros. */
  public BandwidthMemory(
      BlockCodec codec, Granularity granularity, long blocks, Metadata metadata) {
    super(granularity, blocks);
    this.codec = codec.lossless();
    codeBytes = metadata.codeBytes();
    int needed = metadataBits(codec, granularity);
    this.metadata =
        new BlockMetadataCache(
            metadata.cache(),
            8 * codeBytes + (metadata.bitsPerBlock() == 0 ? needed : metadata.bitsPerBlock()),
            burstBytes);
    memory = reserve(blocks * blockBytes);
    states = reserve(blocks * Integer.BYTES);
    heads = reserve(Math.max(1, blocks * codeBytes));
    coded = new BitWriter(2 * blockBytes + codeBytes);
    code = MemorySegment.ofArray(new byte[2 * blockBytes + codeBytes]);
    zeros = MemorySegment.ofArray(new byte[blockBytes]);
    zeroBursts = encode(zeros, 0) & ((1 << BURST_BITS) - 1);
  }

  /**
   * Bits of metadata that a block needs: the codec's tag where it tells the size, else the number
   * of bursts and the tag.
   */
  public static int metadataBits(BlockCodec codec, Granularity granularity) {
    int burstBits = Integer.SIZE - Integer.numberOfLeadingZeros(granularity.granulesPerBlock() - 1);
    int tagBits = codec.lossless().tagBits();
    return Math.max(1, codec.lossless().staticSizes().isEmpty() ? burstBits + tagBits : tagBits);
  }

  /** Encodes a block; the result is its state. */
  private int encode(MemorySegment source, long offset) {
    coded.reset();
    int tag = codec.encode(source, offset, coded);
    if (tag != BlockCodec.RAW) {
      int bytes = Math.max(0, coded.byteCount() - codeBytes);
      int bursts = Math.max(1, Math.ceilDiv(bytes, burstBytes));
      if (bursts < rawBursts) {
        return tag << BURST_BITS | bursts;
      }
    }
    return rawBursts;
  }

  @Override
  void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    metadata.access(block, false, transfers);
    int state = states.getAtIndex(ValueLayout.JAVA_INT, block);
    int bursts = state & ((1 << BURST_BITS) - 1);
    if (state == 0) {
      transfers.deviceReads += zeroBursts;
      MemorySegment.copy(zeros, 0, target, offset, blockBytes);
      return;
    }
    transfers.deviceReads += bursts;
    long at = block * blockBytes;
    if (bursts == rawBursts) {
      MemorySegment.copy(memory, at, target, offset, blockBytes);
      return;
    }
    int bytes = bursts * burstBytes;
    if (codeBytes == 0) {
      bits.load(memory, at, 8 * bytes);
    } else {
      MemorySegment.copy(heads, block * codeBytes, code, 0, codeBytes);
      MemorySegment.copy(memory, at, code, codeBytes, bytes);
      bits.load(code, 0, 8 * (codeBytes + bytes));
    }
    codec.decode(bits, state >>> BURST_BITS, target, offset);
  }

  @Override
  void store(long block, MemorySegment source, long offset, Transfers transfers) {
    int state = encode(source, offset);
    int bursts = state & ((1 << BURST_BITS) - 1);
    long at = block * blockBytes;
    boolean changes = state != states.getAtIndex(ValueLayout.JAVA_INT, block);
    if (bursts == rawBursts) {
      MemorySegment.copy(source, offset, memory, at, blockBytes);
    } else if (codeBytes == 0) {
      coded.copyTo(memory, at);
    } else {
      coded.padTo(Math.max(coded.bitCount(), 8 * (codeBytes + bursts * burstBytes)));
      coded.copyTo(code, 0);
      long head = block * codeBytes;
      changes |= MemorySegment.mismatch(heads, head, head + codeBytes, code, 0, codeBytes) >= 0;
      MemorySegment.copy(code, 0, heads, head, codeBytes);
      MemorySegment.copy(code, codeBytes, memory, at, (long) bursts * burstBytes);
    }
    metadata.access(block, changes, transfers);
    states.setAtIndex(ValueLayout.JAVA_INT, block, state);
    transfers.deviceWrites += bursts;
  }

  /** Leaves the metadata cache empty, since no access of the controller filled it. */
  @Override
  void place(long first, long count, MemorySegment source, long offset) {
    super.place(first, count, source, offset);
    metadata.clear();
  }

  /** Bursts that a read of the block would move. */
  public int bursts(long block) {
    int state = states.getAtIndex(ValueLayout.JAVA_INT, block);
    return state == 0 ? zeroBursts : state & ((1 << BURST_BITS) - 1);
  }

  /** The cache, to ask it what the last access did. */
  public BlockMetadataCache metadata() {
    return metadata;
  }

  @Override
  public long dataBytes() {
    return memory.byteSize();
  }

  @Override
  public long metadataBytes() {
    return metadata.tableBytes(blocks());
  }
}
