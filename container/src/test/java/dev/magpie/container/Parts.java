package dev.magpie.container;

import dev.magpie.codec.Granularity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * A container of two members whose parts stand where they are told here, so that they can be
 * changed, with checks that are right again: chunks of four blocks of 128 bytes, all of them raw.
 */
final class Parts {
  static final int CHUNK_DATA = 4 * 128;

  /** Of 48 bytes, four entries and checks of 3 bytes, and the blocks. */
  static final int CHUNK = 64 + CHUNK_DATA;

  /** Two chunks and one of a block, which is not full. */
  static final byte[] FIRST = noise(2 * CHUNK_DATA + 100, 1);

  static final byte[] SECOND = noise(2 * CHUNK_DATA, 2);

  /** Where chunks start, and the index at last. */
  private static final int[] STARTS = {128, 704, 1280, 1472, 2048, 2624};

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final MemorySegment bytes;
  private final byte[] array;

  private Parts(byte[] array) {
    this.array = array;
    bytes = MemorySegment.ofArray(array);
  }

  private static byte[] noise(int length, long seed) {
    byte[] noise = new byte[length];
    new Random(seed).nextBytes(noise);
    return noise;
  }

  /** Through a file that is there for the time being. */
  static Parts write(Path file) {
    ContainerSettings settings = Sample.settings("mag-bdi", Granularity.DEFAULT, 4, FIRST);
    try {
      return new Parts(Files.readAllBytes(Sample.write(file, settings, 1, FIRST, SECOND)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int start(int chunk) {
    return STARTS[chunk];
  }

  private static int index() {
    return STARTS[STARTS.length - 1];
  }

  byte[] toBytes() {
    return array;
  }

  /** The bytes before a place. */
  byte[] before(int place) {
    return Arrays.copyOf(array, place);
  }

  /** Without those between two places, and without an index. */
  byte[] without(int from, int to) {
    byte[] rest = before(index() - (to - from));
    System.arraycopy(array, to, rest, from, index() - to);
    return rest;
  }

  Parts flip(int at) {
    array[at] ^= 1;
    return this;
  }

  /** Chunks of the same size change places. */
  Parts swap(int one, int other) {
    byte[] before = bytes.asSlice(start(one), CHUNK).toArray(ValueLayout.JAVA_BYTE);
    MemorySegment.copy(bytes, start(other), bytes, start(one), CHUNK);
    MemorySegment.copy(MemorySegment.ofArray(before), 0, bytes, start(other), CHUNK);
    return this;
  }

  /** A number of a chunk's head. */
  Parts inHead(int chunk, int field, long value) {
    if (field == 24) {
      bytes.set(LONG, start(chunk) + field, value);
    } else {
      bytes.set(INT, start(chunk) + field, (int) value);
    }
    return signHead(chunk);
  }

  /** What a chunk's directory says of a block. */
  Parts entry(int chunk, int block, int value) {
    bytes.set(ValueLayout.JAVA_BYTE, start(chunk) + 48 + block, (byte) value);
    return signHead(chunk);
  }

  private Parts signHead(int chunk) {
    bytes.set(INT, start(chunk) + 4, Checksums.crc32c(bytes, start(chunk) + 8, 64 - 8));
    return this;
  }

  /** A number of the index. */
  Parts inIndex(int field, int value) {
    bytes.set(INT, index() + field, value);
    int end = array.length - Index.END_BYTES;
    bytes.set(INT, index() + 4, Checksums.crc32c(bytes, index() + 8, end - index() - 8));
    return this;
  }

  /** The same with a gap of 64 bytes before a chunk, as the index then says. */
  byte[] withGapBefore(int chunk) {
    byte[] wider = Arrays.copyOf(array, array.length + 64);
    System.arraycopy(array, start(chunk), wider, start(chunk) + 64, array.length - start(chunk));
    Arrays.fill(wider, start(chunk), start(chunk) + 64, (byte) 0);
    Parts parts = new Parts(wider);
    int moved = index() + 64;
    for (int later = chunk; later < STARTS.length - 1; later++) {
      parts.bytes.set(LONG, moved + 32 + 2 * 24 + 8L * later, start(later) + 64);
    }
    int end = wider.length - Index.END_BYTES;
    parts.bytes.set(LONG, end, moved);
    parts.bytes.set(INT, end + 16, Checksums.crc32c(parts.bytes, end, 16));
    parts.bytes.set(INT, moved + 4, Checksums.crc32c(parts.bytes, moved + 8, end - moved - 8));
    return wider;
  }
}
