package dev.magpie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.analysis.ClusterException;
import org.junit.jupiter.api.Test;

/** What Spark says in many lines is told in one. */
class SparkFailureTest {
  private static final String ABORTED =
      "Job aborted due to stage failure: Task 3 in stage 0.0 failed 4 times, most recent failure:"
          + " Lost task 3.3 in stage 0.0 (TID 17) (node7 executor 2): ";

  private static String told(String message) {
    return String.valueOf(SparkFailure.of(new IllegalStateException(message)).getMessage());
  }

  @Test
  void theLastFailureOfATaskIsTold() {
    assertThat(
            told(
                ABORTED
                    + "java.io.UncheckedIOException: java.io.IOException: s3://a/b: timed out\n"
                    + "\tat dev.magpie.spark.Task.apply(Task.java:37)\n\nDriver stacktrace:"))
        .isEqualTo("the work on the cluster has failed: on node7: s3://a/b: timed out");
    assertThat(told(ABORTED + "ExecutorLostFailure (executor 2 exited) Reason: code 137"))
        .isEqualTo(
            "the work on the cluster has failed: on node7: ExecutorLostFailure (executor 2 exited)"
                + " Reason: code 137");
  }

  @Test
  void anOlderJavaIsTold() {
    assertThat(
            told(
                ABORTED
                    + "java.lang.UnsupportedClassVersionError: dev/magpie/spark/Task has been"
                    + " compiled by a more recent version of the Java Runtime"))
        .isEqualTo("the work on the cluster has failed: a machine of it has a Java older than 25");
  }

  @Test
  void whatMagpieSaysIsToldAsItIs() {
    ClusterException own = new ClusterException("a.bin: has changed");
    assertThat(SparkFailure.of(new IllegalStateException("job failed", own))).isSameAs(own);
    assertThat(told("first\nsecond")).isEqualTo("the work on the cluster has failed: first");
  }
}
