package dev.magpie.workload.cuda;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * One allocation of a device from which ranges are handed out, as frameworks do that train
 * networks. The device, its snapshots and target ratios know the allocation alone. A range holds
 * what was left there, and is aligned as an allocation would be.
 */
public final class Pool {
  private static final long ALIGNMENT = 256;

  private final DeviceBuffer memory;

  /** Bytes of ranges, by where they begin. */
  private final NavigableMap<Long, Long> free = new TreeMap<>();

  private final Set<DeviceBuffer> taken = new HashSet<>();

  Pool(DeviceBuffer memory) {
    this.memory = memory;
    free.put(0L, memory.bytes());
  }

  /** What a range takes: even an empty one has a place of its own. */
  private static long room(long bytes) {
    return aligned(Math.max(1, bytes));
  }

  static long aligned(long bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }

  /** The whole of it. */
  public DeviceBuffer memory() {
    return memory;
  }

  /** Whether a range of so many bytes can be handed out. */
  boolean hasRoom(long bytes) {
    return free.values().stream().anyMatch(each -> each >= room(bytes));
  }

  /**
   * Hands out the first range that is large enough.
   *
   * @param name what messages call it
   * @throws PtxException if none is
   */
  public DeviceBuffer allocate(String name, Dtype dtype, long... shape) {
    List<Long> dimensions = Arrays.stream(shape).boxed().toList();
    long bytes = room(Tensor.bytes(dtype, dimensions));
    for (Map.Entry<Long, Long> each : free.entrySet()) {
      if (each.getValue() >= bytes) {
        return take(each.getKey(), bytes, memory.range(name, each.getKey(), dtype, dimensions));
      }
    }
    throw new PtxException(
        "pool '%s' has no range of %d bytes left for '%s'".formatted(memory.name(), bytes, name));
  }

  private DeviceBuffer take(long start, long bytes, DeviceBuffer range) {
    long left = Objects.requireNonNull(free.remove(start)) - bytes;
    if (left > 0) {
      free.put(start + bytes, left);
    }
    taken.add(range);
    return range;
  }

  /**
   * Takes back a range, which may then be handed out again.
   *
   * @throws IllegalArgumentException if it is none of this pool, or was taken back before
   */
  public void free(DeviceBuffer range) {
    if (!taken.remove(range)) {
      throw new IllegalArgumentException(
          "'%s' is no range of pool '%s'".formatted(range.name(), memory.name()));
    }
    long start = range.address() - memory.address();
    long end = start + room(range.bytes());
    Long after = free.remove(end);
    end += after == null ? 0 : after;
    Map.Entry<Long, Long> before = free.floorEntry(start);
    if (before != null && before.getKey() + before.getValue() == start) {
      start = before.getKey();
    }
    free.put(start, end - start);
  }
}
