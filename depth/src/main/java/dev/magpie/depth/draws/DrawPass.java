package dev.magpie.depth.draws;

import dev.magpie.depth.raster.RecordedDraw;
import java.util.List;

/**
 * Draws to one target, one after another.
 *
 * @param name unlike those of others of the frame
 * @param target where they go
 * @param start what the target has before the first of them
 * @param draws in their order
 */
public record DrawPass(String name, DrawTarget target, Start start, List<RecordedDraw> draws) {
  /** What a target has before a pass. */
  public enum Start {
    /** Nothing: it is cleared. */
    CLEARED,
    /** What passes before have drawn. */
    KEPT
  }

  /** Takes the list. */
  public DrawPass {
    draws = List.copyOf(draws);
  }

  /** Triangles in all draws. */
  public long triangles() {
    return draws.stream().mapToLong(draw -> draw.triangles().triangles()).sum();
  }
}
