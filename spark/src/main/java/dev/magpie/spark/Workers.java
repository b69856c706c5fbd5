package dev.magpie.spark;

import dev.magpie.analysis.ClusterException;
import java.time.Duration;
import org.apache.spark.SparkContext;

/** Waits for machines that do work: Spark itself would wait for ever. */
final class Workers {
  private static final Duration PERIOD = Duration.ofMillis(50);

  private Workers() {}

  /**
   * Waits for one.
   *
   * @throws ClusterException if none comes
   */
  static void await(Master master, SparkContext context) {
    Duration patience = Duration.ofSeconds(Long.getLong("magpie.spark.patienceSeconds", 60));
    long end = System.nanoTime() + patience.toNanos();
    // The driver is one of those that are listed.
    while (context.statusTracker().getExecutorInfos().length <= 1) {
      if (context.isStopped()) {
        throw new ClusterException(
            master.address()
                + ": has ended the work: its machines could start no executor; their logs, in the"
                + " folder work of each, say why");
      }
      if (System.nanoTime() > end) {
        throw new ClusterException(
            "%s: no machine has begun to work within %d s; each needs a free core and %s of memory,"
                    .formatted(
                        master.address(),
                        patience.toSeconds(),
                        context.getConf().get(SparkSettings.EXECUTOR_MEMORY))
                + " and Java 25");
      }
      try {
        Thread.sleep(PERIOD);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ClusterException("interrupted", e);
      }
    }
  }
}
