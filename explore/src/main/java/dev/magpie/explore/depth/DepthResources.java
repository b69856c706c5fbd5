package dev.magpie.explore.depth;

import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.InputResources;
import dev.magpie.explore.input.Opening;
import dev.magpie.explore.input.ViewedScene;
import dev.magpie.explore.web.Resource;
import java.util.List;
import java.util.Map;

/** All that pages ask of scenes, by name. */
public final class DepthResources implements InputResources {
  private final SceneShelf shelf;
  private final Map<String, Resource> byName;

  /**
   * @param scenes that are shown; they are opened meanwhile
   * @param threads that replay frames at the same time
   */
  public DepthResources(List<Input<ViewedScene>> scenes, int threads) {
    shelf = new SceneShelf(scenes);
    DrawnFrames frames = new DrawnFrames(threads);
    byName =
        Map.of(
            "scenes", new ScenesResource(shelf),
            "frame", new FrameResource(shelf, frames),
            "traffic", new TrafficResource(shelf, frames),
            "tilemap", new TileMapResource(shelf, frames),
            "tilehistory", new TileHistoryResource(shelf, frames));
  }

  @Override
  public Opening<?> opening() {
    return shelf.opening();
  }

  /** What the scenes are, once they are open. */
  public List<OpenedScene> scenes() {
    return shelf.all().stream().map(OpenedScene::of).toList();
  }

  @Override
  public Map<String, Resource> byName() {
    return byName;
  }

  /** Requests that are under way end by themselves, in a second or two. */
  @Override
  public void close() {}
}
