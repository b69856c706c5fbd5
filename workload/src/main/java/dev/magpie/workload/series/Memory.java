package dev.magpie.workload.series;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects copies of arrays as little-endian allocations. */
final class Memory {
  private final Map<String, Tensor> allocations = new LinkedHashMap<>();

  Memory f64(String name, double[] values) {
    byte[] bytes = new byte[8 * values.length];
    MemorySegment.copy(
        values,
        0,
        MemorySegment.ofArray(bytes),
        ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN),
        0,
        values.length);
    return add(name, Dtype.F64, bytes, values.length);
  }

  Memory f32(String name, float[] values) {
    byte[] bytes = new byte[4 * values.length];
    MemorySegment.copy(
        values,
        0,
        MemorySegment.ofArray(bytes),
        ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN),
        0,
        values.length);
    return add(name, Dtype.F32, bytes, values.length);
  }

  Memory i32(String name, int[] values) {
    byte[] bytes = new byte[4 * values.length];
    MemorySegment.copy(
        values,
        0,
        MemorySegment.ofArray(bytes),
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN),
        0,
        values.length);
    return add(name, Dtype.I32, bytes, values.length);
  }

  private Memory add(String name, Dtype dtype, byte[] bytes, long length) {
    Tensor tensor = new Tensor(dtype, List.of(length), MemorySegment.ofArray(bytes));
    if (allocations.put(name, tensor) != null) {
      throw new IllegalArgumentException("two allocations are called " + name);
    }
    return this;
  }

  Map<String, Tensor> allocations() {
    return allocations;
  }
}
