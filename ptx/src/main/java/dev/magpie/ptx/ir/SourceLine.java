package dev.magpie.ptx.ir;

/**
 * A line of what a module was compiled from, as {@code .loc} gives it.
 *
 * @param file its name, as the compiler had it
 * @param line from 1
 */
public record SourceLine(String file, int line) {
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
