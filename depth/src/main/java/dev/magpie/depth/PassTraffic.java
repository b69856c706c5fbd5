package dev.magpie.depth;

import dev.magpie.depth.SceneTraffic.Drawn;
import dev.magpie.depth.SceneTraffic.Run;
import dev.magpie.depth.event.FrameShape;
import java.util.List;

/**
 * What back-ends move in a pass of a frame. A cache keeps what it has from a pass to the next one
 * of the same target, and is written back in the last one.
 *
 * @param frame its number, from 0 on
 * @param seconds of animations since the first frame
 * @param shape of the pass's target
 * @param runs one for each back-end that was asked for; they do not say which tile took what
 */
public record PassTraffic(
    int frame, double seconds, Pass pass, FrameShape shape, Drawn drawn, List<Run> runs) {
  /** Samples of a pixel of the target. */
  public int samples() {
    return shape.tile().multisampling().samples();
  }
}
