package dev.magpie.report;

import java.util.List;

/**
 * Clouds of points.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param x the x axis
 * @param y the y axis
 * @param clouds the points, by colour and symbol
 * @param diagonal whether to draw the line y = x, on which measured equals claimed
 */
public record ScatterChart(
    String title, String caption, Axis x, Axis y, List<Points> clouds, boolean diagonal)
    implements Chart {

  public ScatterChart {
    clouds = List.copyOf(clouds);
    ArgumentChecks.placed(title, x, y, clouds);
  }

  public static ScatterChart of(String title, Axis x, Axis y, List<Points> clouds) {
    return new ScatterChart(title, "", x, y, clouds, false);
  }

  public ScatterChart withCaption(String text) {
    return new ScatterChart(title, text, x, y, clouds, diagonal);
  }

  public ScatterChart withDiagonal() {
    return new ScatterChart(title, caption, x, y, clouds, true);
  }
}
