package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Attaché (Hong et al., MICRO 2018): no metadata beside the blocks. A block whose code is at most
 * two bytes less than half of it is stored in one half, a sub-rank of the memory, behind a marker
 * of 15 bits and a bit; other blocks are stored raw. A raw block that happens to begin with the
 * marker gives up the bit behind it, which goes to a side table, and costs an access to that.
 *
 * <p>Whether a block is compressed has to be guessed before it is read. Here the guess is always
 * right, as an oracle's would be: no predictor is modelled. Our decisions: blocks of even rows of 2
 * KiB have their lower half for codes, those of odd rows their upper one; where the codec has a
 * tag, it precedes the payload and counts in its size.
 */
public final class AttacheMemory extends BlockMemory {
  /** Drawn once, as the hardware does at every start. */
  public static final int DEFAULT_MARKER = 0x5a3c;

  private static final int HEAD_BYTES = 2;
  private static final int ROW_BYTES = 2048;
  private static final ValueLayout.OfShort HEAD =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final TaggedCodec codec;
  private final int marker;
  private final int half;
  private final int halfBursts;
  private final MemorySegment memory;
  private final MemorySegment sideTable;

  /**
   * Memory of zeros, stored raw.
   *
   * @param marker 15 bits
   * @throws IllegalArgumentException if it has more
   */
  public AttacheMemory(BlockCodec codec, Granularity granularity, long blocks, int marker) {
    super(granularity, blocks);
    if (marker >>> 15 != 0) {
      throw new IllegalArgumentException("a marker has 15 bits, and %#x more".formatted(marker));
    }
    this.codec = new TaggedCodec(codec);
    this.marker = marker;
    half = blockBytes / 2;
    halfBursts = Math.ceilDiv(half, burstBytes);
    memory = reserve(blocks * blockBytes);
    sideTable = reserve(Math.ceilDiv(blocks, Byte.SIZE));
  }

  /** Where the half starts that a code of this block would have. */
  private long codeAt(long block) {
    long at = block * blockBytes;
    return at + (at / ROW_BYTES % 2) * half;
  }

  @Override
  void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    long codeAt = codeAt(block);
    int head = Short.toUnsignedInt(memory.get(HEAD, codeAt));
    boolean marked = head >>> 1 == marker;
    if (marked && (head & 1) != 0) {
      transfers.deviceReads += halfBursts;
      codec.decode(memory, codeAt + HEAD_BYTES, half - HEAD_BYTES, target, offset);
      return;
    }
    transfers.deviceReads += rawBursts;
    long at = block * blockBytes;
    MemorySegment.copy(memory, at, target, offset, blockBytes);
    if (marked) {
      transfers.metadataAccesses++;
      transfers.metadataReads++;
      target.set(HEAD, offset + codeAt - at, (short) (head | sideBit(block)));
    }
  }

  @Override
  void store(long block, MemorySegment source, long offset, Transfers transfers) {
    long codeAt = codeAt(block);
    int bytes = codec.encode(source, offset);
    if (bytes <= half - HEAD_BYTES) {
      transfers.deviceWrites += halfBursts;
      memory.set(HEAD, codeAt, (short) (marker << 1 | 1));
      codec.copyTo(memory, codeAt + HEAD_BYTES);
      return;
    }
    transfers.deviceWrites += rawBursts;
    MemorySegment.copy(source, offset, memory, block * blockBytes, blockBytes);
    int head = Short.toUnsignedInt(memory.get(HEAD, codeAt));
    if (head >>> 1 == marker) {
      transfers.metadataAccesses++;
      transfers.metadataReads++;
      transfers.metadataWrites++;
      setSideBit(block, head & 1);
      memory.set(HEAD, codeAt, (short) (head & ~1));
    }
  }

  private int sideBit(long block) {
    return sideTable.get(ValueLayout.JAVA_BYTE, block >>> 3) >>> (block & 7) & 1;
  }

  private void setSideBit(long block, int bit) {
    int others = sideTable.get(ValueLayout.JAVA_BYTE, block >>> 3) & ~(1 << (block & 7));
    sideTable.set(ValueLayout.JAVA_BYTE, block >>> 3, (byte) (others | bit << (block & 7)));
  }

  @Override
  public long dataBytes() {
    return memory.byteSize();
  }

  @Override
  public long metadataBytes() {
    return sideTable.byteSize();
  }
}
