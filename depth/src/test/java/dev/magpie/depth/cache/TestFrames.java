package dev.magpie.depth.cache;

import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthBias;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.raster.Draw;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small frames that reach every corner of a back-end. */
final class TestFrames {
  static final Camera CAMERA =
      new Camera(new Vector3(0, 0, 0), new Vector3(0, 0, 1), new Vector3(0, 1, 0), 60, 1, 10);

  private TestFrames() {}

  /** A bumpy ground, thin and thick triangles all over it, and some that hide much. */
  static EventStream of(int seed, TileShape tile, PlaneFormat format) {
    Random random = new Random(seed);
    FrameShape shape = FrameShape.ofPixels(163, 93, tile);
    return new FrontEnd(shape, RasterOptions.DEFAULT.with(format))
        .draw(
            List.of(
                bumps(random, 40, 6),
                soup(random, 250, 0.3),
                bumps(random, 15, 4),
                soup(random, 60, 2),
                soup(random, 300, 0.15)),
            CAMERA)
        .events();
  }

  static EventStream of(int seed) {
    return of(seed, TileShape.DEFAULT, PlaneFormat.FIXED);
  }

  /** Draws in every state, one after another, over a bumpy ground. */
  static EventStream inAllStates(int seed, DepthRange range) {
    Random random = new Random(seed);
    FrontEnd frontEnd =
        new FrontEnd(new FrameShape(163, 93, TileShape.DEFAULT), RasterOptions.DEFAULT.with(range));
    DepthState nearer = DepthState.DEFAULT.with(range.nearer());
    Mesh ground = bumps(random, 40, 6);
    List<Draw> draws = new ArrayList<>(List.of(new Draw(ground, nearer)));
    for (DepthTest test : DepthTest.values()) {
      for (DepthState.Writes writes : DepthState.Writes.values()) {
        DepthState state = new DepthState(test, writes, DepthBias.NONE);
        draws.add(new Draw(ground, state));
        draws.add(new Draw(soup(random, 100, 0.3), state));
        draws.add(new Draw(soup(random, 40, 1), state.with(new DepthBias(-64, 1.5))));
        draws.add(new Draw(soup(random, 100, 0.3), nearer));
      }
    }
    return frontEnd.drawEach(draws, CAMERA).events();
  }

  static EventStream draw(FrameShape shape, Mesh... meshes) {
    return new FrontEnd(shape, RasterOptions.DEFAULT).draw(List.of(meshes), CAMERA).events();
  }

  /** A triangle across the line of sight, larger than the frame. */
  static Mesh wall(float z) {
    return new Mesh("wall", new float[] {-8, -8, z, 22, -8, z, -8, 22, z}, new int[] {0, 1, 2});
  }

  private static Mesh bumps(Random random, int cells, double distance) {
    float[] positions = new float[3 * (cells + 1) * (cells + 1)];
    int[] indices = new int[6 * cells * cells];
    for (int y = 0, v = 0, i = 0; y <= cells; y++) {
      for (int x = 0; x <= cells; x++, v++) {
        positions[3 * v] = 12f * x / cells - 6;
        positions[3 * v + 1] = 7f * y / cells - 4;
        positions[3 * v + 2] =
            (float) (distance + Math.sin(x * 0.7) * 0.1 + random.nextGaussian() * 0.01);
        if (x < cells && y < cells) {
          for (int corner :
              new int[] {v, v + 1, v + cells + 1, v + cells + 1, v + 1, v + cells + 2}) {
            indices[i++] = corner;
          }
        }
      }
    }
    return new Mesh("bumps", positions, indices);
  }

  private static Mesh soup(Random random, int triangles, double size) {
    float[] positions = new float[9 * triangles];
    int[] indices = new int[3 * triangles];
    for (int n = 0; n < triangles; n++) {
      double x = random.nextGaussian() * 3;
      double y = random.nextGaussian() * 2;
      double z = 2 + random.nextDouble() * 6;
      double tilt = random.nextBoolean() ? 0.001 : size;
      for (int v = 0; v < 3; v++) {
        positions[9 * n + 3 * v] = (float) (x + random.nextGaussian() * size);
        positions[9 * n + 3 * v + 1] = (float) (y + random.nextGaussian() * size);
        positions[9 * n + 3 * v + 2] = (float) (z + random.nextGaussian() * tilt);
        indices[3 * n + v] = 3 * n + v;
      }
    }
    return new Mesh("soup", positions, indices);
  }
}
