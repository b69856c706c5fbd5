package dev.magpie.spark;

import dev.magpie.analysis.ClusterException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says in a line what Spark says in many. */
final class SparkFailure {
  /** The exception of a task that has failed too often. */
  private static final Pattern LAST_FAILURE =
      Pattern.compile(
          "most recent failure: Lost task [^(]*\\(TID \\d+\\)\\s*\\((\\S+)[^)]*\\):\\s*([^\\n]*)");

  private SparkFailure() {}

  /** Why a job has ended. */
  static ClusterException of(Exception failure) {
    for (Throwable each = failure; each != null; each = cause(each)) {
      if (each instanceof ClusterException told) {
        return told;
      }
    }
    return new ClusterException("the work on the cluster has failed: " + reason(failure), failure);
  }

  private static @Nullable Throwable cause(Throwable of) {
    return of.getCause();
  }

  /** What an exception of Spark says, in a line. */
  static String reason(Throwable failure) {
    String text = String.valueOf(failure.getMessage());
    if (text.contains("UnsupportedClassVersionError")) {
      return "a machine of it has a Java older than 25";
    }
    Matcher last = LAST_FAILURE.matcher(text);
    if (last.find()) {
      return "on %s: %s"
          .formatted(
              last.group(1), last.group(2).strip().replaceFirst("^(([\\w$]+\\.)+[\\w$]+: )+", ""));
    }
    return text.lines().findFirst().orElse("").strip();
  }
}
