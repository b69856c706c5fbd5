package dev.magpie.job;

import java.io.OutputStream;
import java.nio.file.Path;

/** Begins the files that a program writes; who gives them completes or discards them all. */
@FunctionalInterface
public interface OutputFiles {
  /**
   * Begins a file.
   *
   * @param name what messages call it
   */
  OutputStream begin(String name, Path file);
}
