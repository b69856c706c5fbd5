package dev.magpie.report;

import java.util.List;

/** What every part of a page asks of its arguments. */
final class ArgumentChecks {
  private ArgumentChecks() {}

  static void named(String title, String what) {
    if (title.isBlank()) {
      throw new IllegalArgumentException("a " + what + " needs a title");
    }
  }

  static void someOf(List<?> list, String what, String title) {
    if (list.isEmpty()) {
      throw new IllegalArgumentException("\"%s\" has no %s".formatted(title, what));
    }
  }

  /** Each series has one value for each category. */
  static void aligned(String title, List<String> categories, List<Series> series) {
    named(title, "chart");
    someOf(categories, "categories", title);
    someOf(series, "series", title);
    for (Series one : series) {
      if (one.values().size() != categories.size()) {
        throw new IllegalArgumentException(
            "\"%s\": %d values of \"%s\" for %d categories"
                .formatted(title, one.values().size(), one.name(), categories.size()));
      }
    }
  }

  static void valueAxis(String title, Axis axis) {
    if (axis.scale() == Axis.Scale.LABELS) {
      throw new IllegalArgumentException("\"%s\": values on an axis of labels".formatted(title));
    }
  }

  /** Each point has a place on both axes. */
  static void placed(String title, Axis x, Axis y, List<Points> series) {
    named(title, "chart");
    someOf(series, "series", title);
    valueAxis(title, y);
    for (Points points : series) {
      for (Points.Point point : points.points()) {
        if (!x.accepts(point.x()) || !y.accepts(point.y())) {
          throw new IllegalArgumentException(
              "\"%s\": no place for the point (%s, %s) of \"%s\""
                  .formatted(title, point.x(), point.y(), points.name()));
        }
      }
    }
  }
}
