package dev.magpie.workload.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * PTX text that comes with the program, beside the CUDA source that it was compiled from.
 *
 * @param owner a class in the package of the resource
 * @param name without extension
 */
public record PtxResource(Class<?> owner, String name) {

  /** The PTX, as the compiler wrote it. */
  public String text() {
    return read(".ptx");
  }

  /** The CUDA C++ source. */
  public String source() {
    return read(".cu");
  }

  private String read(String extension) {
    try (InputStream in = owner.getResourceAsStream(name + extension)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no " + name + extension + " beside " + owner);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
