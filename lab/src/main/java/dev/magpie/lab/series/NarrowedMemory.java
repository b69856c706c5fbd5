package dev.magpie.lab.series;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Memory as a program would have it that keeps its numbers of 64 bits in 32. */
final class NarrowedMemory {
  private static final ValueLayout.OfDouble WIDE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat NARROW =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private NarrowedMemory() {}

  /** An array of {@link Dtype#F64} as one of {@link Dtype#F32}; others as they are. */
  static Tensor of(Tensor tensor) {
    if (tensor.dtype() != Dtype.F64) {
      return tensor;
    }
    int count = Math.toIntExact(tensor.memory().byteSize() / Double.BYTES);
    MemorySegment narrow = MemorySegment.ofArray(new byte[Float.BYTES * count]);
    for (int i = 0; i < count; i++) {
      double value = tensor.memory().get(WIDE, (long) Double.BYTES * i);
      narrow.set(NARROW, (long) Float.BYTES * i, (float) value);
    }
    return new Tensor(Dtype.F32, tensor.shape(), narrow);
  }
}
