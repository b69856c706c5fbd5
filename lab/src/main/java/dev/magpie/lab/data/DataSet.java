package dev.magpie.lab.data;

import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A program's memory: one row of an experiment over data.
 *
 * @param name what rows call it
 * @param memories its allocations; a quick run takes the beginning of each only
 * @param dtypes the types of their elements
 * @param sha256 digest of the allocations' names, types, shapes and bytes; empty if unreadable
 * @param problem why it cannot be read; empty if it can
 */
public record DataSet(
    String name, List<MemorySegment> memories, List<Dtype> dtypes, String sha256, String problem) {
  public DataSet {
    memories = List.copyOf(memories);
    dtypes = List.copyOf(dtypes);
  }

  static DataSet failed(String name, String problem) {
    return new DataSet(name, List.of(), List.of(), "", problem);
  }

  public boolean isReadable() {
    return problem.isEmpty();
  }

  public long bytes() {
    return memories.stream().mapToLong(MemorySegment::byteSize).sum();
  }

  /** This data with no more than so many bytes of each allocation. */
  public DataSet beginnings(long bytes) {
    List<MemorySegment> parts =
        memories.stream()
            .map(memory -> memory.asSlice(0, Math.min(bytes, memory.byteSize())))
            .toList();
    return new DataSet(name, parts, dtypes, sha256, problem);
  }

  /** Whether an allocation holds floating-point numbers. */
  public boolean isFloatingPoint(int allocation) {
    return switch (dtypes.get(allocation)) {
      case F16, BF16, F32, F64 -> true;
      default -> false;
    };
  }

  /** The row's name; for data that could not be read, with the reason. */
  public String label() {
    return isReadable() ? name : name + " (failed: " + problem + ")";
  }
}
