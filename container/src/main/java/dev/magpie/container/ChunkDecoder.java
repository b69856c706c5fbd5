package dev.magpie.container;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BulkCodec;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Decodes chunks, and finds what is damaged in them. Keeps its working space; not thread-safe. */
final class ChunkDecoder {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final BulkCodec codec;
  private final Layout layout;
  private final int blockBytes;
  private final int granuleBytes;
  private final int rawGranules;

  ChunkDecoder(BlockCodec codec, Granularity granularity, Layout layout) {
    this.codec = new BulkCodec(codec, granularity);
    this.layout = layout;
    blockBytes = granularity.blockBytes();
    granuleBytes = granularity.magBytes();
    rawGranules = granularity.granulesPerBlock();
  }

  /**
   * Whether a chunk's head and directory are whole, and lie within the file with their payload.
   *
   * @param at where the chunk starts
   */
  boolean isHeadWhole(MemorySegment file, long at, ChunkHead head) {
    int payload = layout.payload(head.blocks());
    return at + layout.size(head.blocks(), head.payloadBytes()) <= file.byteSize()
        && Checksums.crc32c(file, at + ChunkHead.CHECKED_FROM, payload - ChunkHead.CHECKED_FROM)
            == head.headCrc()
        && payloadBytes(file, at, head.blocks()) == head.payloadBytes();
  }

  private long payloadBytes(MemorySegment file, long at, int blocks) {
    long bytes = 0;
    for (int block = 0; block < blocks; block++) {
      bytes += granules(entry(file, at, block)) * (long) granuleBytes;
    }
    return bytes;
  }

  /**
   * Decodes a chunk whose head is whole.
   *
   * @param data receives whole blocks; those that are damaged are filled with zeros
   * @return the damaged blocks, by their place in the chunk; null if the chunk is whole, so that no
   *     blocks mean damage between them
   */
  @Nullable BitSet decode(MemorySegment file, long at, ChunkHead head, MemorySegment data) {
    int blocks = head.blocks();
    long payload = at + layout.payload(blocks);
    long end = at + layout.size(blocks, head.payloadBytes());
    if (Checksums.crc32c(file, payload, end - payload) == head.payloadCrc()
        && decodeAll(file, at, payload, blocks, data)
        && isData(head, data)) {
      return null;
    }
    BitSet damaged = decodeWhole(file, at, payload, blocks, data);
    if (damaged.isEmpty() && !isData(head, data)) {
      // The checks of blocks are short: none of them can be trusted now.
      damaged.set(0, blocks);
      data.asSlice(0, (long) blocks * blockBytes).fill((byte) 0);
    }
    return damaged;
  }

  private static boolean isData(ChunkHead head, MemorySegment data) {
    return Checksums.crc32c(data, 0, head.dataBytes()) == head.dataCrc();
  }

  private boolean decodeAll(
      MemorySegment file, long at, long payload, int blocks, MemorySegment data) {
    long from = payload;
    try {
      for (int block = 0; block < blocks; block++) {
        int entry = entry(file, at, block);
        decode(file, from, entry, data, (long) block * blockBytes);
        from += (long) granules(entry) * granuleBytes;
      }
      return true;
    } catch (CorruptBlockException _) {
      return false;
    }
  }

  /** Decodes the blocks that are as they were stored. */
  private BitSet decodeWhole(
      MemorySegment file, long at, long payload, int blocks, MemorySegment data) {
    BitSet damaged = new BitSet(blocks);
    long from = payload;
    for (int block = 0; block < blocks; block++) {
      int entry = entry(file, at, block);
      int bytes = granules(entry) * granuleBytes;
      long to = (long) block * blockBytes;
      if (!isWhole(file, at, blocks, block, from, bytes) || !decodes(file, from, entry, data, to)) {
        damaged.set(block);
        data.asSlice(to, blockBytes).fill((byte) 0);
      }
      from += bytes;
    }
    return damaged;
  }

  private boolean isWhole(
      MemorySegment file, long at, int blocks, int block, long from, int bytes) {
    long check = at + layout.checks(blocks) + (long) block * Layout.CHECK_BYTES;
    return file.get(SHORT, check) == Checksums.ofBlock(file, from, bytes);
  }

  private boolean decodes(MemorySegment file, long from, int entry, MemorySegment data, long to) {
    try {
      decode(file, from, entry, data, to);
      return true;
    } catch (CorruptBlockException _) {
      return false;
    }
  }

  /**
   * Decodes one block of a chunk whose head is whole.
   *
   * @param block its place in the chunk
   * @return whether it is whole
   */
  boolean decodeBlock(
      MemorySegment file, long at, int blocks, int block, MemorySegment data, long to) {
    long from = at + layout.payload(blocks) + payloadBytes(file, at, block);
    int entry = entry(file, at, block);
    return isWhole(file, at, blocks, block, from, granules(entry) * granuleBytes)
        && decodes(file, from, entry, data, to);
  }

  private void decode(MemorySegment file, long from, int entry, MemorySegment data, long to) {
    int granules = granules(entry);
    int tag = granules == rawGranules ? BlockCodec.RAW : entry >>> layout.granuleBits;
    codec.decodeBlock(file, from, tag, granules * granuleBytes, data, to);
  }

  /** Never more than a raw block's, whatever the entry. */
  private int granules(int entry) {
    return Math.min(rawGranules, entry & ((1 << layout.granuleBits) - 1));
  }

  private int entry(MemorySegment file, long at, int block) {
    long place = at + Layout.HEAD_BYTES + (long) block * layout.entryBytes;
    return switch (layout.entryBytes) {
      case 1 -> Byte.toUnsignedInt(file.get(ValueLayout.JAVA_BYTE, place));
      case 2 -> Short.toUnsignedInt(file.get(SHORT, place));
      default -> file.get(INT, place);
    };
  }
}
