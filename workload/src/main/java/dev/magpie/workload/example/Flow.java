package dev.magpie.workload.example;

import dev.magpie.snapshot.Tensor;
import java.util.Arrays;

/**
 * A fluid flowing past a cylinder, in which a dye spreads: the lattice Boltzmann method with nine
 * velocities in two dimensions (D2Q9) and one relaxation time. The channel's walls and the cylinder
 * reflect, the fluid enters at the left and leaves at the right.
 */
final class Flow {
  /** The nine velocities: at rest, along the axes, diagonal. */
  private static final int[] VX = {0, 1, 0, -1, 0, 1, -1, -1, 1};

  private static final int[] VY = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  private static final int[] OPPOSITE = {0, 3, 4, 1, 2, 7, 8, 5, 6};
  private static final float[] WEIGHTS = {
    4 / 9f, 1 / 9f, 1 / 9f, 1 / 9f, 1 / 9f, 1 / 36f, 1 / 36f, 1 / 36f, 1 / 36f
  };

  private static final float INFLOW = 0.1f;

  /** One over the relaxation time; low viscosity, so that vortices shed from the cylinder. */
  private static final float RELAXATION = 1 / 0.54f;

  private static final float DYE_DIFFUSION = 0.01f;

  private final int width;
  private final int height;
  private final int cells;
  private final boolean[] solid;
  private float[] populations;
  private float[] streamed;
  private final float[] density;
  private final float[] velocity;
  private float[] dye;
  private float[] dyeNext;

  Flow(int width, int height) {
    this.width = width;
    this.height = height;
    cells = width * height;
    solid = new boolean[cells];
    populations = new float[9 * cells];
    streamed = new float[9 * cells];
    density = new float[cells];
    velocity = new float[2 * cells];
    dye = new float[cells];
    dyeNext = new float[cells];
    placeCylinder();
    Arrays.fill(density, 1);
    for (int cell = 0; cell < cells; cell++) {
      velocity[cell] = solid[cell] ? 0 : INFLOW;
      setEquilibrium(cell, 1, velocity[cell], 0);
    }
  }

  /** A little off the middle, so that the flow does not stay symmetric. */
  private void placeCylinder() {
    int centerX = width / 5;
    int centerY = height / 2 + 1;
    int radius = height / 8;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int dx = x - centerX;
        int dy = y - centerY;
        solid[y * width + x] = y == 0 || y == height - 1 || dx * dx + dy * dy <= radius * radius;
      }
    }
  }

  private static float equilibrium(int k, float rho, float ux, float uy) {
    float along = 3 * (VX[k] * ux + VY[k] * uy);
    return WEIGHTS[k] * rho * (1 + along + 0.5f * along * along - 1.5f * (ux * ux + uy * uy));
  }

  private void setEquilibrium(int cell, float rho, float ux, float uy) {
    for (int k = 0; k < 9; k++) {
      populations[k * cells + cell] = equilibrium(k, rho, ux, uy);
    }
  }

  void run(int steps) {
    for (int step = 0; step < steps; step++) {
      collide();
      stream();
      spreadDye();
    }
  }

  private void collide() {
    for (int cell = 0; cell < cells; cell++) {
      if (solid[cell]) {
        continue;
      }
      float rho = 0;
      float ux = 0;
      float uy = 0;
      for (int k = 0; k < 9; k++) {
        float population = populations[k * cells + cell];
        rho += population;
        ux += VX[k] * population;
        uy += VY[k] * population;
      }
      ux /= rho;
      uy /= rho;
      density[cell] = rho;
      velocity[cell] = ux;
      velocity[cells + cell] = uy;
      for (int k = 0; k < 9; k++) {
        float population = populations[k * cells + cell];
        populations[k * cells + cell] =
            population + RELAXATION * (equilibrium(k, rho, ux, uy) - population);
      }
    }
  }

  private void stream() {
    for (int k = 0; k < 9; k++) {
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          streamed[k * cells + y * width + x] = arriving(k, x, y);
        }
      }
    }
    float[] swap = populations;
    populations = streamed;
    streamed = swap;
  }

  /** What moves into a cell with velocity k. */
  private float arriving(int k, int x, int y) {
    int cell = y * width + x;
    if (solid[cell]) {
      return populations[k * cells + cell];
    }
    int fromX = x - VX[k];
    int fromY = y - VY[k];
    if (fromX < 0) {
      return equilibrium(k, 1, INFLOW, 0);
    }
    if (fromX == width) {
      return populations[k * cells + cell];
    }
    int from = fromY * width + fromX;
    return solid[from] ? populations[OPPOSITE[k] * cells + cell] : populations[k * cells + from];
  }

  /** Upwind advection and diffusion; the dye enters in stripes. */
  private void spreadDye() {
    for (int y = 1; y < height - 1; y++) {
      dye[y * width] = y / 4 % 2 == 0 ? 0 : 1;
      for (int x = 1; x < width - 1; x++) {
        int cell = y * width + x;
        if (solid[cell]) {
          continue;
        }
        float here = dye[cell];
        float left = dyeAt(cell - 1, here);
        float right = dyeAt(cell + 1, here);
        float below = dyeAt(cell - width, here);
        float above = dyeAt(cell + width, here);
        float ux = velocity[cell];
        float uy = velocity[cells + cell];
        float advected =
            (ux > 0 ? ux * (here - left) : ux * (right - here))
                + (uy > 0 ? uy * (here - below) : uy * (above - here));
        float spread = DYE_DIFFUSION * (left + right + below + above - 4 * here);
        dyeNext[cell] = here - advected + spread;
      }
    }
    float[] swap = dye;
    dye = dyeNext;
    dyeNext = swap;
  }

  private float dyeAt(int cell, float here) {
    return solid[cell] ? here : dye[cell];
  }

  /** The nine populations of each cell: nine planes. */
  Tensor populations() {
    return Values.f32(populations, 9, height, width);
  }

  Tensor density() {
    return Values.f32(density, height, width);
  }

  /** The velocity's two components: two planes. */
  Tensor velocity() {
    return Values.f32(velocity, 2, height, width);
  }

  Tensor dye() {
    return Values.f32(dye, height, width);
  }

  /** One where walls and cylinder are. */
  Tensor obstacle() {
    byte[] flags = new byte[cells];
    for (int cell = 0; cell < cells; cell++) {
      flags[cell] = (byte) (solid[cell] ? 1 : 0);
    }
    return Values.u8(flags, height, width);
  }
}
