package dev.magpie.snapshot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where the elements of a tensor are in its storage.
 *
 * @param offset of the first, in elements
 * @param sizes of the dimensions
 * @param strides of the dimensions, in elements
 * @param end one beyond the last
 */
record TorchStrides(long offset, List<Long> sizes, List<Long> strides, long end) {
  /**
   * @throws SnapshotException if there can be no such tensor
   */
  static TorchStrides of(
      Bytes file, String place, long offset, List<Long> sizes, List<Long> strides) {
    if (sizes.size() != strides.size()) {
      throw file.fail(place, "has %d sizes and %d strides".formatted(sizes.size(), strides.size()));
    }
    try {
      long end = Math.addExact(offset, 1);
      for (int d = 0; d < sizes.size(); d++) {
        end = Math.addExact(end, Math.multiplyExact(Math.max(0, sizes.get(d) - 1), strides.get(d)));
      }
      return new TorchStrides(offset, sizes, strides, sizes.contains(0L) ? 0 : end);
    } catch (ArithmeticException e) {
      throw file.fail(place, "shape %s is beyond all memory".formatted(sizes));
    }
  }

  boolean isEmpty() {
    return sizes.contains(0L);
  }

  /** The first element; 0 if there is none, as the end is. */
  long begin() {
    return isEmpty() ? 0 : offset;
  }

  /**
   * The dimensions in the order of memory, if the tensor is all of a range; null if elements are
   * left out or there twice.
   */
  @Nullable List<Long> inOrderOfMemory() {
    if (isEmpty()) {
      return sizes;
    }
    List<Integer> order = new ArrayList<>(IntStream.range(0, sizes.size()).boxed().toList());
    if (!isDense(order)) {
      // Where a dimension has one element, its stride says nothing.
      order.sort(Comparator.comparingLong((Integer d) -> strides.get(d)).reversed());
      order.removeIf(d -> sizes.get(d) == 1);
    }
    return isDense(order) ? order.stream().map(sizes::get).toList() : null;
  }

  private boolean isDense(List<Integer> order) {
    long next = 1;
    for (int i = order.size() - 1; i >= 0; i--) {
      int dimension = order.get(i);
      if (sizes.get(dimension) != 1 && strides.get(dimension) != next) {
        return false;
      }
      next *= sizes.get(dimension);
    }
    return true;
  }
}
