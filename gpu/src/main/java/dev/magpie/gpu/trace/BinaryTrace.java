package dev.magpie.gpu.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Little-endian 64-bit words. */
final class BinaryTrace implements RequestTrace {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final RequestStream in;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private long bytes;
  private long word;

  BinaryTrace(Path file) throws IOException {
    this.file = file;
    in = new RequestStream(file);
  }

  @Override
  public boolean next() throws IOException {
    if (buffer.remaining() < Long.BYTES && !fill()) {
      return false;
    }
    word = buffer.getLong();
    return true;
  }

  /** Reads until there is a word; false at the end. */
  private boolean fill() throws IOException {
    buffer.compact();
    while (buffer.position() < Long.BYTES) {
      int got = in.read(buffer.array(), buffer.position(), buffer.remaining());
      if (got < 0) {
        break;
      }
      bytes += got;
      buffer.position(buffer.position() + got);
    }
    buffer.flip();
    if (buffer.hasRemaining() && buffer.remaining() < Long.BYTES) {
      throw new TraceException(
          "%s: has %d bytes%s, which is no whole number of 8-byte requests"
              .formatted(file, bytes, in.isPacked() ? " unpacked" : ""));
    }
    return buffer.hasRemaining();
  }

  @Override
  public long address() {
    return word & Long.MAX_VALUE;
  }

  @Override
  public boolean isWrite() {
    return word < 0;
  }

  @Override
  public long position() {
    return in.taken();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
