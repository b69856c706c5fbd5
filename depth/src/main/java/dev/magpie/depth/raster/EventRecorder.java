package dev.magpie.depth.raster;

import dev.magpie.depth.event.EventBatch;
import java.util.ArrayList;
import java.util.List;

/** Collects the events of a frame. */
final class EventRecorder {
  private final List<EventBatch> batches = new ArrayList<>();
  private EventBatch last = new EventBatch();

  EventRecorder() {
    batches.add(last);
  }

  /** A batch with room for an event. */
  EventBatch next() {
    if (last.isFull()) {
      last = new EventBatch();
      batches.add(last);
    }
    return last;
  }

  /** Ends a batch, so that what follows is in others; returns those so far and forgets them. */
  List<EventBatch> cut() {
    List<EventBatch> cut = List.copyOf(batches());
    batches.clear();
    last = new EventBatch();
    batches.add(last);
    return cut;
  }

  private List<EventBatch> batches() {
    return last.size() == 0 ? batches.subList(0, batches.size() - 1) : batches;
  }
}
