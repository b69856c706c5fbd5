package dev.magpie.container;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What stands in front of a chunk's directory.
 *
 * @param headCrc CRC-32C of what follows it, up to the payloads
 * @param payloadCrc of the payloads and the zeros behind them
 * @param dataCrc of the data that the chunk is decoded to
 * @param member to which the data belong
 * @param blocks in the chunk
 * @param firstBlock its number in the member
 * @param dataBytes that the blocks hold, all whole but the last
 * @param payloadBytes of all blocks together
 */
record ChunkHead(
    int headCrc,
    int payloadCrc,
    int dataCrc,
    int member,
    int blocks,
    long firstBlock,
    int dataBytes,
    int payloadBytes) {
  /** The letters "chnk". */
  static final int MAGIC = 0x6b6e6863;

  /** Where the bytes start that the head's check covers. */
  static final int CHECKED_FROM = 8;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  static ChunkHead read(MemorySegment file, long at) {
    return new ChunkHead(
        file.get(INT, at + 4),
        file.get(INT, at + 8),
        file.get(INT, at + 12),
        file.get(INT, at + 16),
        file.get(INT, at + 20),
        file.get(LONG, at + 24),
        file.get(INT, at + 32),
        file.get(INT, at + 36));
  }

  static boolean isAt(MemorySegment file, long at) {
    return at + Layout.HEAD_BYTES <= file.byteSize() && file.get(INT, at) == MAGIC;
  }

  /** Writes all but the check of the head itself, which is made of what stands there. */
  void write(MemorySegment chunk, int payload) {
    chunk.set(INT, 0, MAGIC);
    chunk.set(INT, 8, payloadCrc);
    chunk.set(INT, 12, dataCrc);
    chunk.set(INT, 16, member);
    chunk.set(INT, 20, blocks);
    chunk.set(LONG, 24, firstBlock);
    chunk.set(INT, 32, dataBytes);
    chunk.set(INT, 36, payloadBytes);
    chunk.set(LONG, 40, 0);
    chunk.set(INT, 4, Checksums.crc32c(chunk, CHECKED_FROM, payload - CHECKED_FROM));
  }

  /**
   * Whether the sizes can be those of a chunk, so that they may be used before they are checked.
   */
  boolean isPlausible(int blockBytes, int mostBlocks) {
    return member >= 0
        && blocks > 0
        && blocks <= mostBlocks
        && firstBlock >= 0
        && firstBlock <= Long.MAX_VALUE / blockBytes - blocks
        && firstBlock % mostBlocks == 0
        && dataBytes > (blocks - 1) * blockBytes
        && dataBytes <= blocks * blockBytes
        && payloadBytes >= 0
        && payloadBytes <= blocks * blockBytes;
  }
}
