package dev.magpie.analysis;

import dev.magpie.snapshot.Allocation;
import java.nio.file.Path;
import java.util.List;

/**
 * What is known of an allocation without its memory, which may be on another machine.
 *
 * @param source as of {@link Allocation}
 * @param name in its file
 * @param type of its elements, as reports print it
 * @param shape in such elements
 * @param bytes of its memory
 */
public record AnalyzedArray(Path source, String name, String type, List<Long> shape, long bytes) {
  public AnalyzedArray {
    shape = List.copyOf(shape);
  }

  /** What it is of an allocation. */
  public static AnalyzedArray of(Allocation allocation) {
    return new AnalyzedArray(
        allocation.source(),
        allocation.name(),
        allocation.type(),
        allocation.shape(),
        allocation.bytes());
  }
}
