package dev.magpie.memory.layout;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.cache.BlockMetadataCache.Unit;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

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

  /** Bits above them that hold the bytes of the code, without regard to bursts; then the tag. */
  private static final int BYTE_BITS = 9;

  private static final int BURST_MASK = (1 << BURST_BITS) - 1;

  private static final int TAG_SHIFT = BURST_BITS + BYTE_BITS;

  public static final LayoutFamily FAMILY =
      new LayoutFamily(
          "bandwidth-only",
          "Each block at its place, in as few bursts as its code takes",
          "MAG paper, section IV",
          32,
          0,
          List.of(
              new Parameter.Whole(
                  "bits", "0", 0, 512, "bits of metadata a block; 0 for as many as it needs"),
              new Parameter.Whole(
                  "code-bytes", "0", 0, 32, "leading bytes of a code in the metadata, too"),
              new Parameter.Choice(
                  "zeros",
                  List.of("coded", "metadata"),
                  "whether a block of zeros has a code, or is one by its metadata"),
              new Parameter.Choice(
                  "miss",
                  List.of("line", "sector"),
                  "what a miss in the metadata cache fetches; a sector has 32 bytes")),
          (spec, codec, granularity, blocks, cache) ->
              new BandwidthMemory(
                  codec,
                  granularity,
                  blocks,
                  new Metadata(
                      cache,
                      spec.number("bits"),
                      spec.number("code-bytes"),
                      spec.text("zeros").equals("coded") ? Zeros.CODED : Zeros.METADATA,
                      spec.text("miss").equals("line") ? Unit.LINE : Unit.SECTOR)));

  /** How a block of zeros is told. */
  public enum Zeros {
    /** It has a code as any block, of a burst at least (MAG paper, section IV). */
    CODED,
    /** Its metadata say so, and nothing else moves (Buddy paper, section III). */
    METADATA
  }

  /**
   * What is kept of each block outside of it.
   *
   * @param cache the metadata cache's shape
   * @param bitsPerBlock of metadata; 0 for as many as bursts and tag need
   * @param codeBytes leading bytes of a block's code that are kept in the metadata, too, in 8 bits
   *     each: the ablation with base and mask there (MAG paper, section IV-D) has 8
   * @param zeros how a block of zeros is told
   * @param miss what a miss fetches
   */
  public record Metadata(
      BlockMetadataCache.Shape cache, int bitsPerBlock, int codeBytes, Zeros zeros, Unit miss) {
    public static final Metadata DEFAULT = of(BlockMetadataCache.Shape.DEFAULT, 0);

    /** As many bits as a block needs, and leading bytes of its code. */
    public static Metadata of(BlockMetadataCache.Shape cache, int codeBytes) {
      return new Metadata(cache, 0, codeBytes, Zeros.CODED, Unit.LINE);
    }

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
  private final BlockCodec encoder;
  private final BlockMetadataCache metadata;
  private final int codeBytes;
  private final Zeros zeroBlocks;
  private MemorySegment memory;
  private MemorySegment states;
  private MemorySegment heads;
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
    encoder = codec.lossless();
    codeBytes = metadata.codeBytes();
    zeroBlocks = metadata.zeros();
    int needed = metadataBits(codec, granularity, zeroBlocks);
    this.metadata =
        new BlockMetadataCache(
            metadata.cache(),
            metadata.miss(),
            8 * codeBytes + (metadata.bitsPerBlock() == 0 ? needed : metadata.bitsPerBlock()),
            burstBytes);
    memory = reserve(blocks * blockBytes);
    states = reserve(blocks * Integer.BYTES);
    heads = reserve(Math.max(1, blocks * codeBytes));
    coded = new BitWriter(2 * blockBytes + codeBytes);
    code = MemorySegment.ofArray(new byte[2 * blockBytes + codeBytes]);
    zeros = MemorySegment.ofArray(new byte[blockBytes]);
    zeroState = encode(zeros, 0);
  }

  /**
   * Bits of metadata that a block needs: the codec's tag where it tells the size, else the number
   * of bursts and the tag. A codec without a tag has it in the line, where it is read too late.
   */
  static int metadataBits(BlockCodec codec, Granularity granularity, Zeros zeros) {
    BlockCodec used = codec.lossless();
    int tagBits = used.tagBits(8 * (granularity.blockBytes() - granularity.magBytes()));
    boolean tagTellsSize = zeros == Zeros.CODED && tagBits > 0 && !used.staticSizes().isEmpty();
    int most = granularity.granulesPerBlock() - (zeros == Zeros.CODED ? 1 : 0);
    int burstBits = tagTellsSize ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(most);
    return burstBits + tagBits;
  }

  /** Encodes a block; the result is its state. */
  private int encode(MemorySegment source, long offset) {
    coded.reset();
    if (zeroBlocks == Zeros.METADATA && EntryCodec.isZero(source, offset, blockBytes)) {
      return 0;
    }
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

  /** Whether a block of this state has a code: it is neither stored as it is, nor is it 0. */
  private boolean isCoded(int state) {
    int bursts = state & BURST_MASK;
    return 0 < bursts && bursts < rawBursts;
  }

  private int state(long block) {
    int state = states.getAtIndex(ValueLayout.JAVA_INT, block);
    return state == 0 ? zeroState : state;
  }

  @Override
  protected void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    metadata.access(block, false, transfers);
    int known = state(block);
    transfers.readDevice(block * blockBytes, known & BURST_MASK);
    transfers.codeBytes += codeBytes(known);
    if (isCoded(known)) {
      transfers.decoded(known >>> TAG_SHIFT);
    }
    decode(block, target, offset);
  }

  private void decode(long block, MemorySegment target, long offset) {
    int state = states.getAtIndex(ValueLayout.JAVA_INT, block);
    int bursts = state & BURST_MASK;
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
  protected void store(long block, MemorySegment source, long offset, Transfers transfers) {
    int state = encode(source, offset);
    int bursts = state & BURST_MASK;
    metadata.access(block, keep(block, source, offset, state), transfers);
    transfers.writeDevice(block * blockBytes, bursts);
    transfers.codeBytes += codeBytes(state);
    transfers.encoded(isCoded(state) ? state >>> TAG_SHIFT : BlockCodec.RAW);
  }

  /** Holds a block; the result is whether its metadata change. */
  private boolean keep(long block, MemorySegment source, long offset, int state) {
    int bursts = state & BURST_MASK;
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

  @Override
  protected void resize(long toBlocks) {
    memory = enlarge(memory, toBlocks * blockBytes);
    states = enlarge(states, toBlocks * Integer.BYTES);
    heads = enlarge(heads, Math.max(1, toBlocks * codeBytes));
  }

  /** Bytes of a block's code where every byte counts: at most the block's. */
  private static int codeBytes(int state) {
    return (state >>> BURST_BITS) & ((1 << BYTE_BITS) - 1);
  }

  @Override
  public long dataBytes() {
    return memory.byteSize();
  }

  @Override
  public long metadataBytes(long ofBlocks) {
    return metadata.tableBytes(ofBlocks);
  }
}
