package dev.magpie.gpu.trace;

import dev.magpie.settings.InputFiles;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of a trace. A file that begins as gzip's do is unpacked on the way, whatever its name;
 * a binary trace does not begin so, for its first address would be odd.
 */
final class RequestStream implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  /** The identification of RFC 1952, and deflation, the only method that there is. */
  private static final byte[] GZIP = {0x1f, (byte) 0x8b, 8};

  private final Path file;
  private final Counted raw;
  private final InputStream in;
  private final boolean isPacked;

  RequestStream(Path file) throws IOException {
    this.file = file;
    raw = new Counted(InputFiles.stream(file));
    try {
      BufferedInputStream buffered = new BufferedInputStream(raw, BUFFER_BYTES);
      buffered.mark(GZIP.length);
      isPacked = Arrays.equals(buffered.readNBytes(GZIP.length), GZIP);
      buffered.reset();
      in = isPacked ? new GZIPInputStream(buffered, BUFFER_BYTES) : buffered;
    } catch (IOException e) {
      raw.close();
      throw explained(e);
    }
  }

  /** Whether gzip packed the file. */
  boolean isPacked() {
    return isPacked;
  }

  /**
   * Reads some bytes; the result is how many, and -1 at the end.
   *
   * @throws TraceException if what gzip packed is damaged
   */
  int read(byte[] bytes, int offset, int count) throws IOException {
    try {
      return in.read(bytes, offset, count);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  /** Bytes that have been taken from the file, packed as they are there. */
  long taken() {
    return raw.taken;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** What the file's user is told: damage is the trace's, all else the disk's. */
  private IOException explained(IOException e) {
    if (e instanceof ZipException || e instanceof EOFException) {
      String reason = e instanceof EOFException ? "it ends too early" : e.getMessage();
      TraceException damage =
          new TraceException("%s: is no whole gzip file: %s".formatted(file, reason));
      damage.initCause(e);
      throw damage;
    }
    return e;
  }

  /** Counts what is taken. */
  private static final class Counted extends FilterInputStream {
    private long taken;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      taken += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      int got = super.read(bytes, offset, count);
      taken += Math.max(0, got);
      return got;
    }
  }
}
