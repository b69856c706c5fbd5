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
public final class Memory {
  private final Map<String, Object> arrays = new LinkedHashMap<>();

  public Memory f64(String name, double[] values) {
    return add(name, values);
  }

  public Memory f32(String name, float[] values) {
    return add(name, values);
  }

  public Memory i32(String name, int[] values) {
    return add(name, values);
  }

  private Memory add(String name, Object array) {
    if (arrays.put(name, array) != null) {
      throw new IllegalArgumentException("two allocations are called " + name);
    }
    return this;
  }

  public Map<String, Object> arrays() {
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
      case double[] values -> copy(values, values.length, Dtype.F64, ValueLayout.JAVA_DOUBLE);
      case float[] values -> copy(values, values.length, Dtype.F32, ValueLayout.JAVA_FLOAT);
      case int[] values -> copy(values, values.length, Dtype.I32, ValueLayout.JAVA_INT);
      default -> throw new IllegalArgumentException("no array of numbers: " + array.getClass());
    };
  }

  private static Tensor copy(Object values, int length, Dtype dtype, ValueLayout layout) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[length * dtype.bytes()]);
    ValueLayout little = layout.withByteAlignment(1).withOrder(ByteOrder.LITTLE_ENDIAN);
    MemorySegment.copy(values, 0, bytes, little, 0, length);
    return new Tensor(dtype, List.of((long) length), bytes);
  }
}
