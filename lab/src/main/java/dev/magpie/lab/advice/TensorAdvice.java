package dev.magpie.lab.advice;

import java.nio.file.Path;
import java.util.List;

/**
 * What a tensor saves.
 *
 * @param source its file
 * @param type of its elements, as the file calls them
 * @param entropy bits a byte of order 0, each place in eight bytes coded on its own: no code of
 *     single bytes takes less
 * @param sparseBlocks percent of its blocks that zeros alone bring to half: what a compressor made
 *     for sparsity can see
 * @param bus whole bursts that are not moved
 * @param capacity device memory that is not taken
 * @param storage whole bytes that are not stored
 */
public record TensorAdvice(
    Path source,
    String name,
    String type,
    List<Long> shape,
    long bytes,
    double entropy,
    double sparseBlocks,
    Choice bus,
    BuddyTarget capacity,
    Choice storage) {
  public TensorAdvice {
    shape = List.copyOf(shape);
  }
}
