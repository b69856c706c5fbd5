package dev.magpie.lab.study;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.Approximation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How far a program's result is from the exact one: the mean of |x' - x| / max(|x|,
 * 10<sup>-9</sup>) over all its elements. Elements that became no finite number, or were none, do
 * not count.
 */
final class ResultError {
  private static final double LEAST_MAGNITUDE = 1e-9;
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ResultError() {}

  /** A copy of the result that a device holds, allocation by allocation. */
  static Map<String, MemorySegment> results(Device device, Approximation of) {
    Map<String, MemorySegment> results = new LinkedHashMap<>();
    for (DeviceBuffer buffer : device.buffers().values()) {
      long bytes = of.bytesOfResult(buffer);
      if (bytes > 0) {
        byte[] copy = buffer.memory().asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
        results.put(buffer.name(), MemorySegment.ofArray(copy));
      }
    }
    return results;
  }

  /** The mean error of what a device holds. */
  static double mean(Map<String, MemorySegment> exact, Device device) {
    double sum = 0;
    long counted = 0;
    for (DeviceBuffer buffer : device.buffers().values()) {
      MemorySegment expected = exact.get(buffer.name());
      long elements = expected == null ? 0 : expected.byteSize() / 4;
      for (long at = 0; expected != null && at < 4 * elements; at += 4) {
        double was = number(buffer.dtype(), expected, at);
        double is = number(buffer.dtype(), buffer.memory(), at);
        double error =
            was == is ? 0 : Math.abs(is - was) / Math.max(Math.abs(was), LEAST_MAGNITUDE);
        if (Double.isFinite(error)) {
          sum += error;
          counted++;
        }
      }
    }
    return sum / counted;
  }

  private static double number(Dtype dtype, MemorySegment memory, long at) {
    return switch (dtype) {
      case F32 -> memory.get(FLOAT, at);
      case I32 -> memory.get(INT, at);
      case U32 -> Integer.toUnsignedLong(memory.get(INT, at));
      default -> throw new IllegalArgumentException("no result is made of " + dtype);
    };
  }
}
