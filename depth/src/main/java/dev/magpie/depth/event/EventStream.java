package dev.magpie.depth.event;

import java.util.List;

/**
 * All that a back-end needs of one frame: the front end draws it once, and any number of back-ends
 * replay it, at the same time if they like. A frame starts with a fast clear: every tile is then
 * clear, and no line of it is cached.
 *
 * @param shape how the frame is cut into tiles and lines
 * @param format the format that {@link EventBatch#planeFits} speaks of
 * @param batches the events, in the order of drawing
 * @param depths the frame's depths after the last event, which every back-end must end with too
 */
public record EventStream(
    FrameShape shape, PlaneFormat format, List<EventBatch> batches, DepthBuffer depths) {
  /** Takes the batches, which change no more. */
  public EventStream {
    batches = List.copyOf(batches);
  }

  /** Events in all. */
  public long size() {
    return batches.stream().mapToLong(EventBatch::size).sum();
  }

  /** Of these, the ones with a line that was not culled. */
  public long tested() {
    long tested = 0;
    for (EventBatch batch : batches) {
      for (int event = 0; event < batch.size(); event++) {
        tested += batch.touched(event) == 0 ? 0 : 1;
      }
    }
    return tested;
  }
}
