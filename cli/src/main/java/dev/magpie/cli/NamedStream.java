package dev.magpie.cli;

import java.io.IOException;
import java.io.OutputStream;

/** A stream whose errors say what could not be written, and tell a reader who left from a fault. */
final class NamedStream extends OutputStream {
  private final String name;
  private final OutputStream stream;

  NamedStream(String name, OutputStream stream) {
    this.name = name;
    this.stream = stream;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      stream.write(bytes, offset, length);
    } catch (IOException e) {
      throw named(name, e);
    }
  }

  /** What to throw in place of an error in writing to something of this name. */
  static IOException named(String name, IOException e) {
    return "Broken pipe".equals(e.getMessage())
        ? new BrokenPipeException(e)
        : new IOException("%s: cannot be written: %s".formatted(name, e.getMessage()), e);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
