package dev.magpie.report;

import java.util.List;

/**
 * Clouds of points.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param x the x axis
 * @param y the y axis
 * @param series the points, by colour and symbol
 * @param diagonal whether to draw the line y = x, on which measured equals claimed
 */
public record ScatterChart(
    String title, String caption, Axis x, Axis y, List<Points> series, boolean diagonal)
    implements Chart {

  public ScatterChart {
    series = List.copyOf(series);
    ArgumentChecks.placed(title, x, y, series);
  }

  public static ScatterChart of(String title, Axis x, Axis y, List<Points> series) {
    return new ScatterChart(title, "", x, y, series, false);
  }

  public ScatterChart withCaption(String text) {
    return new ScatterChart(title, text, x, y, series, diagonal);
  }

  public ScatterChart withDiagonal() {
    return new ScatterChart(title, caption, x, y, series, true);
  }
}
