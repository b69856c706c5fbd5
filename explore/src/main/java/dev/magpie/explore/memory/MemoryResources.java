package dev.magpie.explore.memory;

import dev.magpie.explore.web.Resource;
import java.util.Map;

/** All that pages ask of memory, by name; it stops what is under way when it is closed. */
public final class MemoryResources implements AutoCloseable {
  private final SizeRuns runs;
  private final Map<String, Resource> byName;

  /**
   * @param threads that measure
   */
  public MemoryResources(Shelf shelf, int threads) {
    Coders coders = new Coders();
    runs = new SizeRuns(coders, threads);
    byName =
        Map.of(
            "codecs", new CodecsResource(),
            "tensors", new TensorsResource(shelf),
            "sizes", new SizesResource(shelf, runs),
            "map", new MapResource(shelf, coders),
            "block", new BlockResource(shelf, coders),
            "rivals", new RivalsResource(shelf, coders));
  }

  public Map<String, Resource> byName() {
    return byName;
  }

  @Override
  public void close() {
    runs.close();
  }
}
