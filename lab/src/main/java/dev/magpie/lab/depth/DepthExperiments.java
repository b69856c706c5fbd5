package dev.magpie.lab.depth;

import dev.magpie.lab.Experiment;
import java.util.List;

/** The experiments of the depth paper, in the order of the paper. To add one, add it here. */
public final class DepthExperiments {
  public static final List<Experiment> ALL =
      List.of(
          new Figure4(),
          new Figure5(),
          new Figure6(),
          new Opportunistic(),
          new Figure7(),
          new OneReference(),
          new Ablations(),
          new OtherCodecs());

  private DepthExperiments() {}
}
