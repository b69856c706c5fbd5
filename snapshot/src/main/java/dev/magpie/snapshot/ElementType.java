package dev.magpie.snapshot;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * An element type of a file as this module exposes it: some of our elements, which add a last
 * dimension unless it is one. A complex number so becomes two floats, and a structure its bytes.
 */
record ElementType(Dtype dtype, long count, boolean vector, ByteOrder order) {

  static ElementType of(Dtype dtype) {
    return new ElementType(dtype, 1, false, ByteOrder.LITTLE_ENDIAN);
  }

  static ElementType vector(Dtype dtype, long count) {
    return new ElementType(dtype, count, true, ByteOrder.LITTLE_ENDIAN);
  }

  ElementType in(ByteOrder order) {
    return new ElementType(dtype, count, vector, order);
  }

  /** Bytes of one element of the file. */
  long bytes() {
    return Math.multiplyExact(dtype.bytes(), count);
  }

  List<Long> shape(List<Long> shape) {
    if (!vector) {
      return shape;
    }
    List<Long> longer = new ArrayList<>(shape);
    longer.add(count);
    return longer;
  }
}
