package dev.magpie.workload.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixViewTest {
  private final Random random = new Random(1);

  private float[] some(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }

  /** Four terms at a time from the last of them, then those that are left: to the bit. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "3, 5, 2",
    "4, 16, 4",
    "5, 33, 7",
    "8, 64, 255",
    "6, 47, 256",
    "9, 100, 263",
    "4, 7, 600"
  })
  void productsAddTheirTermsInAKnownOrder(int rows, int columns, int depth) {
    MatrixView c = MatrixView.of(some(3 + rows * columns), 3, rows, columns);
    MatrixView a = MatrixView.of(some(5 + rows * depth), 5, rows, depth);
    MatrixView turned = MatrixView.of(some(depth * rows), 0, depth, rows).transposed();
    MatrixView b = MatrixView.of(some(2 + depth * columns), 2, depth, columns);
    for (MatrixView left : new MatrixView[] {a, turned}) {
      float[] expected = c.values().clone();
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
          int to = 3 + row * columns + column;
          for (int i = 0; i < depth; i++) {
            int k = i / 4 * 4 + 4 <= depth ? i / 4 * 4 + 3 - i % 4 : i;
            float factor = left.values()[left.at() + row * left.rowStep() + k * left.columnStep()];
            expected[to] = Math.fma(factor, b.values()[2 + k * columns + column], expected[to]);
          }
        }
      }
      MatrixView.addProduct(c, left, b);
      assertThat(c.values()).containsExactly(expected);
    }
  }

  @Test
  void matricesThatDoNotFitAreRefused() {
    MatrixView a = MatrixView.of(new float[6], 0, 2, 3);
    assertThatThrownBy(() -> MatrixView.addProduct(a, a, a))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MatrixView.addProduct(a.transposed(), a.transposed(), a))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
