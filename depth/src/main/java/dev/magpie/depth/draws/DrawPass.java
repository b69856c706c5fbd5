package dev.magpie.depth.draws;

import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.raster.RecordedDraw;
import java.util.List;
import java.util.OptionalInt;

/**
 * Draws to one target, one after another.
 *
 * @param name unlike those of others of the frame
 * @param target where they go
 * @param start what the target has before the first of them
 * @param stencil what all stencil values become first, 0 to 255; if it is empty they stay, or are 0
 *     where the target is cleared
 * @param draws in their order
 */
public record DrawPass(
    String name, DrawTarget target, Start start, OptionalInt stencil, List<RecordedDraw> draws) {
  /** What a target has before a pass. */
  public enum Start {
    /** Nothing: it is cleared. */
    CLEARED,
    /** What passes before have drawn. */
    KEPT
  }

  /** A pass that clears no stencil values alone. */
  public DrawPass(String name, DrawTarget target, Start start, List<RecordedDraw> draws) {
    this(name, target, start, OptionalInt.empty(), draws);
  }

  /** The same to another target. */
  DrawPass with(DrawTarget other) {
    return new DrawPass(name, other, start, stencil, draws);
  }

  /** The same with other draws. */
  DrawPass with(List<RecordedDraw> others) {
    return new DrawPass(name, target, start, stencil, others);
  }

  /**
   * Takes the list.
   *
   * @throws IllegalArgumentException if stencil values are cleared to what they cannot be
   */
  public DrawPass {
    draws = List.copyOf(draws);
    stencil.ifPresent(value -> {
      if (value < 0 || value > StencilBuffer.LARGEST) {
        throw new IllegalArgumentException("stencil values are 0 to 255, not " + value);
      }
    });
  }

  /** Triangles in all draws. */
  public long triangles() {
    return draws.stream().mapToLong(draw -> draw.triangles().triangles()).sum();
  }
}
