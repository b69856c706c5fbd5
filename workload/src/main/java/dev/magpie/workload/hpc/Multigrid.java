package dev.magpie.workload.hpc;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * V-cycles for a Poisson equation with variable coefficients, as HPGMG-FV's of second order: each
 * box is an allocation of nine vectors one behind another, with ghost cells around each and rows of
 * even length. Its problem and its red-black smoother are those of HPGMG; corrections are piecewise
 * constant in place of quadratic, coarse coefficients are evaluated and the coarsest level is
 * smoothed. Left out are the full cycles, whose vector E stays as it was allocated, the eight
 * vectors of the coarsest level's solver and what processes exchange.
 */
final class Multigrid extends SteppedRun {
  private static final int AGGLOMERATED = 8;
  private static final int COARSEST = 2;
  private static final int SWEEPS = 6;
  private static final int COARSEST_SWEEPS = 40;
  private static final double POWER = 7;

  /** Vectors of a box, in this order; E lies before R. */
  private static final int TEMP = 0;

  private static final int U = 1;
  private static final int F = 2;
  private static final int R = 4;
  private static final int DINV = 5;
  private static final int BETA = 6;
  private static final int VECTORS = 9;

  private final List<Level> levels = new ArrayList<>();
  private double worst;

  private Multigrid(Settings settings) {
    super(settings.whole("cycles", SeriesProgram.SNAPSHOTS, 1 << 20));
    int box = settings.whole("box", AGGLOMERATED, 128);
    int boxes = settings.whole("boxes", 1, 32);
    while (box * boxes >= COARSEST) {
      levels.add(new Level(box, boxes));
      if (box % 2 == 0 && (box / 2 >= AGGLOMERATED || boxes % 2 > 0)) {
        box /= 2;
      } else if (boxes % 2 == 0) {
        boxes /= 2;
      } else {
        break;
      }
    }
    Level finest = levels.getFirst();
    finest.each((data, cell, x, y, z) -> {
      data[finest.start(F) + cell] = source(x, y, z, 1.0 / finest.n);
      data[finest.start(R) + cell] = data[finest.start(F) + cell];
    });
  }

  static SeriesProgram program() {
    return new SeriesProgram(
        "multigrid",
        SeriesProgram.Kind.HPC,
        "FF_HPGMG",
        "V-cycles for a Poisson equation; boxes of interleaved vectors",
        "largest residual",
        List.of(
            InputParameter.whole("box", "cells of a box's edge", 32, 32, 128),
            InputParameter.whole("boxes", "boxes of the cube's edge", 2, 3, 2),
            InputParameter.whole("cycles", "V-cycles", 10)),
        Multigrid::new);
  }

  /** A product of powers of sines, as averages of cells. */
  private static double source(int x, int y, int z, double h) {
    double[] place = {(x + 0.5) * h, (y + 0.5) * h, (z + 0.5) * h};
    double[] value = new double[3];
    double[] second = new double[3];
    double a = 2 * Math.PI;
    for (int axis = 0; axis < 3; axis++) {
      double sine = StrictMath.sin(a * place[axis]);
      double cosine = StrictMath.cos(a * place[axis]);
      value[axis] = StrictMath.pow(sine, POWER);
      double curved = (POWER - 1) * StrictMath.pow(sine, POWER - 2) * cosine * cosine;
      second[axis] = a * a * POWER * (curved - value[axis]);
    }
    double sum = value[0] * value[1] * value[2];
    for (int axis = 0; axis < 3; axis++) {
      sum += h * h / 24 * second[axis] * value[(axis + 1) % 3] * value[(axis + 2) % 3];
    }
    return sum;
  }

  private interface Visitor {
    /**
     * @param data of a box
     * @param cell from the start of each of its vectors
     */
    void visit(double[] data, int cell, int x, int y, int z);
  }

  private static final class Level {
    final int n;
    final int box;
    final int boxes;
    final int[] stride;
    final int volume;
    final double[][] data;

    Level(int box, int boxes) {
      this.box = box;
      this.boxes = boxes;
      n = box * boxes;
      int row = (box + 3) / 2 * 2;
      stride = new int[] {1, row, row * (box + 2)};
      volume = stride[2] * (box + 2);
      data = new double[boxes * boxes * boxes][VECTORS * volume];
      for (int axis = 0; axis < 3; axis++) {
        int which = axis;
        // The high face of the last cell is in the ghost cell behind it.
        each(
            1,
            (values, cell, x, y, z) -> values[start(BETA + which) + cell] = beta(x, y, z, which));
      }
      each((values, cell, x, y, z) -> {
        double diagonal = 0;
        for (int axis = 0; axis < 3; axis++) {
          int place = axis == 0 ? x : axis == 1 ? y : z;
          int face = start(BETA + axis) + cell;
          // On walls the ghost cell is extrapolated from the cell itself, too.
          diagonal += values[face] * (place == 0 ? 3.5 : 1);
          diagonal += values[face + stride[axis]] * (place == n - 1 ? 3.5 : 1);
        }
        values[start(DINV) + cell] = 1 / (diagonal * n * n);
      });
      exchange(DINV, false);
    }

