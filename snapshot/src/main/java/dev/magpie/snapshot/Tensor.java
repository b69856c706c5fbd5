package dev.magpie.snapshot;

import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Typed elements in memory, as they stand there: the byte order and the order of the dimensions are
 * those of the file, and nothing is converted.
 *
 * @param dtype the elements' type
 * @param shape the sizes of the dimensions; empty for a single element
 * @param order of the bytes of each element
 * @param contents exactly the elements' bytes
 */
public record Tensor(Dtype dtype, List<Long> shape, ByteOrder order, Contents contents) {

  /**
   * @throws IllegalArgumentException if the memory is not as large as the type and shape say
   * @throws ArithmeticException if the shape has more elements than can be counted
   */
  public Tensor {
    shape = List.copyOf(shape);
    long bytes = bytes(dtype, shape);
    if (contents.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "%s%s takes %d bytes, and the memory has %d"
              .formatted(dtype, shape, bytes, contents.byteSize()));
    }
  }

  /**
   * Elements in memory.
   *
   * @throws IllegalArgumentException if the memory is not as large as the type and shape say
   */
  public Tensor(Dtype dtype, List<Long> shape, ByteOrder order, MemorySegment memory) {
    this(dtype, shape, order, Contents.of(memory));
  }

  /**
   * Little-endian elements, as GPUs have them.
   *
   * @throws IllegalArgumentException if the memory is not as large as the type and shape say
   */
  public Tensor(Dtype dtype, List<Long> shape, MemorySegment memory) {
    this(dtype, shape, ByteOrder.LITTLE_ENDIAN, memory);
  }

  /**
   * Exactly the elements' bytes. Those that are elsewhere are fetched first.
   *
   * @throws UncheckedIOException if they cannot be
   */
  public MemorySegment memory() {
    return contents.memory();
  }

  /**
   * Bytes of a tensor with this type and shape.
   *
   * @throws IllegalArgumentException if a dimension is negative
   * @throws ArithmeticException if they are more than a {@code long} counts
   */
  public static long bytes(Dtype dtype, List<Long> shape) {
    for (long dimension : shape) {
      if (dimension < 0) {
        throw new IllegalArgumentException("dimension %d is negative".formatted(dimension));
      }
    }
    if (shape.contains(0L)) {
      return 0;
    }
    long bytes = dtype.bytes();
    for (long dimension : shape) {
      bytes = Math.multiplyExact(bytes, dimension);
    }
    return bytes;
  }
}
