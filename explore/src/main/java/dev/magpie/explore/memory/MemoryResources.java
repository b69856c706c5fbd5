package dev.magpie.explore.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.web.Resource;
import java.util.Map;

/** All that pages ask of memory, by name; it stops what is under way when it is closed. */
public final class MemoryResources implements AutoCloseable {
  private final Shelf shelf;
  private final SizeRuns runs;
  private final Map<String, Resource> byName;

  /**
   * @param series whether the snapshots are successive moments of one program
   * @param threads that measure
   */
  public MemoryResources(Shelf shelf, boolean series, int threads) {
    this.shelf = shelf;
    Coders coders = new Coders();
    runs = new SizeRuns(shelf, coders, threads);
    BuddySeries buddy = new BuddySeries(shelf, runs, series);
    byName =
        Map.of(
            "codecs", new CodecsResource(),
            "tensors", new TensorsResource(shelf),
            "sizes", new SizesResource(shelf, runs),
            "map", new MapResource(shelf, coders),
            "block", new BlockResource(shelf, coders),
            "rivals", new RivalsResource(shelf, coders),
            "buddy", new BuddyResource(buddy),
            "targets", new TargetsResource(buddy));
  }

  /** Measures the first snapshot before a page has come to ask for it. */
  public void begin(CodecSpec codec, Granularity granularity) {
    var _ =
        shelf
            .opening()
            .thenRun(() -> runs.of(shelf.all().getFirst(), new Coding(codec, granularity)).ask(0));
  }

  public Map<String, Resource> byName() {
    return byName;
  }

  @Override
  public void close() {
    runs.close();
  }
}
