package dev.magpie.container;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BulkCodec;
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

  private final BulkCodec codec;
  private final Layout layout;
  private final int blockBytes;
  private final int granuleBytes;
  private int[] tags = {};
  private int[] sizes = {};

  ChunkEncoder(BlockCodec codec, Granularity granularity, Layout layout) {
    this.codec = new BulkCodec(codec, granularity);
    this.layout = layout;
    blockBytes = granularity.blockBytes();
    granuleBytes = granularity.magBytes();
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
      tags = new int[blocks];
      sizes = new int[blocks];
    }
    codec.encode(data, 0, tags, sizes, chunk, payload);
    for (int block = 0; block < blocks; block++) {
      int bytes = sizes[block];
      int tag = tags[block] == BlockCodec.RAW ? 0 : tags[block];
      writeEntry(chunk, entryAt, tag << layout.granuleBits | bytes / granuleBytes);
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
