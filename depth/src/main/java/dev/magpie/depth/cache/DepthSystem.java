package dev.magpie.depth.cache;

import dev.magpie.depth.codec.Kernels;
import dev.magpie.depth.event.EventStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Replays a frame's events in back-ends: caches and codecs between the depth test and memory. Every
 * one of them ends with the front end's depths, bit by bit, which each replay checks.
 */
public final class DepthSystem {
  /**
   * Events after which vector code pays: until then, compiling it costs more than it gains
   * (measured in docs/performance.md).
   */
  private static final long LONG_RUN = 40_000_000;

  /** Events that were replayed so far. */
  private static final AtomicLong REPLAYED = new AtomicLong();

  private DepthSystem() {}

  /**
   * Replays a frame.
   *
   * @throws IllegalArgumentException if the configuration does not suit the frame's tiles
   * @throws IllegalStateException if the back-end ends with other depths, which is an error of this
   *     program
   */
  public static DepthTraffic replay(EventStream stream, Configuration configuration) {
    Kernels kernels = REPLAYED.get() < LONG_RUN ? Kernels.SCALAR : Kernels.VECTOR;
    return replay(stream, configuration, kernels);
  }

  /** The same, for those who know which code is faster for them. */
  public static DepthTraffic replay(
      EventStream stream, Configuration configuration, Kernels kernels) {
    DepthTraffic traffic = backEnd(stream, configuration, kernels).replay();
    REPLAYED.addAndGet(stream.size());
    return traffic;
  }

  /**
   * Replays a frame in many back-ends.
   *
   * @param threads how many work; what they find does not depend on it
   * @return what each has done, in the configurations' order
   */
  public static List<DepthTraffic> replay(
      EventStream stream, List<Configuration> configurations, int threads) {
    int workers = Math.max(1, Math.min(threads, configurations.size()));
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      List<Future<DepthTraffic>> futures =
          configurations.stream()
              .map(configuration -> pool.submit(() -> replay(stream, configuration)))
              .toList();
      List<DepthTraffic> traffic = new ArrayList<>();
      try {
        for (Future<DepthTraffic> future : futures) {
          traffic.add(future.get());
        }
      } finally {
        pool.shutdownNow();
      }
      return traffic;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException unchecked
          ? unchecked
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while replaying a frame", e);
    }
  }

  private static BackEnd backEnd(EventStream stream, Configuration configuration, Kernels kernels) {
    return switch (configuration.placement()) {
      case PRE -> new LineBackEnd(stream, configuration, kernels);
      case POST ->
          configuration.cascade().forShape(stream.shape().tile()).storesPlanes()
              ? new PlaneTileBackEnd(stream, configuration, kernels)
              : new TileBackEnd(stream, configuration, kernels);
    };
  }
}
