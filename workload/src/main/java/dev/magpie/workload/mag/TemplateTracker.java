package dev.magpie.workload.mag;

/** Finds a template again by normalised cross-correlation, in plain Java, float by float. */
final class TemplateTracker {
  private static final int MASK = 10;
  private static final float KEPT = 0.87f;

  /**
   * Sizes.
   *
   * @param template pixels from a template's middle to its edge
   * @param search pixels from a search window's middle to its edge
   */
  record Shape(int template, int search) {
    int templateSide() {
      return 2 * template + 1;
    }

    int windowSide() {
      return 2 * search + 1;
    }

    int convolutionSide() {
      return windowSide() + templateSide() - 1;
    }

    int paddedSide() {
      return windowSide() + 2 * templateSide();
    }
  }

  private final Shape shape;
  private final int rows;
  private final int columns;
  private final float[] template;
  private int row;
  private int column;

  TemplateTracker(Shape shape, int rows, int columns, float[] frame, int row, int column) {
    this.shape = shape;
    this.rows = rows;
    this.columns = columns;
    this.row = row;
    this.column = column;
    int side = shape.templateSide();
    template = new float[side * side];
    for (int i = 0; i < template.length; i++) {
      template[i] =
          at(frame, row - shape.template() + i % side, column - shape.template() + i / side);
    }
  }

  int row() {
    return row;
  }

  int column() {
    return column;
  }

  float[] template() {
    return template;
  }

  private float at(float[] frame, int atRow, int atColumn) {
    return frame[Math.clamp(atColumn, 0, columns - 1) * rows + Math.clamp(atRow, 0, rows - 1)];
  }

  void track(float[] frame) {
    int s = shape.windowSide();
    int c = shape.convolutionSide();
    float[] window = new float[s * s];
    float[] squares = new float[s * s];
    for (int i = 0; i < s * s; i++) {
      window[i] = at(frame, row - shape.search() + i % s, column - shape.search() + i / s);
      squares[i] = window[i] * window[i];
    }
    float[] sums = localSums(window);
    float[] squareSums = localSums(squares);
    int count = template.length;
    float sum = 0;
    float squareSum = 0;
    for (float value : template) {
      sum += value;
      squareSum += value * value;
    }
    float deviation = root(Math.fma(-sum, sum / count, squareSum));
    int middle = shape.search() + shape.template();
    float largest = -1;
    int found = middle * c + middle;
    for (int x = middle - MASK / 2; x < middle + MASK / 2; x++) {
      float columnLargest = -1;
      int columnFound = 0;
      for (int y = middle - MASK / 2; y < middle + MASK / 2; y++) {
        int i = x * c + y;
        float mean = sums[i] / count;
        float both = root(Math.fma(-sums[i], mean, squareSums[i])) * deviation;
        float correlation = both > 0 ? Math.fma(-sum, mean, convolution(window, y, x)) / both : 0;
        if (correlation > columnLargest) {
          columnLargest = correlation;
          columnFound = i;
        }
      }
      if (columnLargest > largest) {
        largest = columnLargest;
        found = columnFound;
      }
    }
    row += found % c - middle;
    column += found / c - middle;
  }

  private static float root(float value) {
    return (float) Math.sqrt(Math.max(value, 0.0f));
  }

  private float convolution(float[] window, int y, int x) {
    int t = shape.templateSide();
    int s = shape.windowSide();
    float sum = 0;
    for (int dx = Math.max(0, x - s + 1); dx <= Math.min(t - 1, x); dx++) {
      for (int dy = Math.max(0, y - s + 1); dy <= Math.min(t - 1, y); dy++) {
        float rotated = template[t * t - 1 - (dx * t + dy)];
        sum = Math.fma(rotated, window[(x - dx) * s + y - dy], sum);
      }
    }
    return sum;
  }

  /** Sums under the template at every place, as differences of sums along columns, then rows. */
  private float[] localSums(float[] in) {
    int t = shape.templateSide();
    int s = shape.windowSide();
    int c = shape.convolutionSide();
    int p = shape.paddedSide();
    float[] down = new float[p * p];
    for (int x = 0; x < p; x++) {
      float sum = 0;
      for (int y = 0; y < p; y++) {
        boolean inside = x >= t && x < t + s && y >= t && y < t + s;
        sum += inside ? in[(x - t) * s + y - t] : 0;
        down[x * p + y] = sum;
      }
    }
    float[] across = new float[c * p];
    for (int y = 0; y < c; y++) {
      float sum = 0;
      for (int x = 0; x < p; x++) {
        sum += down[x * p + y + t] - down[x * p + y];
        across[x * c + y] = sum;
      }
    }
    float[] sums = new float[c * c];
    for (int i = 0; i < c * c; i++) {
      sums[i] = across[i + t * c] - across[i];
    }
    return sums;
  }

  void update(float[] frame) {
    int side = shape.templateSide();
    for (int i = 0; i < template.length; i++) {
      float seen =
          at(frame, row - shape.template() + i % side, column - shape.template() + i / side);
      template[i] = Math.fma(KEPT, template[i], (1.0f - KEPT) * seen);
    }
  }
}
