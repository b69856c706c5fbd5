package dev.magpie.depth.cache;

import dev.magpie.depth.event.EventStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replays a frame's events in back-ends: caches and codecs between the depth test and memory. Every
 * one of them ends with the front end's depths, bit by bit, which each replay checks.
 */
public final class DepthSystem {
  private DepthSystem() {}

  /**
   * Replays a frame.
   *
   * @throws IllegalArgumentException if the configuration does not suit the frame's tiles
   * @throws IllegalStateException if the back-end ends with other depths, which is an error of this
   *     program
   */
  public static DepthTraffic replay(EventStream stream, Configuration configuration) {
    return replayPasses(List.of(stream), configuration).getFirst();
  }

  /**
   * Replays a frame's passes over one depth buffer, one behind another: the cache keeps what it has
   * from each to the next.
   *
   * @param passes at least one
   * @return what each has done; the last one writes the cache back
   */
  public static List<DepthTraffic> replayPasses(
      List<EventStream> passes, Configuration configuration) {
    return backEnd(passes.getFirst(), configuration, null).replay(passes);
  }

  /**
   * Replays a frame while somebody looks on.
   *
   * @param observer is told what happens, as it happens
   * @throws IllegalArgumentException if the configuration does not suit the frame's tiles
   */
  public static DepthTraffic replay(
      EventStream stream, Configuration configuration, BackEndObserver observer) {
    return backEnd(stream, configuration, observer).replay(List.of(stream)).getFirst();
  }

  /**
   * Replays a frame in many back-ends.
   *
   * @param threads how many work; what they find does not depend on it
   * @return what each has done, in the configurations' order
   */
  public static List<DepthTraffic> replay(
      EventStream stream, List<Configuration> configurations, int threads) {
    return replayPasses(List.of(stream), configurations, threads).stream()
        .map(List::getFirst)
        .toList();
  }

  /**
   * Replays a frame's passes in many back-ends.
   *
   * @return for each configuration, in their order, what each pass has done
   * @see #replayPasses(List, Configuration)
   */
  public static List<List<DepthTraffic>> replayPasses(
      List<EventStream> passes, List<Configuration> configurations, int threads) {
    return ofEach(configurations, threads, each -> replayPasses(passes, each));
  }

  /**
   * Replays a frame's passes while somebody looks on.
   *
   * @return what all of them have done
   */
  static DepthTraffic replayPasses(
      List<EventStream> passes, Configuration configuration, BackEndObserver observer) {
    return backEnd(passes.getFirst(), configuration, observer).replay(passes).stream()
        .reduce(DepthTraffic::then)
        .orElseThrow();
  }

  /** What is found of each configuration, in their order, by some threads. */
  static <T> List<T> ofEach(
      List<Configuration> configurations, int threads, Function<Configuration, T> found) {
    int workers = Math.max(1, Math.min(threads, configurations.size()));
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      List<Future<T>> futures =
          configurations.stream()
              .map(configuration -> pool.submit(() -> found.apply(configuration)))
              .toList();
      List<T> all = new ArrayList<>();
      try {
        for (Future<T> future : futures) {
          all.add(future.get());
        }
      } finally {
        pool.shutdownNow();
      }
      return all;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException unchecked
          ? unchecked
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while replaying a frame", e);
    }
  }

  private static BackEnd backEnd(
      EventStream stream, Configuration configuration, @Nullable BackEndObserver observer) {
    return switch (configuration.placement()) {
      case PRE -> new LineBackEnd(stream, configuration, observer);
      case POST ->
          configuration.scheme().forShape(stream.shape().tile()).storesPlanes()
              ? new PlaneTileBackEnd(stream, configuration, observer)
              : new TileBackEnd(stream, configuration, observer);
    };
  }
}
