package dev.magpie.spark;

import dev.magpie.analysis.ClusterException;
import java.lang.Runtime.Version;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Whether a JDK may do the work. With G1, those of Java 25 before 25.0.3 may change arrays that
 * native code has in its hands (JDK-8377811), as Spark's compression has.
 */
final class ExecutorJdk {
  private static final Version SOUND = Version.parse("25.0.3");

  private ExecutorJdk() {}

  /**
   * Looks at the one that runs.
   *
   * @throws ClusterException if it may not
   */
  static void requireSound() {
    require(
        Runtime.version(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList());
  }

  static void require(Version version, List<String> collectors) {
    if (version.compareTo(SOUND) < 0
        && collectors.stream().anyMatch(each -> each.startsWith("G1 "))) {
      throw new ClusterException(
          "a machine of the cluster has Java %s, which may damage data with the collector G1"
                  .formatted(version)
              + " (JDK-8377811); it needs 25.0.3 or later, or -XX:+UseParallelGC");
    }
  }
}
