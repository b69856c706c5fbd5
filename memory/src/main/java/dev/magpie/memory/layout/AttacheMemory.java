package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

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
  public static final LayoutFamily FAMILY =
      new LayoutFamily(
          "attache",
          "Each block in one half, if that holds its code behind a marker",
          "MICRO 2018",
          32,
          0,
          List.of(),
          (_, codec, granularity, blocks, _) ->
              new AttacheMemory(codec, granularity, blocks, AttacheMemory.DEFAULT_MARKER));

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
  private MemorySegment memory;
  private MemorySegment sideTable;

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
  protected void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    long codeAt = codeAt(block);
    int head = Short.toUnsignedInt(memory.get(HEAD, codeAt));
    boolean marked = head >>> 1 == marker;
    if (marked && (head & 1) != 0) {
      transfers.readDevice(codeAt, halfBursts);
      transfers.codeBytes += half;
      codec.decode(memory, codeAt + HEAD_BYTES, half - HEAD_BYTES, target, offset);
      transfers.decoded(codec.tag());
      return;
    }
    long at = block * blockBytes;
    transfers.readDevice(at, rawBursts);
    transfers.codeBytes += blockBytes;
    MemorySegment.copy(memory, at, target, offset, blockBytes);
    if (marked) {
      readSideTable(block, transfers);
      target.set(HEAD, offset + codeAt - at, (short) (head | sideBit(block)));
    }
  }

  @Override
  protected void store(long block, MemorySegment source, long offset, Transfers transfers) {
    long codeAt = codeAt(block);
    int bytes = codec.encode(source, offset);
    transfers.codeBytes += Math.min(blockBytes, bytes + HEAD_BYTES);
    if (bytes <= half - HEAD_BYTES) {
      transfers.writeDevice(codeAt, halfBursts);
      transfers.encoded(codec.tag());
      memory.set(HEAD, codeAt, (short) (marker << 1 | 1));
      codec.copyTo(memory, codeAt + HEAD_BYTES);
      return;
    }
    transfers.writeDevice(block * blockBytes, rawBursts);
    transfers.encoded(BlockCodec.RAW);
    MemorySegment.copy(source, offset, memory, block * blockBytes, blockBytes);
    int head = Short.toUnsignedInt(memory.get(HEAD, codeAt));
    if (head >>> 1 == marker) {
      readSideTable(block, transfers);
      transfers.writeMetadata(sideUnit(block), TABLE + sideUnit(block) * burstBytes, 1);
      setSideBit(block, head & 1);
      memory.set(HEAD, codeAt, (short) (head & ~1));
    }
  }

  /** The burst of the side table that has a block's bit. */
  private long sideUnit(long block) {
    return (block >>> 3) / burstBytes;
  }

  private void readSideTable(long block, Transfers transfers) {
    transfers.metadataAccesses++;
    transfers.needMetadata(sideUnit(block));
    transfers.readMetadata(sideUnit(block), TABLE + sideUnit(block) * burstBytes, 1);
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
  protected void resize(long toBlocks) {
    memory = enlarge(memory, toBlocks * blockBytes);
    sideTable = enlarge(sideTable, Math.ceilDiv(toBlocks, Byte.SIZE));
  }

  @Override
  public long metadataBytes(long ofBlocks) {
    return Math.ceilDiv(ofBlocks, Byte.SIZE);
  }
}
