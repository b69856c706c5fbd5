package dev.magpie.workload.example;

import dev.magpie.snapshot.Tensor;

/** Heat that spreads from three hot spots over a cold plate, in double precision. */
final class Heat {
  private static final int SIZE = 96;
  private static final int STEPS = 40;
  private static final double CONDUCTION = 0.2;

  private Heat() {}

  /** The plate's temperatures; what no heat has reached yet is exactly zero. */
  static Tensor temperature() {
    double[] plate = new double[SIZE * SIZE];
    double[] next = plate.clone();
    for (int step = 0; step < STEPS; step++) {
      plate[30 * SIZE + 20] = 100;
      plate[34 * SIZE + 70] = 75;
      plate[60 * SIZE + 40] = 50;
      for (int y = 1; y < SIZE - 1; y++) {
        for (int x = 1; x < SIZE - 1; x++) {
          int cell = y * SIZE + x;
          double around =
              plate[cell - 1] + plate[cell + 1] + plate[cell - SIZE] + plate[cell + SIZE];
          double warmed = plate[cell] + CONDUCTION * (around - 4 * plate[cell]);
          next[cell] = warmed < 1e-12 ? 0 : warmed;
        }
      }
      double[] swap = plate;
      plate = next;
      next = swap;
    }
    return Values.f64(plate, SIZE, SIZE);
  }
}
