package dev.magpie.lab.depth;

import dev.magpie.lab.run.Experiment;
import java.util.List;

/** The experiments of the depth paper, in the order of the paper. To add one, add it here. */
public final class DepthExperiments {
  public static final List<Experiment<?>> ALL =
      List.of(
          new Figure4Bandwidth(),
          new Figure5BytesOfTiles(),
          new Figure6CacheSizes(),
          new Opportunistic(),
          new Figure7Compressions(),
          new OneReference(),
          new Ablations(),
          new OtherCodecs());

  private DepthExperiments() {}
}
