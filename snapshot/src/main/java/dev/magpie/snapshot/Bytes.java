package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a file that are read with suspicion.
 *
 * @param label the file, and the entry in it if any, for messages
 * @param place where they are, or will be
 * @param file from which they have to come before they are looked at, or null if they are there
 */
record Bytes(String label, MemorySegment place, @Nullable FetchedFile file) {
  private static final ValueLayout.OfShort U16 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt U32 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong U64 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  Bytes(String label, MemorySegment memory) {
    this(label, memory, null);
  }

  long size() {
    return place.byteSize();
  }

  /** All of them. */
  MemorySegment memory() {
    if (file != null) {
      file.fetch(0, size());
    }
    return place;
  }

  int u16(long offset) {
    return Short.toUnsignedInt(slice(offset, 2, "a 2-byte number").get(U16, 0));
  }

  long u32(long offset) {
    return Integer.toUnsignedLong(slice(offset, 4, "a 4-byte number").get(U32, 0));
  }

  /** An unsigned number; one of 2^63 or more comes out negative and fits nowhere. */
  long u64(long offset) {
    return slice(offset, 8, "an 8-byte number").get(U64, 0);
  }

  /** Whether the bytes from an offset on are these, given one to a char. */
  boolean has(long offset, String expected) {
    if (offset < 0 || offset > size() - expected.length()) {
      return false;
    }
    MemorySegment memory = slice(offset, expected.length(), "a magic number");
    for (int i = 0; i < expected.length(); i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, i) != (byte) expected.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A part of the bytes, or the complaint that the file ends before it does. */
  MemorySegment slice(long offset, long length, String what) {
    MemorySegment slice = array(offset, length, what);
    if (file != null) {
      file.fetch(offset, length);
    }
    return slice;
  }

  /** The same for an array, at whose bytes the reader does not look. */
  MemorySegment array(long offset, long length, String what) {
    if (offset < 0 || length < 0 || offset > size() || length > size() - offset) {
      throw at(
          offset,
          "%s of %s bytes does not fit into the %d bytes there are; the file is cut short or"
                  .formatted(what, Long.toUnsignedString(length), size())
              + " damaged: copy or write it again");
    }
    return place.asSlice(offset, length);
  }

  SnapshotException at(long offset, String problem) {
    return fail("byte " + Long.toUnsignedString(offset), problem);
  }

  SnapshotException fail(String place, String problem) {
    return new SnapshotException("%s: %s: %s".formatted(label, place, problem));
  }
}
