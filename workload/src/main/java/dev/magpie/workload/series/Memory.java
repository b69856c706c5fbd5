package dev.magpie.workload.series;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the arrays of a program by name. */
final class Memory {
  private final Map<String, Object> arrays = new LinkedHashMap<>();

  Memory f64(String name, double[] values) {
    return add(name, values);
  }

  Memory f32(String name, float[] values) {
    return add(name, values);
  }

  Memory i32(String name, int[] values) {
    return add(name, values);
  }

  private Memory add(String name, Object array) {
    if (arrays.put(name, array) != null) {
      throw new IllegalArgumentException("two allocations are called " + name);
    }
    return this;
  }

  Map<String, Object> arrays() {
    return Collections.unmodifiableMap(arrays);
  }

  /** Copies of arrays, as little-endian allocations. */
  static Map<String, Tensor> copies(Map<String, Object> arrays) {
    Map<String, Tensor> copies = new LinkedHashMap<>();
    arrays.forEach((name, array) -> copies.put(name, copy(array)));
    return copies;
  }

  private static Tensor copy(Object array) {
    return switch (array) {
      case double[] values -> {
        MemorySegment bytes = MemorySegment.ofArray(new byte[8 * values.length]);
        MemorySegment.copy(
            values, 0, bytes, little(ValueLayout.JAVA_DOUBLE_UNALIGNED), 0, values.length);
        yield new Tensor(Dtype.F64, List.of((long) values.length), bytes);
      }
      case float[] values -> {
        MemorySegment bytes = MemorySegment.ofArray(new byte[4 * values.length]);
        MemorySegment.copy(
            values, 0, bytes, little(ValueLayout.JAVA_FLOAT_UNALIGNED), 0, values.length);
        yield new Tensor(Dtype.F32, List.of((long) values.length), bytes);
      }
      case int[] values -> {
        MemorySegment bytes = MemorySegment.ofArray(new byte[4 * values.length]);
        MemorySegment.copy(
            values, 0, bytes, little(ValueLayout.JAVA_INT_UNALIGNED), 0, values.length);
        yield new Tensor(Dtype.I32, List.of((long) values.length), bytes);
      }
      default -> throw new IllegalArgumentException("no array of numbers: " + array.getClass());
    };
  }

  private static ValueLayout little(ValueLayout layout) {
    return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
  }
}
