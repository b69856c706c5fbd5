package dev.magpie.container;

import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Makes chunks of data. Keeps its working space; not thread-safe. */
final class ChunkEncoder {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final BlockCodec codec;
  private final Layout layout;
  private final int blockBytes;
  private final int granuleBytes;
  private final int rawGranules;
  private final BitWriter coded;
  private int[] sizes = {};

  ChunkEncoder(BlockCodec codec, Granularity granularity, Layout layout) {
    this.codec = codec;
    this.layout = layout;
    blockBytes = granularity.blockBytes();
    granuleBytes = granularity.magBytes();
    rawGranules = granularity.granulesPerBlock();
    coded = new BitWriter(2 * blockBytes);
  }

  /**
   * Encodes a chunk.
   *
   * @param data room for whole blocks; zeros are put behind the data
   * @param dataBytes at least 1
   * @param chunk receives the chunk
   * @return its size: a multiple of the alignment
   */
  int encode(MemorySegment data, int dataBytes, int member, long firstBlock, MemorySegment chunk) {
    int blocks = Math.ceilDiv(dataBytes, blockBytes);
    data.asSlice(dataBytes, (long) blocks * blockBytes - dataBytes).fill((byte) 0);
    int entryAt = Layout.HEAD_BYTES;
    int checkAt = layout.checks(blocks);
    int payload = layout.payload(blocks);
    chunk
        .asSlice(layout.directoryEnd(blocks), payload - layout.directoryEnd(blocks))
        .fill((byte) 0);
    int at = payload;
    if (sizes.length != blocks) {
      sizes = new int[blocks];
    }
    codec.sizeBits(data, 0, sizes);
    for (int block = 0; block < blocks; block++) {
      long from = (long) block * blockBytes;
      // RAW is larger than every size.
      int size = Math.min(sizes[block], 8 * blockBytes);
      int granules = Math.ceilDiv(size, 8 * granuleBytes);
      int bytes = granules * granuleBytes;
      int tag = 0;
      if (granules == rawGranules) {
        MemorySegment.copy(data, from, chunk, at, blockBytes);
      } else {
        coded.reset();
        tag = codec.encode(data, from, size, coded);
        coded.padTo(8 * bytes);
        coded.copyTo(chunk, at);
      }
      writeEntry(chunk, entryAt, tag << layout.granuleBits | granules);
      chunk.set(SHORT, checkAt, Checksums.ofBlock(chunk, at, bytes));
      entryAt += layout.entryBytes;
      checkAt += Layout.CHECK_BYTES;
      at += bytes;
    }
    int end = (int) layout.align(at);
    chunk.asSlice(at, end - at).fill((byte) 0);
    new ChunkHead(
            0,
            Checksums.crc32c(chunk, payload, end - payload),
            Checksums.crc32c(data, 0, dataBytes),
            member,
            blocks,
            firstBlock,
            dataBytes,
            at - payload)
        .write(chunk, payload);
    return end;
  }

  private void writeEntry(MemorySegment chunk, int at, int entry) {
    switch (layout.entryBytes) {
      case 1 -> chunk.set(ValueLayout.JAVA_BYTE, at, (byte) entry);
      case 2 -> chunk.set(SHORT, at, (short) entry);
      default -> chunk.set(INT, at, entry);
    }
  }
}
