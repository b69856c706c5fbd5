package dev.magpie.gpu.recording;

import dev.magpie.gpu.packed.ByteWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/**
 * Writes a file of chunks: each is its length before and after deflation and its CRC-32C (three
 * little-endian words), then the deflated bytes.
 */
final class ChunkWriter implements AutoCloseable {
  static final int VERSION = 6;

  /** The last byte is the version of the format. */
  static final byte[] MAGIC = {'m', 'a', 'g', 'p', 'i', 'e', 'R', VERSION};

  static final int HEADER_BYTES = 12;
  static final int MAX_CHUNK = 1 << 30;

  private final OutputStream out;
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
  private final ByteWriter packed = new ByteWriter();
  private final byte[] buffer = new byte[1 << 16];
  private long position;

  ChunkWriter(OutputStream out) throws IOException {
    this.out = out;
    out.write(MAGIC);
    position = MAGIC.length;
  }

  /** Writes a chunk; tells where it lies. */
  long write(ByteWriter chunk) throws IOException {
    byte[] bytes = chunk.toArray();
    if (bytes.length > MAX_CHUNK) {
      throw new IOException("a block of threads does more than a recording can hold");
    }
    packed.clear();
    deflater.reset();
    deflater.setInput(bytes);
    deflater.finish();
    while (!deflater.finished()) {
      packed.raw(buffer, 0, deflater.deflate(buffer));
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    ByteWriter header = new ByteWriter();
    header.word(bytes.length);
    header.word(packed.length());
    header.word((int) crc.getValue());
    out.write(header.toArray());
    out.write(packed.toArray());
    long at = position;
    position += HEADER_BYTES + packed.length();
    return at;
  }

  /** Writes the last chunk, and behind it where it lies. */
  void finish(ByteWriter directory) throws IOException {
    long at = write(directory);
    ByteWriter trailer = new ByteWriter();
    trailer.word((int) at);
    trailer.word((int) (at >>> 32));
    out.write(trailer.toArray());
    out.write(MAGIC);
  }

  @Override
  public void close() {
    deflater.end();
  }
}
