package dev.magpie.workload.training;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.GrowingPool;
import dev.magpie.workload.cuda.Host;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A network's arrays on a device, by name. */
final class LayerBuffers {
  /** Where what a step alone needs is, by the words that users type. */
  enum Place {
    /** Each array is an allocation that lasts, as in Caffe. */
    SEPARATE,
    /** Arrays are ranges of a pool, from their first use to the last, as in PyTorch. */
    POOLED;

    static Place named(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /** An array that comes into being when it is first used. */
  private record Planned(Dtype dtype, int count) {}

  private final Host host;

  /** What arrays of a step are ranges of; null where each lasts. */
  private final @Nullable GrowingPool pool;

  private final Map<String, DeviceBuffer> buffers = new LinkedHashMap<>();
  private final Map<String, Planned> planned = new HashMap<>();

  /** What was in arrays of numbers when they were given back. */
  private final Map<String, float[]> released = new HashMap<>();

  LayerBuffers(Host host, Place place) {
    this.host = host;
    pool =
        switch (place) {
          case SEPARATE -> null;
          case POOLED -> new GrowingPool(host, "pool");
        };
  }

  /** Allocates an array that lasts. */
  void allocate(String name, Dtype dtype, int count) {
    buffers.put(name, host.allocate(name, dtype, count));
  }

  /** Announces an array that every step needs anew. */
  void allocateForStep(String name, Dtype dtype, int count) {
    if (pool == null) {
      allocate(name, dtype, count);
    } else {
      planned.put(name, new Planned(dtype, count));
    }
  }

  DeviceBuffer get(String name) {
    DeviceBuffer buffer = buffers.get(name);
    if (buffer == null) {
      Planned plan = planned.get(name);
      if (pool == null || plan == null) {
        throw new IllegalArgumentException("there is no buffer " + name);
      }
      buffer = pool.allocate(name, plan.dtype, plan.count);
      buffers.put(name, buffer);
    }
    return buffer;
  }

  /** Gives back an array that the step needs no more; one that lasts stays. */
  void release(String name) {
    if (pool != null && planned.containsKey(name)) {
      DeviceBuffer buffer = buffers.remove(name);
      if (buffer != null) {
        inspect(name, buffer, released);
        pool.free(buffer);
      }
    }
  }

  /** What all arrays of numbers hold, or held when they were given back. */
  Map<String, float[]> numbers() {
    Map<String, float[]> numbers = new HashMap<>(released);
    buffers.forEach((name, buffer) -> inspect(name, buffer, numbers));
    return numbers;
  }

  private void inspect(String name, DeviceBuffer buffer, Map<String, float[]> into) {
    if (buffer.dtype() == Dtype.F32) {
      into.put(name, host.inspect(buffer));
    }
  }
}
