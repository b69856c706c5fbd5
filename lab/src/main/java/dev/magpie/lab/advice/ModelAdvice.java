package dev.magpie.lab.advice;

import java.util.List;
import java.util.Optional;

/**
 * What a model saves.
 *
 * @param blockBytes of the blocks that are coded
 * @param magBytes of the bursts that move
 * @param threshold share of a tensor's entries that may need buddy memory
 * @param tensors those first that save most on the bus
 * @param total of all of them
 * @param serving with a cache of keys and values, where a batch is named
 */
public record ModelAdvice(
    int blockBytes,
    int magBytes,
    double threshold,
    List<TensorAdvice> tensors,
    Total total,
    Optional<Serving> serving) {
  public ModelAdvice {
    tensors = List.copyOf(tensors);
  }

  /**
   * All tensors together.
   *
   * @param bus one codec for all, as a memory controller has
   * @param busSavedByBest the same with the best codec for each tensor
   * @param capacity what targets save, in bytes
   * @param buddyAccessFraction share of all entries that exceed their targets
   * @param storage one codec for all
   * @param storageSavedByBest the same with the best codec for each tensor
   */
  public record Total(
      long bytes,
      double entropy,
      double sparseBlocks,
      Choice bus,
      long busSavedByBest,
      long capacity,
      double buddyAccessFraction,
      Choice storage,
      long storageSavedByBest) {}

  /**
   * A model that generates tokens.
   *
   * @param cache of keys and values
   * @param cacheBytes of it, which nothing is known of and so count as they are
   * @param memoryBytes of weights and cache
   * @param deviceBytes the same with targets for the weights
   * @param stepBytes that move for a token of each sequence: all weights and all of the cache
   * @param stepBytesCompressed the same with the bus's codec for the weights
   */
  public record Serving(
      KvCache cache,
      long cacheBytes,
      long memoryBytes,
      long deviceBytes,
      long stepBytes,
      long stepBytesCompressed) {
    static Serving of(KvCache cache, Total weights) {
      long cached = cache.bytes();
      long all = Math.addExact(weights.bytes, cached);
      return new Serving(
          cache, cached, all, all - weights.capacity, all, all - weights.bus.savedBytes());
    }
  }
}
