package dev.magpie.memory.layout;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Compression for bandwidth only (MAG paper, section IV): each block stays at its place and moves
 * in as few bursts as its code takes. How many, and the codec's tag, stand in a table behind a
 * metadata cache, which every access looks up. A code that does not save a burst is not used.
 *
 * <p>A block never written reads as zeros and costs what a block of zeros does. A lossy codec is
 * used in its lossless form, unless a write brings an encoder of its own.
 */
public final class BandwidthMemory extends BlockMemory {
  /** Bits of a state that hold the bursts; 0 of them is a block never written. */
  private static final int BURST_BITS = 9;

  /** Bits above them that hold the bytes of the code, without regard to bursts; then the tag. */
  private static final int BYTE_BITS = 9;

  private static final int TAG_SHIFT = BURST_BITS + BYTE_BITS;

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
  private final BlockEncoder lossless;
  private final BlockMetadataCache metadata;
  private final int codeBytes;
  private final MemorySegment memory;
  private final MemorySegment states;
  private final MemorySegment heads;
  private final BitWriter coded;
  private final BitReader bits = new BitReader();
  private final MemorySegment code;
  private final MemorySegment zeros;

  /** Of a block of zeros. */
  private final int zeroState;

  /** Memory of zeros. */
  public BandwidthMemory(
      BlockCodec codec, Granularity granularity, long blocks, Metadata metadata) {
    super(granularity, blocks);
    this.codec = codec;
    lossless = codec.lossless()::encode;
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
    zeroState = encode(zeros, 0, lossless);
  }

  /**
   * A memory with more blocks, which takes over what another holds and its metadata cache, and
   * closes it.
   */
  private BandwidthMemory(BandwidthMemory smaller, Granularity granularity, long blocks) {
    super(granularity, blocks);
    codec = smaller.codec;
    lossless = smaller.lossless;
    metadata = smaller.metadata;
    codeBytes = smaller.codeBytes;
    memory = reserve(blocks * blockBytes).copyFrom(smaller.memory);
    states = reserve(blocks * Integer.BYTES).copyFrom(smaller.states);
    heads = reserve(Math.max(1, blocks * codeBytes)).copyFrom(smaller.heads);
    coded = smaller.coded;
    code = smaller.code;
    zeros = smaller.zeros;
    zeroState = smaller.zeroState;
    smaller.close();
  }

  /**
   * The same memory with more blocks, which read as zeros; this one is closed.
   *
   * @throws IllegalArgumentException if they are fewer
   */
  public BandwidthMemory grown(long blocks) {
    if (blocks < blocks()) {
      throw new IllegalArgumentException(
          "a memory of %d blocks does not grow to %d".formatted(blocks(), blocks));
    }
    return new BandwidthMemory(this, new Granularity(blockBytes, burstBytes), blocks);
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
  private int encode(MemorySegment source, long offset, BlockEncoder encoder) {
    coded.reset();
    int tag = encoder.encode(source, offset, coded);
    if (tag == BlockCodec.RAW) {
      return blockBytes << BURST_BITS | rawBursts;
    }
    int size = Math.min(blockBytes, coded.byteCount()) << BURST_BITS;
    int bytes = Math.max(0, coded.byteCount() - codeBytes);
    int bursts = Math.max(1, Math.ceilDiv(bytes, burstBytes));
    return bursts < rawBursts ? tag << TAG_SHIFT | size | bursts : size | rawBursts;
  }

  /** What the metadata hold of a state: bursts and tag. */
  private static int known(int state) {
    return state & ~(((1 << BYTE_BITS) - 1) << BURST_BITS);
  }

  private int state(long block) {
    int state = states.getAtIndex(ValueLayout.JAVA_INT, block);
    return state == 0 ? zeroState : state;
  }

  /**
   * Writes a block with an encoder of its own.
   *
   * @throws IndexOutOfBoundsException if there is none of this number, or the source is too small
   */
  public void write(
      long block, MemorySegment source, long offset, BlockEncoder encoder, Transfers transfers) {
    Objects.checkIndex(block, blocks());
    Objects.checkFromIndexSize(offset, blockBytes, source.byteSize());
    transfers.writes++;
    store(block, source, offset, encoder, transfers);
  }

  /**
   * Puts data into a block at no cost and past the metadata cache, with an encoder of its own.
   *
   * @throws IndexOutOfBoundsException if there is none of this number, or the source is too small
   */
  public void put(long block, MemorySegment source, long offset, BlockEncoder encoder) {
    Objects.checkIndex(block, blocks());
    Objects.checkFromIndexSize(offset, blockBytes, source.byteSize());
    keep(block, source, offset, encoder);
  }

  @Override
  void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    metadata.access(block, false, transfers);
    transfers.deviceReads += bursts(block);
    peek(block, target, offset);
  }

  /** Reads a block at no cost and past the metadata cache. */
  public void peek(long block, MemorySegment target, long offset) {
    int state = states.getAtIndex(ValueLayout.JAVA_INT, block);
    int bursts = state & ((1 << BURST_BITS) - 1);
    if (state == 0) {
      MemorySegment.copy(zeros, 0, target, offset, blockBytes);
      return;
    }
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
    codec.decode(bits, state >>> TAG_SHIFT, target, offset);
  }

  @Override
  void store(long block, MemorySegment source, long offset, Transfers transfers) {
    store(block, source, offset, lossless, transfers);
  }

  private void store(
      long block, MemorySegment source, long offset, BlockEncoder encoder, Transfers transfers) {
    metadata.access(block, keep(block, source, offset, encoder), transfers);
    transfers.deviceWrites += bursts(block);
  }

  /** Holds a block; the result is whether its metadata change. */
  private boolean keep(long block, MemorySegment source, long offset, BlockEncoder encoder) {
    int state = encode(source, offset, encoder);
    int bursts = state & ((1 << BURST_BITS) - 1);
    long at = block * blockBytes;
    int before = states.getAtIndex(ValueLayout.JAVA_INT, block);
    boolean changes = known(state) != known(before);
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
    states.setAtIndex(ValueLayout.JAVA_INT, block, state);
    return changes;
  }

  /** Leaves the metadata cache empty, since no access of the controller filled it. */
  @Override
  void place(long first, long count, MemorySegment source, long offset) {
    super.place(first, count, source, offset);
    metadata.clear();
  }

  /** Bursts that a read of the block would move. */
  public int bursts(long block) {
    return state(block) & ((1 << BURST_BITS) - 1);
  }

  /** Whether a block is not held as it is. */
  public boolean isCoded(long block) {
    return bursts(block) < rawBursts;
  }

  /** Bytes of a block's code where every byte counts: at most the block's. */
  public int codeBytes(long block) {
    return (state(block) >>> BURST_BITS) & ((1 << BYTE_BITS) - 1);
  }

  /** The codec's tag of a block that is coded. */
  public int tag(long block) {
    return state(block) >>> TAG_SHIFT;
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
