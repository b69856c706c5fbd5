package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Description;
import dev.magpie.lab.series.MemoryTrace;

/** What the experiments over our programs' snapshots share. */
final class BuddyPaper {
  private static final String TRACE =
      ("The third part of each program is traced: its own accesses to arrays, in the order of its"
              + " loops and for at most %d times the numbers that it holds, or %d million, pass"
              + " through a cache of %d KiB that writes back whole entries; what misses it, or"
              + " leaves it changed, reaches memory. Of a product of matrices they are those of"
              + " blocks of 64 by 64.")
          .formatted(
              MemoryTrace.ROUNDS,
              MemoryTrace.LEAST_ELEMENTS / 1_000_000,
              MemoryTrace.CACHE_BYTES >> 10);

  /** How footprints are counted. */
  static final String FOOTPRINT =
      ("A footprint is 3 x parameters (weights, gradients, momentum), for each item of a batch its"
              + " input, the outputs that the backward pass needs and the two largest gradients, a"
              + " workspace for one image's unrolled input of the largest convolution, and a context"
              + " of %d MiB; all numbers have 4 bytes.")
          .formatted(TrainingFootprint.CONTEXT_BYTES >> 20);

  /** How a step of training is timed. */
  static final String STEP =
      ("A step is the kernels of both passes and of the update, one after another. Each takes the"
              + " longer of its arithmetic and its bytes, and %.0f us to launch. Products of matrices"
              + " are computed in tiles of %d by %d, a block each, of which a multiprocessor has one"
              + " at a time: whole waves take as long as full ones. Every input and output of a"
              + " kernel crosses the memory once.")
          .formatted(1e6 * TrainingKernel.LAUNCH_SECONDS, TrainingKernel.TILE, TrainingKernel.TILE);

  private BuddyPaper() {}

  /** Of networks as published, of which only shapes matter. */
  static Description networks(String id, String title, String source) {
    return Description.of(id, title, source)
        .method(
            "Shapes are those of the six networks as published, of images of 227 and 224 pixels:"
                + " the layers and arrays that our training programs have.")
        .deviation("A model: the paper measures on a GPU, or has a model of its own.")
        .parameter("context", TrainingFootprint.CONTEXT_BYTES);
  }

  static Description describe(String id, String title, String source) {
    return Description.of(id, title, source)
        .method(
            "The programs of `magpie workload` run in ten parts, with a snapshot after each; each"
                + " memory-entry of 128 bytes is sized under BPC.")
        .deviation(
            "These are programs written anew, and not the paper's benchmarks: in HPC after public"
                + " codes, which the manual names with what is left out of each.")
        .parameter("codec", "bpc")
        .parameter("snapshots", 10);
  }

  /** Of an experiment that needs the order of accesses too. */
  static Description describeTraced(String id, String title, String source) {
    return describe(id, title, source)
        .method(TRACE)
        .deviation(
            "The order is that of one thread, while a GPU runs many; programs of megabytes have a"
                + " cache of kilobytes.")
        .parameter("traced numbers", MemoryTrace.LEAST_ELEMENTS)
        .parameter("traced rounds", MemoryTrace.ROUNDS)
        .parameter("cache", MemoryTrace.CACHE_BYTES);
  }
}
