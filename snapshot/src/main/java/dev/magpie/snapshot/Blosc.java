package dev.magpie.snapshot;

import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.snappy.SnappyJavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes Blosc buffers (version 1 of the format, README_CHUNK_FORMAT of c-blosc): blocks, each
 * shuffled and then coded whole or byte place by byte place.
 */
final class Blosc {
  private static final int HEADER_BYTES = 16;

  private static final int SHUFFLED = 1;
  private static final int STORED = 2;
  private static final int BIT_SHUFFLED = 4;
  private static final int NOT_SPLIT = 16;

  /** Where elements are wider, or a block has fewer, a block is coded whole. */
  private static final int MOST_SPLITS = 16;

  private static final int FEWEST_ELEMENTS = 128;

  private final byte[] coded;
  private final ByteBuffer in;
  private final int flags;
  private final int elementBytes;
  private final int blockBytes;
  private final byte[] out;

  private Blosc(byte[] coded, int most) {
    this.coded = coded;
    in = ByteBuffer.wrap(coded).order(ByteOrder.LITTLE_ENDIAN);
    if (in.limit() < HEADER_BYTES) {
      throw new IllegalArgumentException("it ends in its header");
    }
    flags = in.get(2);
    elementBytes = Byte.toUnsignedInt(in.get(3));
    int bytes = in.getInt(4);
    blockBytes = in.getInt(8);
    if (bytes < 0 || bytes > most || in.getInt(12) != in.limit() || elementBytes == 0) {
      throw new IllegalArgumentException("its header says what cannot be");
    }
    out = new byte[bytes];
  }

  /**
   * Decodes a buffer.
   *
   * @param most bytes that it may decode to
   * @throws IllegalArgumentException if it is damaged
   */
  static byte[] decode(byte[] coded, int most) {
    Blosc blosc = new Blosc(coded, most);
    try {
      blosc.decode();
    } catch (IndexOutOfBoundsException | MalformedInputException | DataFormatException e) {
      throw new IllegalArgumentException("its blocks are damaged", e);
    }
    return blosc.out;
  }

  private void decode() throws DataFormatException {
    if ((flags & STORED) != 0) {
      in.get(HEADER_BYTES, out);
      return;
    }
    if (blockBytes <= 0 && out.length > 0) {
      throw new IllegalArgumentException("its header says what cannot be");
    }
    for (int block = 0, from = 0; from < out.length; block++, from += blockBytes) {
      int bytes = Math.min(blockBytes, out.length - from);
      byte[] shuffled = decodeBlock(in.getInt(HEADER_BYTES + Integer.BYTES * block), bytes);
      System.arraycopy(unshuffled(shuffled), 0, out, from, bytes);
    }
  }

  private byte[] decodeBlock(int at, int bytes) throws DataFormatException {
    boolean split =
        (flags & NOT_SPLIT) == 0
            && elementBytes <= MOST_SPLITS
            && blockBytes / elementBytes >= FEWEST_ELEMENTS
            && bytes == blockBytes;
    int parts = split ? elementBytes : 1;
    byte[] block = new byte[bytes];
    int partBytes = bytes / parts;
    for (int part = 0; part < parts; part++) {
      int length = in.getInt(at);
      at += Integer.BYTES;
      if (length == partBytes) {
        in.get(at, block, part * partBytes, partBytes);
      } else {
        decodePart(at, length, block, part * partBytes, partBytes);
      }
      at += length;
    }
    return block;
  }

  private void decodePart(int at, int length, byte[] block, int to, int bytes)
      throws DataFormatException {
    if (length < 0 || at < 0 || length > coded.length - at) {
      throw new IndexOutOfBoundsException(at);
    }
    int decoded =
        switch (flags >> 5 & 7) {
          case 0 -> BloscLz.decode(coded, at, length, block, to, bytes);
          case 1 -> new Lz4JavaDecompressor().decompress(coded, at, length, block, to, bytes);
          case 2 -> new SnappyJavaDecompressor().decompress(coded, at, length, block, to, bytes);
          case 3 -> inflate(coded, at, length, block, to, bytes);
          case 4 -> new ZstdJavaDecompressor().decompress(coded, at, length, block, to, bytes);
          default -> throw new IllegalArgumentException("it is of a codec that is not known");
        };
    if (decoded != bytes) {
      throw new IndexOutOfBoundsException(decoded);
    }
  }

  private static int inflate(byte[] from, int at, int coded, byte[] block, int to, int bytes)
      throws DataFormatException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(from, at, coded);
      return inflater.inflate(block, to, bytes);
    } finally {
      inflater.end();
    }
  }

  private byte[] unshuffled(byte[] block) {
    if ((flags & SHUFFLED) != 0 && elementBytes > 1) {
      return Unshuffling.ofBytes(block, elementBytes);
    }
    // c-blosc leaves a block alone whose elements are no whole number of eights.
    if ((flags & BIT_SHUFFLED) != 0 && block.length / elementBytes % Byte.SIZE == 0) {
      return Unshuffling.ofBits(block, elementBytes);
    }
    return block;
  }
}
