package dev.magpie.depth.event;

import java.util.List;
import java.util.OptionalInt;

/**
 * What a pass did to stencil values: all that a back-end needs of it. A frame starts with a fast
 * clear to 0.
 *
 * @param cleared what a fast clear makes of all values before the events, if there is one
 * @param batches the events, in the order of drawing
 * @param values the frame's after the last event, which every back-end must end with too
 */
public record StencilStream(OptionalInt cleared, List<StencilBatch> batches, StencilBuffer values) {
  /** Takes the batches, which change no more. */
  public StencilStream {
    batches = List.copyOf(batches);
  }

  /** How the frame is cut. */
  public FrameShape shape() {
    return values.shape();
  }

  /** Events in all. */
  public long size() {
    return batches.stream().mapToLong(StencilBatch::size).sum();
  }
}
