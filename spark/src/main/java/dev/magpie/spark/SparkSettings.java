package dev.magpie.spark;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;

/** How Spark is used, where the user says nothing else by {@code -Dspark.*} or spark-submit. */
final class SparkSettings {
  static final String EXECUTOR_MEMORY = "spark.executor.memory";

  private static final String JAVA_OPTIONS = "spark.executor.extraJavaOptions";
  private static final String CLASS_PATH = "spark.executor.extraClassPath";
  private static final String JARS = "spark.jars";

  private SparkSettings() {}

  static SparkConf of(Master master) {
    SparkConf settings =
        new SparkConf()
            .setMaster(master.address())
            .setIfMissing("spark.app.name", "magpie")
            .setIfMissing("spark.ui.enabled", "false")
            .setIfMissing("spark.ui.showConsoleProgress", "false")
            .setIfMissing(EXECUTOR_MEMORY, "1g")
            // Results are merged as they come, and not kept.
            .setIfMissing("spark.driver.maxResultSize", "0");
    if (master.isLocal()) {
      return settings
          .setIfMissing("spark.driver.host", "localhost")
          .setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    settings.set(JAVA_OPTIONS, javaOptions(settings.get(JAVA_OPTIONS, "")));
    Path program = program();
    if (program.toString().endsWith(".jar")) {
      settings.set(JARS, joined(settings.get(JARS, ""), program.toString(), ","));
    } else {
      // A build that is tested, on this machine.
      settings.set(
          CLASS_PATH,
          joined(
              settings.get(CLASS_PATH, ""),
              System.getProperty("java.class.path", ""),
              File.pathSeparator));
    }
    return settings;
  }

  /**
   * Beside these Spark gives its executors what it wants of modules, that of vectors among them.
   */
  private static String javaOptions(String given) {
    // It has the least to do with heaps of a gigabyte, and ExecutorJdk says what G1 may do.
    return given.matches(".*-XX:\\+Use\\w+GC\\b.*")
        ? given
        : joined(given, "-XX:+UseParallelGC", " ");
  }

  private static String joined(String given, String more, String separator) {
    return given.isEmpty() || List.of(given.split(separator)).contains(more)
        ? more
        : given + separator + more;
  }

  /** The jar, or the folder of classes, that this class is from. */
  private static Path program() {
    try {
      return Path.of(
          SparkSettings.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