    int start(int vector) {
      return vector * volume;
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

    double[] box(int x, int y, int z) {
      return data[(z / box * boxes + y / box) * boxes + x / box];
    }

    /** From the start of a vector, in the box that has the cell. */
    int cell(int x, int y, int z) {
      return (z % box + 1) * stride[2] + (y % box + 1) * stride[1] + x % box + 1;
    }

    void each(Visitor visitor) {
      each(0, visitor);
    }

    /** Visits the cells of all boxes, and of each some more behind its high faces. */
    private void each(int more, Visitor visitor) {
      for (int b = 0; b < data.length; b++) {
        int lowX = b % boxes * box;
        int lowY = b / boxes % boxes * box;
        int lowZ = b / (boxes * boxes) * box;
        for (int z = 0; z < box + more; z++) {
          for (int y = 0; y < box + more; y++) {
            int cell = (z + 1) * stride[2] + (y + 1) * stride[1] + 1;
            for (int x = 0; x < box + more; x++) {
              visitor.visit(data[b], cell + x, lowX + x, lowY + y, lowZ + z);
            }
          }
        }
      }
    }

    /**
     * Fills the ghost cells of faces from the boxes beside them.
     *
     * @param walls whether those on walls are extrapolated, so that the vector is zero there
     */
    void exchange(int vector, boolean walls) {
      for (int b = 0; b < data.length; b++) {
        int[] place = {b % boxes, b / boxes % boxes, b / (boxes * boxes)};
        int[] step = {1, boxes, boxes * boxes};
        for (int axis = 0; axis < 3; axis++) {
          if (place[axis] > 0) {
            copyFace(vector, data[b - step[axis]], box, data[b], 0, axis);
          } else if (walls) {
            extrapolate(vector, data[b], 0, stride[axis], axis);
          }
          if (place[axis] < boxes - 1) {
            copyFace(vector, data[b + step[axis]], 1, data[b], box + 1, axis);
          } else if (walls) {
            extrapolate(vector, data[b], box + 1, -stride[axis], axis);
          }
        }
      }
    }

    private void copyFace(int vector, double[] from, int layer, double[] to, int ghost, int axis) {
      int one = stride[(axis + 1) % 3];
      int other = stride[(axis + 2) % 3];
      for (int i = 1; i <= box; i++) {
        for (int j = 1; j <= box; j++) {
          int cell = start(vector) + i * one + j * other;
          to[cell + ghost * stride[axis]] = from[cell + layer * stride[axis]];
        }
      }
    }

    private void extrapolate(int vector, double[] values, int ghost, int inward, int axis) {
      int one = stride[(axis + 1) % 3];
      int other = stride[(axis + 2) % 3];
      for (int i = 1; i <= box; i++) {
        for (int j = 1; j <= box; j++) {
          int cell = start(vector) + i * one + j * other + ghost * stride[axis];
          values[cell] = -2.5 * values[cell + inward] + 0.5 * values[cell + 2 * inward];
        }
      }
    }

    /** The right-hand side less the operator. */
    double residual(int vector, double[] values, int cell) {
      int u = start(U) + cell;
      double sum = 0;
      for (int axis = 0; axis < 3; axis++) {
        int s = stride[axis];
        int face = start(BETA + axis) + cell;
        sum += values[face] * (values[u] - values[u - s]);
        sum += values[face + s] * (values[u] - values[u + s]);
      }
      return values[start(vector) + cell] - sum * n * n;
    }

    /** Gauss-Seidel, red and black cells in turns. */
    void smooth(int sweeps) {
      for (int sweep = 0; sweep < sweeps; sweep++) {
        int colour = sweep % 2;
        exchange(U, true);
        each((values, cell, x, y, z) -> {
          if ((x + y + z) % 2 == colour) {
            values[start(U) + cell] += values[start(DINV) + cell] * residual(R, values, cell);
          }
        });
      }
    }
  }

  @Override
  void step(int number) {
    cycle(0);
    measure();
  }

  private void cycle(int index) {
    Level fine = levels.get(index);
    if (index == levels.size() - 1) {
      fine.smooth(COARSEST_SWEEPS);
      return;
    }
    fine.smooth(SWEEPS);
    fine.exchange(U, true);
    fine.each(
        (data, cell, _, _, _) -> data[fine.start(TEMP) + cell] = fine.residual(R, data, cell));
    Level coarse = levels.get(index + 1);
    coarse.each((data, cell, x, y, z) -> {
      double[] from = fine.box(2 * x, 2 * y, 2 * z);
      int corner = fine.start(TEMP) + fine.cell(2 * x, 2 * y, 2 * z);
      double sum = 0;
      for (int i = 0; i < 8; i++) {
        sum += from[corner + (i & 1) + (i >> 1 & 1) * fine.stride[1] + (i >> 2) * fine.stride[2]];
      }
      data[coarse.start(R) + cell] = sum / 8;
      data[coarse.start(U) + cell] = 0;
    });
    cycle(index + 1);
    fine.each((data, cell, x, y, z) ->
        data[fine.start(U) + cell] +=
            coarse.box(x / 2, y / 2, z / 2)[coarse.start(U) + coarse.cell(x / 2, y / 2, z / 2)]);
    fine.smooth(SWEEPS);
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory();
    for (int i = 0; i < levels.size(); i++) {
      double[][] data = levels.get(i).data;
      for (int b = 0; b < data.length; b++) {
        memory.f64("level" + i + ".box" + b, data[b]);
      }
    }
    return memory.arrays();
  }

  /** Computes the residual after a cycle, as HPGMG does to see whether it has converged. */
  private void measure() {
    Level finest = levels.getFirst();
    finest.exchange(U, true);
    worst = 0;
    finest.each((data, cell, _, _, _) -> {
      double value = finest.residual(F, data, cell);
      data[finest.start(TEMP) + cell] = value;
      worst = Math.max(worst, Math.abs(value));
    });
  }

  /** The largest residual. */
  @Override
  public double residual() {
    return worst;
  }
}
