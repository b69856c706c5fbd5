package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.trace.TraceException;
import dev.magpie.settings.InputFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/**
 * The lines of a trace, as bytes; files that end in {@code .xz} or {@code .tracez} are unpacked on
 * the way.
 */
final class TraceLines implements AutoCloseable {
  private static final int MAX_LINE = 1 << 16;
  private static final int BUFFER_BYTES = 1 << 16;

  private static final String XZ = ".xz";
  private static final String TRACEZ = ".tracez";

  /** What unpacking may take: xz -9 takes 65 MiB. */
  private static final int UNPACKING_KIBIBYTES = 1 << 18;

  private final Path file;
  private final InputStream in;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int start;
  private int length;
  private int next;
  private int end;
  private long number;

  /**
   * Opens a file.
   *
   * @param read is told of the bytes that are taken from it
   */
  TraceLines(Path file, LongConsumer read) throws IOException {
    this.file = file;
    try {
      in = stream(file, read);
    } catch (NoSuchFileException e) {
      throw missing(file, e);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static InputStream stream(Path file, LongConsumer read) throws IOException {
    if (kind(file).equals(TRACEZ)) {
      return new TracezStream(file, read);
    }
    InputStream raw = new CountedStream(InputFiles.stream(file), read);
    try {
      return kind(file).equals(XZ) ? new XZInputStream(raw, UNPACKING_KIBIBYTES) : raw;
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /** How the file is packed; empty if it is not. */
  private static String kind(Path file) {
    return Stream.of(XZ, TRACEZ).filter(file.toString()::endsWith).findFirst().orElse("");
  }

  private static TraceException missing(Path file, NoSuchFileException cause) {
    TraceException e = new TraceException(file + ": there is no such file");
    e.initCause(cause);
    return e;
  }

  private TraceException unreadable(IOException cause) {
    String reason = cause instanceof EOFException ? "it ends too early" : cause.getMessage();
    String kind = kind(file);
    TraceException e =
        new TraceException(
            kind.isEmpty()
                ? "%s: cannot be read: %s".formatted(file, reason)
                : "%s: is no whole %s file: %s".formatted(file, kind, reason));
    e.initCause(cause);
    return e;
  }

  /** Goes to the next line; false at the end. */
  boolean next() {
    int from = next;
    int at = next;
    while (true) {
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      if (at < end) {
        break;
      }
      if (at - from > MAX_LINE) {
        number++;
        throw wrong("is longer than %d bytes; no line of a trace is".formatted(MAX_LINE));
      }
      // Make room behind what there is of this line.
      System.arraycopy(buffer, from, buffer, 0, at - from);
      at -= from;
      from = 0;
      if (at + BUFFER_BYTES / 2 > buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
      int more = fill(at);
      end = at + Math.max(0, more);
      if (more < 0) {
        if (at == 0) {
          next = 0;
          return false;
        }
        break;
      }
    }
    number++;
    next = Math.min(end, at + 1);
    start = from;
    length = at - from;
    if (length > 0 && buffer[start + length - 1] == '\r') {
      length--;
    }
    return true;
  }

  private int fill(int from) {
    try {
      return in.read(buffer, from, buffer.length - from);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The bytes that hold the line; valid until the next one. */
  byte[] bytes() {
    return buffer;
  }

  int start() {
    return start;
  }

  int length() {
    return length;
  }

  /** The line as a string. */
  String text() {
    return new String(buffer, start, length, StandardCharsets.UTF_8);
  }

  /** Whether it begins so. */
  boolean startsWith(String prefix) {
    if (length < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (buffer[start + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** What to throw where a line is not as it should be. */
  TraceException wrong(String problem) {
    return new TraceException("%s:%d: %s".formatted(file, Math.max(1, number), problem));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
