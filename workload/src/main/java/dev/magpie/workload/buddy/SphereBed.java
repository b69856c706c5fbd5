package dev.magpie.workload.buddy;

import java.util.SplittableRandom;

/**
 * A periodic box with spheres at random places, which may overlap, until they fill a third of it.
 */
final class SphereBed {
  private static final int SOLID = -1;
  private static final int RADII = 12;

  final int nx;
  final int ny;
  final int nz;

  /** The number of each fluid cell, counted with x fastest; -1 in spheres. */
  private final int[] number;

  private final int fluid;

  SphereBed(int nx, int ny, int nz, long seed) {
    this.nx = nx;
    this.ny = ny;
    this.nz = nz;
    number = new int[nx * ny * nz];
    SplittableRandom random = new SplittableRandom(seed);
    int radius = Math.max(1, Math.min(nx, Math.min(ny, nz)) / RADII);
    int solid = 0;
    while (solid < number.length / 3) {
      solid += place(random.nextInt(nx), random.nextInt(ny), random.nextInt(nz), radius);
    }
    int count = 0;
    for (int i = 0; i < number.length; i++) {
      number[i] = number[i] == SOLID ? SOLID : count++;
    }
    fluid = count;
  }

  /** Cells that become solid. */
  private int place(int x, int y, int z, int radius) {
    int solid = 0;
    for (int dz = -radius; dz <= radius; dz++) {
      for (int dy = -radius; dy <= radius; dy++) {
        for (int dx = -radius; dx <= radius; dx++) {
          int cell = at(x + dx, y + dy, z + dz);
          if (dx * dx + dy * dy + dz * dz <= radius * radius && number[cell] != SOLID) {
            number[cell] = SOLID;
            solid++;
          }
        }
      }
    }
    return solid;
  }

  private int at(int x, int y, int z) {
    return (Math.floorMod(z, nz) * ny + Math.floorMod(y, ny)) * nx + Math.floorMod(x, nx);
  }

  /** Fluid cells. */
  int fluid() {
    return fluid;
  }

  /** Which fluid cell this is; negative in a sphere. */
  int number(int x, int y, int z) {
    return number[at(x, y, z)];
  }
}
