package dev.magpie.workload.example;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Java arrays as little-endian tensors. */
final class Values {
  private Values() {}

  static Tensor f32(float[] values, long... shape) {
    ByteBuffer bytes = buffer(4L * values.length);
    bytes.asFloatBuffer().put(values);
    return tensor(Dtype.F32, bytes, shape);
  }

  static Tensor f64(double[] values, long... shape) {
    ByteBuffer bytes = buffer(8L * values.length);
    bytes.asDoubleBuffer().put(values);
    return tensor(Dtype.F64, bytes, shape);
  }

  /** The nearest halves, ties to even. */
  static Tensor f16(float[] values, long... shape) {
    ByteBuffer bytes = buffer(2L * values.length);
    for (float value : values) {
      bytes.putShort(Float.floatToFloat16(value));
    }
    return tensor(Dtype.F16, bytes, shape);
  }

  /** The nearest bfloat16 numbers, ties to even. */
  static Tensor bf16(float[] values, long... shape) {
    ByteBuffer bytes = buffer(2L * values.length);
    for (float value : values) {
      bytes.putShort(toBf16(value));
    }
    return tensor(Dtype.BF16, bytes, shape);
  }

  static short toBf16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) (bits >>> 16 | 0x40); // stays a NaN when its low bits are what made it one
    }
    return (short) ((bits + 0x7fff + (bits >>> 16 & 1)) >>> 16);
  }

  static Tensor i32(int[] values, long... shape) {
    return ints(Dtype.I32, values, shape);
  }

  static Tensor u32(int[] values, long... shape) {
    return ints(Dtype.U32, values, shape);
  }

  private static Tensor ints(Dtype dtype, int[] values, long... shape) {
    ByteBuffer bytes = buffer(4L * values.length);
    bytes.asIntBuffer().put(values);
    return tensor(dtype, bytes, shape);
  }

  static Tensor u8(byte[] values, long... shape) {
    return tensor(Dtype.U8, ByteBuffer.wrap(values.clone()), shape);
  }

  private static ByteBuffer buffer(long bytes) {
    return ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Tensor tensor(Dtype dtype, ByteBuffer bytes, long... shape) {
    List<Long> dimensions = Arrays.stream(shape).boxed().toList();
    return new Tensor(dtype, dimensions, MemorySegment.ofBuffer(bytes.rewind()));
  }
}
