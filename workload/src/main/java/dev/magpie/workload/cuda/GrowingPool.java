package dev.magpie.workload.cuda;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A pool that takes more of a device's memory when it has no range left, a segment of 2 MiB at
 * least, as caching allocators do of frameworks that train networks. A segment is an allocation,
 * and so has a target ratio of its own.
 */
public final class GrowingPool {
  private static final long SEGMENT_BYTES = 2 << 20;

  private final Host host;
  private final String name;
  private final List<Pool> segments = new ArrayList<>();
  private final Map<DeviceBuffer, Pool> owners = new HashMap<>();

  /**
   * One of a single segment.
   *
   * @param name that its segments have, with their numbers
   */
  public GrowingPool(Host host, String name) {
    this.host = host;
    this.name = name;
    grown(SEGMENT_BYTES);
  }

  /**
   * Hands out the first range that is large enough.
   *
   * @param of what messages call it
   */
  public DeviceBuffer allocate(String of, Dtype dtype, long... shape) {
    long bytes = Tensor.bytes(dtype, Arrays.stream(shape).boxed().toList());
    Pool owner =
        segments.stream()
            .filter(segment -> segment.hasRoom(bytes))
            .findFirst()
            .orElseGet(() -> grown(bytes));
    DeviceBuffer range = owner.allocate(of, dtype, shape);
    owners.put(range, owner);
    return range;
  }

  private Pool grown(long bytes) {
    long size = Math.ceilDiv(Math.max(1, bytes), SEGMENT_BYTES) * SEGMENT_BYTES;
    Pool segment = host.pool("%s.%d".formatted(name, segments.size()), Dtype.U8, size);
    segments.add(segment);
    return segment;
  }

  /**
   * Takes back a range, which may then be handed out again.
   *
   * @throws IllegalArgumentException if it is none of this pool, or was taken back before
   */
  public void free(DeviceBuffer range) {
    Pool owner = owners.remove(range);
    if (owner == null) {
      throw new IllegalArgumentException(
          "'%s' is no range of pool '%s'".formatted(range.name(), name));
    }
    owner.free(range);
  }
}
