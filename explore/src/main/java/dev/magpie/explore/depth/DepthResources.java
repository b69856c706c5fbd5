package dev.magpie.explore.depth;

import dev.magpie.explore.web.Resource;
import java.util.Map;

/** All that pages ask of scenes, by name. */
public final class DepthResources {
  private final Map<String, Resource> byName;

  /**
   * @param threads that replay frames at the same time
   */
  public DepthResources(SceneShelf shelf, int threads) {
    DrawnFrames frames = new DrawnFrames(threads);
    byName =
        Map.of(
            "scenes", new ScenesResource(shelf),
            "frame", new FrameResource(shelf, frames),
            "traffic", new TrafficResource(shelf, frames),
            "tilemap", new TileMapResource(shelf, frames),
            "tilehistory", new TileHistoryResource(shelf, frames));
  }

  public Map<String, Resource> byName() {
    return byName;
  }
}
