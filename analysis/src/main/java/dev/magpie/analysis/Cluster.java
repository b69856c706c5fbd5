package dev.magpie.analysis;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;

/**
 * Other processes, perhaps on other machines, that do parts of some work. A part may be begun
 * several times, since a process may end meanwhile; what it finds counts once.
 */
public interface Cluster extends AutoCloseable {

  /** What is done with each part. All that it holds travels to each process once. */
  interface Work<P extends Serializable, R extends Serializable> extends Serializable {
    /**
     * Does a part, on one thread.
     *
     * @throws ClusterException if it would fail everywhere
     * @throws IOException if it may go better elsewhere, or later
     */
    R of(P part) throws IOException;
  }

  /** Opens clusters of some kind. */
  interface Provider {
    /**
     * Begins to use a cluster.
     *
     * @param address as the kind has them
     * @throws IllegalArgumentException if it is none
     * @throws ClusterException if it cannot be reached
     */
    Cluster open(String address);
  }

  /**
   * The provider on the class path.
   *
   * @throws ClusterException if there is none
   */
  static Provider provider() {
    return ServiceLoader.load(Provider.class)
        .findFirst()
        .orElseThrow(() ->
            new ClusterException("needs the module spark, which is not in this installation"));
  }

  /**
   * Does all parts.
   *
   * @param found is told what each part found, once and in any order; never by two threads at once
   * @throws ClusterException if one cannot be done
   */
  <P extends Serializable, R extends Serializable> void run(
      Work<P, R> work, List<P> parts, BiConsumer<P, R> found);

  @Override
  void close();
}
