package dev.magpie.job;

import dev.magpie.job.expression.ExpressionParser;
import dev.magpie.job.expression.NumericValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What numbers of a job may name: its constants, and the buffers that stand above. */
final class JobNames {
  private static final int MOST_LISTED = 20;

  private enum Place {
    CONSTANT,
    OUTSIDE,
    LOOP
  }

  private final Map<String, NumericValue> constants = new LinkedHashMap<>();
  private final Map<String, Job.Buffer> buffers = new LinkedHashMap<>();

  /** Those of what is no launch. */
  ExpressionParser.Names outside() {
    return new Within(Place.OUTSIDE);
  }

  /**
   * Those of a launch.
   *
   * @param ofLoop whether it is in one, whose iteration has a number
   */
  ExpressionParser.Names inLaunch(boolean ofLoop) {
    return new Within(ofLoop ? Place.LOOP : Place.OUTSIDE);
  }

  /** Reads the table of constants, each of which may be made from those above it. */
  void addConstants(JobSection section) {
    for (String name : section.keys()) {
      if (!ExpressionParser.isName(name)) {
        throw section.bad(
            name,
            "no constant can be called '%s': names are letters, digits and _, and words of numbers"
                    .formatted(name)
                + " and functions are none");
      }
      constants.put(name, section.formula(name, new Within(Place.CONSTANT)).constant());
    }
  }

  void addBuffer(String name, Job.Buffer buffer) {
    buffers.put(name, buffer);
  }

  Map<String, Job.Buffer> buffers() {
    return buffers;
  }

  /** What to say of a buffer that is not there. */
  String noBuffer(String name) {
    return "no buffer is called '%s'; there are %s".formatted(name, listed(buffers.keySet()));
  }

  private static String listed(Collection<String> names) {
    if (names.isEmpty()) {
      return "none";
    }
    String first = String.join(", ", names.stream().limit(MOST_LISTED).toList());
    return names.size() <= MOST_LISTED
        ? first
        : String.format(Locale.ROOT, "%s and %,d more", first, names.size() - MOST_LISTED);
  }

  private final class Within implements ExpressionParser.Names {
    private final Place place;

    Within(Place place) {
      this.place = place;
    }

    @Override
    public NumericValue constant(String name) {
      NumericValue value = constants.get(name);
      if (value == null) {
        throw new IllegalArgumentException(
            "no constant is called '%s'; [constants] has %s"
                .formatted(name, listed(constants.keySet())));
      }
      return value;
    }

    @Override
    public void buffer(String name) {
      if (place == Place.CONSTANT) {
        throw new IllegalArgumentException(
            "constants come before buffers, and have no sizes of theirs");
      }
      if (!buffers.containsKey(name)) {
        throw new IllegalArgumentException(noBuffer(name));
      }
    }

    @Override
    public void iteration() {
      if (place != Place.LOOP) {
        throw new IllegalArgumentException("$i is the iteration of a [[loop]], for its launches");
      }
    }
  }
}
