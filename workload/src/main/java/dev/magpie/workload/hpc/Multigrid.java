package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * V-cycles for a Poisson equation with smooth coefficients, after HPGMG-FV: the boxes of a level
 * lie one behind another, each with all of its vectors, which gives memory its stripes.
 */
final class Multigrid implements SeriesProgram.Running {
  private static final int FINEST = 32;
  private static final int COARSEST = 4;
  private static final int BOX = 16;
  private static final int SMOOTHINGS = 2;
  private static final double DAMPING = 0.8;

  /** Vectors of a box, in this order. */
  private static final int TEMP = 0;

  private static final int U = 1;
  private static final int F = 2;
  private static final int R = 3;
  private static final int DINV = 4;
  private static final int BETA = 5;
  private static final int VECTORS = 8;

  private final List<Level> levels = new ArrayList<>();

  Multigrid() {
    for (int n = FINEST; n >= COARSEST; n /= 2) {
      levels.add(new Level(n));
    }
    Level finest = levels.getFirst();
    double h = 1.0 / FINEST;
    finest.each((x, y, z) ->
        finest.data[finest.at(F, x, y, z)] =
            StrictMath.sin(2 * Math.PI * (x + 0.5) * h)
                * StrictMath.sin(2 * Math.PI * (y + 0.5) * h)
                * StrictMath.sin(4 * Math.PI * (z + 0.5) * h));
  }

  private interface Visitor {
    void visit(int x, int y, int z);
  }

  private static final class Level {
    final int n;
    final int box;
    final int boxes;
    final int padded;
    final double[] data;

    Level(int n) {
      this.n = n;
      box = Math.min(n, BOX);
      boxes = n / box;
      padded = box + 2;
      data = new double[boxes * boxes * boxes * VECTORS * padded * padded * padded];
      each((x, y, z) -> {
        for (int axis = 0; axis < 3; axis++) {
          data[at(BETA + axis, x, y, z)] = beta(x, y, z, axis);
        }
      });
      each((x, y, z) -> {
        double diagonal = 0;
        for (int axis = 0; axis < 3; axis++) {
          diagonal += faceBeta(x, y, z, axis, 0) * (isLow(x, y, z, axis) ? 2 : 1);
          diagonal += faceBeta(x, y, z, axis, 1) * (isHigh(x, y, z, axis) ? 2 : 1);
        }
        data[at(DINV, x, y, z)] = 1 / (diagonal * n * n);
      });
    }

    /** At the low face of a cell. */
    private double beta(int x, int y, int z, int axis) {
      double h = 2 * Math.PI / n;
      double product = 0.25;
      product *= StrictMath.sin(h * (x + (axis == 0 ? 0 : 0.5)));
      product *= StrictMath.sin(h * (y + (axis == 1 ? 0 : 0.5)));
      product *= StrictMath.sin(h * (z + (axis == 2 ? 0 : 0.5)));
      return 1 + product;
    }

    int at(int vector, int x, int y, int z) {
      int which = (z / box * boxes + y / box) * boxes + x / box;
      int inBox = ((z % box + 1) * padded + y % box + 1) * padded + x % box + 1;
      return (which * VECTORS + vector) * padded * padded * padded + inBox;
    }

    /** The coefficient periodic, at the low or high face. */
    private double faceBeta(int x, int y, int z, int axis, int side) {
      return data[
          at(
              BETA + axis,
              (x + (axis == 0 ? side : 0)) % n,
              (y + (axis == 1 ? side : 0)) % n,
              (z + (axis == 2 ? side : 0)) % n)];
    }

    private static boolean isLow(int x, int y, int z, int axis) {
      return (axis == 0 ? x : axis == 1 ? y : z) == 0;
    }

    private boolean isHigh(int x, int y, int z, int axis) {
      return (axis == 0 ? x : axis == 1 ? y : z) == n - 1;
    }

    void each(Visitor visitor) {
      for (int z = 0; z < n; z++) {
        for (int y = 0; y < n; y++) {
          for (int x = 0; x < n; x++) {
            visitor.visit(x, y, z);
          }
        }
      }
    }

    /** F less the operator; zero on the walls. */
    double residual(int x, int y, int z) {
      double u = data[at(U, x, y, z)];
      double sum = 0;
      for (int axis = 0; axis < 3; axis++) {
        int dx = axis == 0 ? 1 : 0;
        int dy = axis == 1 ? 1 : 0;
        int dz = axis == 2 ? 1 : 0;
        double low = isLow(x, y, z, axis) ? -u : data[at(U, x - dx, y - dy, z - dz)];
        double high = isHigh(x, y, z, axis) ? -u : data[at(U, x + dx, y + dy, z + dz)];
        sum += faceBeta(x, y, z, axis, 0) * (u - low) + faceBeta(x, y, z, axis, 1) * (u - high);
      }
      return data[at(F, x, y, z)] - sum * n * n;
    }

    void smooth(int times) {
      for (int i = 0; i < times; i++) {
        each((x, y, z) ->
            data[at(TEMP, x, y, z)] =
                data[at(U, x, y, z)] + DAMPING * data[at(DINV, x, y, z)] * residual(x, y, z));
        each((x, y, z) -> data[at(U, x, y, z)] = data[at(TEMP, x, y, z)]);
      }
    }
  }

  @Override
  public void advance() {
    cycle(0);
  }

  private void cycle(int index) {
    Level fine = levels.get(index);
    if (index == levels.size() - 1) {
      fine.smooth(20);
      return;
    }
    fine.smooth(SMOOTHINGS);
    fine.each((x, y, z) -> fine.data[fine.at(R, x, y, z)] = fine.residual(x, y, z));
    Level coarse = levels.get(index + 1);
    coarse.each((x, y, z) -> {
      double sum = 0;
      for (int i = 0; i < 8; i++) {
        sum += fine.data[fine.at(R, 2 * x + (i & 1), 2 * y + (i >> 1 & 1), 2 * z + (i >> 2))];
      }
      coarse.data[coarse.at(F, x, y, z)] = sum / 8;
      coarse.data[coarse.at(U, x, y, z)] = 0;
    });
    cycle(index + 1);
    fine.each((x, y, z) ->
        fine.data[fine.at(U, x, y, z)] += coarse.data[coarse.at(U, x / 2, y / 2, z / 2)]);
    fine.smooth(SMOOTHINGS);
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory();
    for (int i = 0; i < levels.size(); i++) {
      memory.f64("level" + i, levels.get(i).data);
    }
    return memory.arrays();
  }

  /** The largest residual. */
  @Override
  public double residual() {
    double[] most = {0};
    Level finest = levels.getFirst();
    finest.each((x, y, z) -> most[0] = Math.max(most[0], Math.abs(finest.residual(x, y, z))));
    return most[0];
  }
}
