package dev.magpie.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The process's standard output, with errors that {@link System#out} would swallow. */
final class StandardOutput extends OutputStream {
  private final FileOutputStream stream = new FileOutputStream(FileDescriptor.out);

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      stream.write(bytes, offset, length);
    } catch (IOException e) {
      if ("Broken pipe".equals(e.getMessage())) {
        throw new BrokenPipeException(e);
      }
      throw new IOException("standard output cannot be written: " + e.getMessage(), e);
    }
  }
}
