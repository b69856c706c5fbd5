package dev.magpie.workload.cuda;

import dev.magpie.ptx.DeviceBuffer;
import java.util.List;

/**
 * What of a program's memory a lossy codec may change, and where the program's result then is.
 *
 * @param mayDiffer what the program can do without exactly
 * @param results what it computes, in device memory after its last launch
 */
public record Approximation(List<Part> mayDiffer, List<Part> results) {
  /** For programs of which everything counts. */
  public static final Approximation NONE = new Approximation(List.of(), List.of());

  public Approximation {
    mayDiffer = List.copyOf(mayDiffer);
    results = List.copyOf(results);
  }

  /**
   * An allocation but for its end.
   *
   * @param buffer its name
   * @param rowsWithout of its first dimension, at the end, that are not part of it
   */
  public record Part(String buffer, int rowsWithout) {
    public static Part all(String buffer) {
      return new Part(buffer, 0);
    }

    /** Bytes from the allocation's beginning. */
    long bytes(DeviceBuffer of) {
      if (rowsWithout == 0) {
        return of.bytes();
      }
      long rows = of.shape().getFirst();
      return of.bytes() / rows * (rows - rowsWithout);
    }
  }

  /** Whole allocations. */
  public static Approximation of(List<String> mayDiffer, List<String> results) {
    return new Approximation(
        mayDiffer.stream().map(Part::all).toList(), results.stream().map(Part::all).toList());
  }

  /** Bytes from an allocation's beginning that may differ; 0 for none. */
  public long bytesThatMayDiffer(DeviceBuffer buffer) {
    return bytes(mayDiffer, buffer);
  }

  /** Bytes from an allocation's beginning that are result; 0 for none. */
  public long bytesOfResult(DeviceBuffer buffer) {
    return bytes(results, buffer);
  }

  private static long bytes(List<Part> parts, DeviceBuffer buffer) {
    return parts.stream()
        .filter(part -> part.buffer.equals(buffer.name()))
        .mapToLong(part -> part.bytes(buffer))
        .findFirst()
        .orElse(0);
  }
}
