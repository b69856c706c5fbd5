package dev.magpie.cli.cluster;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.ClusterException;
import dev.magpie.cli.output.BadUsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --spark}, mixed into the commands whose work a cluster can do. */
public final class SparkOption {
  /** What {@code spark-submit} sets: then the option need not be given. */
  private static final String SUBMITTED = "spark.master";

  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description =
          "Work on a Spark cluster, such as spark://host:7077, whose machines see the files under the"
              + " same names; or in this process with so many cores, as local[2].")
  private @Nullable String master = System.getProperty(SUBMITTED);

  /** The command whose option it is. */
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /** Whether a cluster does the work. */
  public boolean isGiven() {
    return master != null;
  }

  /**
   * Begins to use the cluster.
   *
   * @throws BadUsageException if it is none, or this installation can use none
   * @throws ClusterException if it cannot be reached
   */
  public Cluster open() {
    BadUsageException.when(
        command != null && command.commandLine().getParseResult().hasMatchedOption("--plugin"),
        "--plugin has no meaning with --spark: executors have Magpie's own codecs and layouts");
    String address = String.valueOf(master);
    Cluster.Provider provider;
    try {
      provider = Cluster.provider();
    } catch (ClusterException e) {
      throw new BadUsageException("--spark " + e.getMessage(), e);
    }
    return BadUsageException.unlessLegal("--spark: ", () -> provider.open(address));
  }
}
