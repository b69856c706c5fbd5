package dev.magpie.ptx;

import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;

/** What a launch passes for a kernel's parameter. */
public sealed interface Argument {

  /** The address of a buffer. */
  record Pointer(DeviceBuffer buffer) implements Argument {
    @Override
    public String toString() {
      return "the address of '%s' (8 bytes)".formatted(buffer.name());
    }
  }

  /**
   * A number.
   *
   * @param bits in the lower bits
   */
  record Scalar(Dtype type, long bits) implements Argument {
    @Override
    public String toString() {
      return "a scalar of type %s (%d bytes)".formatted(type, type.bytes());
    }
  }

  /** A structure, as it lies in memory. */
  record Structure(MemorySegment bytes) implements Argument {
    @Override
    public String toString() {
      return "a structure of %d bytes".formatted(bytes.byteSize());
    }
  }

  static Argument of(DeviceBuffer buffer) {
    return new Pointer(buffer);
  }

  static Argument of(int value) {
    return new Scalar(Dtype.I32, value);
  }

  static Argument of(long value) {
    return new Scalar(Dtype.I64, value);
  }

  static Argument of(float value) {
    return new Scalar(Dtype.F32, Float.floatToRawIntBits(value));
  }

  static Argument of(double value) {
    return new Scalar(Dtype.F64, Double.doubleToRawLongBits(value));
  }
}
