package dev.magpie.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A named series of points, in the order in which a line joins them.
 *
 * @param name the legend's entry
 * @param origin measured or claimed
 * @param points the points
 */
public record Points(String name, Origin origin, List<Point> points) {
  public Points {
    points = List.copyOf(points);
  }

  /**
   * A point, by its places on the axes.
   *
   * @param x place on the x axis; on an axis of labels, the label's index
   * @param y place on the y axis; NaN breaks a line
   * @param label what the point stands for; may be empty
   */
  public record Point(double x, double y, String label) {
    public Point(double x, double y) {
      this(x, y, "");
    }
  }

  public static Points of(String name, List<Point> points) {
    return new Points(name, Origin.MEASURED, points);
  }

  /** Points at {@code (xs[i], ys[i])}. */
  public static Points of(String name, double[] xs, double[] ys) {
    return new Points(name, Origin.MEASURED, zip(xs, ys));
  }

  /** One point for each label of a labelled x axis. */
  public static Points overLabels(String name, double... ys) {
    return new Points(name, Origin.MEASURED, zip(indices(ys.length), ys));
  }

  /** These points as those that a paper gives. */
  public Points claimed() {
    return new Points(name, Origin.CLAIMED, points);
  }

  private static double[] indices(int count) {
    double[] xs = new double[count];
    for (int i = 0; i < count; i++) {
      xs[i] = i;
    }
    return xs;
  }

  private static List<Point> zip(double[] xs, double[] ys) {
    if (xs.length != ys.length) {
      throw new IllegalArgumentException(xs.length + " x for " + ys.length + " y");
    }
    List<Point> points = new ArrayList<>(xs.length);
    for (int i = 0; i < xs.length; i++) {
      points.add(new Point(xs[i], ys[i]));
    }
    return points;
  }
}
