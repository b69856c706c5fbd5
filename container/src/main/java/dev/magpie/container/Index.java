package dev.magpie.container;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands behind all chunks: the members, where each chunk starts, and the header again; and at
 * the very end, where all this starts.
 */
final class Index {
  /** The letters "indx". */
  private static final int MAGIC = 0x78646e69;

  /** The letters "MGPe". */
  private static final int END_MAGIC = 0x6550474d;

  static final int END_BYTES = 24;
  private static final int FIXED_BYTES = 32;
  private static final int MEMBER_BYTES = 24;
  private static final int CHECKED_FROM = 8;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Index() {}

  /**
   * The index and the end, as they stand in the file.
   *
   * @param chunks where they start, in order; one more, where the index itself does
   */
  static byte[] toBytes(List<Member> members, long[] chunks, byte[] header) {
    int chunkCount = chunks.length - 1;
    long length =
        FIXED_BYTES
            + (long) MEMBER_BYTES * members.size()
            + (long) Long.BYTES * chunkCount
            + header.length;
    ByteBuffer out =
        ByteBuffer.allocate(Math.toIntExact(length + END_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(MAGIC).putInt(0).putInt(members.size()).putInt(header.length);
    out.putLong(chunkCount).putLong(0);
    for (Member member : members) {
      out.putLong(member.bytes()).putLong(member.firstChunk());
      out.putInt(member.crc32c()).putInt(0);
    }
    for (int i = 0; i < chunkCount; i++) {
      out.putLong(chunks[i]);
    }
    out.put(header);
    MemorySegment all = MemorySegment.ofArray(out.array());
    out.putInt(4, Checksums.crc32c(all, CHECKED_FROM, length - CHECKED_FROM));
    int end = out.position();
    out.putLong(chunks[chunkCount]).putLong(length);
    out.putInt(Checksums.crc32c(all, end, 2 * Long.BYTES)).putInt(END_MAGIC);
    return out.array();
  }

  /** Where the index of a file starts, or -1 if its end is not whole. */
  static long start(MemorySegment file) {
    long end = file.byteSize() - END_BYTES;
    if (end < 0
        || file.get(INT, end + 20) != END_MAGIC
        || file.get(INT, end + 16) != Checksums.crc32c(file, end, 2 * Long.BYTES)) {
      return -1;
    }
    long start = file.get(LONG, end);
    long length = file.get(LONG, end + 8);
    return start >= 0 && length >= FIXED_BYTES && end - start == length ? start : -1;
  }

  /** The length of the header's copy in an index that starts there, as that says. */
  private static int headerBytes(MemorySegment file, long start) {
    return file.get(INT, start + 12);
  }

  /** Where the header's copy stands in a file whose index starts there. */
  static long headerCopy(MemorySegment file, long start) {
    return file.byteSize() - END_BYTES - headerBytes(file, start);
  }

  /** Whether the index that starts there is as it was written. */
  static boolean isWhole(MemorySegment file, long start) {
    long end = file.byteSize() - END_BYTES;
    return file.get(INT, start) == MAGIC
        && file.get(INT, start + 4)
            == Checksums.crc32c(file, start + CHECKED_FROM, end - start - CHECKED_FROM);
  }

  /**
   * Reads an index that is whole.
   *
   * @throws ContainerException if what it says cannot be
   */
  static ChunkMap read(MemorySegment file, long start, Header header) {
    List<String> names = header.names();
    int headerBytes = headerBytes(file, start);
    long room = file.byteSize() - END_BYTES - start - FIXED_BYTES - headerBytes;
    long chunkCount = file.get(LONG, start + 16);
    if (file.get(INT, start + 8) != names.size()
        || headerBytes < 0
        || chunkCount < 0
        || chunkCount > room / Long.BYTES
        || room != (long) MEMBER_BYTES * names.size() + Long.BYTES * chunkCount) {
      throw wrong();
    }
    List<Member> members = new ArrayList<>();
    long at = start + FIXED_BYTES;
    long chunksBefore = 0;
    for (String name : names) {
      Member member =
          new Member(name, file.get(LONG, at), file.get(INT, at + 16), file.get(LONG, at + 8));
      if (member.bytes() < 0 || member.firstChunk() != chunksBefore) {
        throw wrong();
      }
      chunksBefore += Math.ceilDiv(member.bytes(), header.settings().chunkBytes());
      members.add(member);
      at += MEMBER_BYTES;
    }
    if (chunksBefore != chunkCount) {
      throw wrong();
    }
    long[] chunks = new long[Math.toIntExact(chunkCount + 1)];
    for (int i = 0; i < chunkCount; i++, at += Long.BYTES) {
      chunks[i] = file.get(LONG, at);
    }
    chunks[chunks.length - 1] = start;
    if (chunks[0] != headerBytes) {
      throw wrong();
    }
    for (int i = 1; i < chunks.length; i++) {
      if (chunks[i] - chunks[i - 1] < Layout.HEAD_BYTES) {
        throw wrong();
      }
    }
    return new ChunkMap(members, chunks, true);
  }

  private static ContainerException wrong() {
    return new ContainerException("the index says what cannot be");
  }
}
