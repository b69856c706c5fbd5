package dev.magpie.depth.draws;

import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.RecordedDraw;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The order of a stream's draws. Only draws that follow one another in a pass, with the same depth
 * state, change their places, so that what is meant to be drawn over others still is; each has its
 * triangles in their order.
 */
public enum DrawSorting {
  /** As they were recorded. */
  RECORDED,
  /** The nearest first, by the mean of their vertices. */
  FRONT_TO_BACK,
  /** The farthest first. */
  BACK_TO_FRONT,
  /** Without any order, which is the same every time. */
  SHUFFLED;

  /**
   * Mean figures of a draw's vertices that grow with the distance; w is the same in all of some.
   */
  private record Distance(double w, double z) implements Comparable<Distance> {
    private static final Comparator<Distance> BY_BOTH =
        Comparator.comparingDouble(Distance::w).thenComparingDouble(Distance::z);

    static Distance of(RecordedDraw draw, DepthRange range) {
      double[] vertices = draw.triangles().vertices();
      boolean turned =
          (range == DepthRange.REVERSED)
              != (draw.viewport().farDepth() < draw.viewport().nearDepth());
      double w = 0;
      double z = 0;
      for (int n = 0; n < vertices.length; n += 4) {
        w += vertices[n + 3];
        z += turned ? vertices[n + 3] - vertices[n + 2] : vertices[n + 2];
      }
      int count = Math.max(1, draw.triangles().count());
      return new Distance(w / count, z / count);
    }

    @Override
    public int compareTo(Distance other) {
      return BY_BOTH.compare(this, other);
    }
  }

  /** The same stream in this order. */
  public DrawStream of(DrawStream stream) {
    if (this == RECORDED) {
      return stream;
    }
    return new DrawStream(
        stream.name(),
        stream.origin(),
        stream.clipDepth(),
        stream.targets(),
        stream.frames().stream().map(passes -> passes.stream().map(this::of).toList()).toList());
  }

  private DrawPass of(DrawPass pass) {
    List<RecordedDraw> sorted = new ArrayList<>();
    List<RecordedDraw> run = new ArrayList<>();
    Random random = new Random(1);
    for (RecordedDraw draw : pass.draws()) {
      DepthState state = draw.state();
      if (!run.isEmpty() && !run.getFirst().state().equals(state)) {
        sorted.addAll(sorted(run, pass.target().range(), random));
        run.clear();
      }
      run.add(draw);
    }
    sorted.addAll(sorted(run, pass.target().range(), random));
    return pass.with(sorted);
  }

  private List<RecordedDraw> sorted(List<RecordedDraw> run, DepthRange range, Random random) {
    List<RecordedDraw> sorted = new ArrayList<>(run);
    if (this == SHUFFLED) {
      Collections.shuffle(sorted, random);
      return sorted;
    }
    Comparator<RecordedDraw> nearer = Comparator.comparing(draw -> Distance.of(draw, range));
    sorted.sort(this == FRONT_TO_BACK ? nearer : nearer.reversed());
    return sorted;
  }

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
