package dev.magpie.depth.cache;

import dev.magpie.depth.event.StencilStream;
import java.util.List;

/**
 * Replays what was done to stencil values in back-ends. Every one of them ends with the front end's
 * values, byte by byte, which each replay checks.
 */
public final class StencilSystem {
  private StencilSystem() {}

  /**
   * Replays a frame's passes, one behind another: the cache keeps what it has from each to the
   * next.
   *
   * @param passes at least one
   * @return what each has done; the last one writes the cache back
   * @throws IllegalStateException if the back-end ends with other values, which is an error of this
   *     program
   */
  public static List<DepthTraffic> replayPasses(
      List<StencilStream> passes, StencilConfiguration configuration) {
    StencilStream first = passes.getFirst();
    StencilBackEnd backEnd =
        switch (configuration.placement()) {
          case PRE -> new StencilLineBackEnd(first, configuration);
          case POST -> new StencilTileBackEnd(first, configuration);
        };
    return backEnd.replay(passes);
  }
}
