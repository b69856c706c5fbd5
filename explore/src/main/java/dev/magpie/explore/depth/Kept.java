package dev.magpie.explore.depth;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * What was worked out last, a few of it. Who asks for what another thread works on waits for it.
 *
 * @param <K> what it is worked out from
 * @param <V> what is worked out
 */
final class Kept<K, V> {
  private final Map<K, CompletableFuture<V>> kept;
  private final Function<K, V> work;

  /**
   * @param most how many are kept
   * @param work works one out
   */
  Kept(int most, Function<K, V> work) {
    this.work = work;
    kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, CompletableFuture<V>> eldest) {
            return size() > most;
          }
        };
  }

  V get(K key) {
    CompletableFuture<V> mine = new CompletableFuture<>();
    CompletableFuture<V> there;
    synchronized (kept) {
      there = kept.putIfAbsent(key, mine);
    }
    if (there != null) {
      return joined(there);
    }
    try {
      V made = work.apply(key);
      mine.complete(made);
      return made;
    } catch (RuntimeException | Error e) {
      synchronized (kept) {
        kept.remove(key, mine);
      }
      mine.completeExceptionally(e);
      throw e;
    }
  }

  private static <V> V joined(CompletableFuture<V> other) {
    try {
      return other.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
