package dev.magpie.lab.silicon;

import dev.magpie.lab.run.Experiment;
import java.util.List;

/** The experiments beside real GPUs. To add one, add it here. */
public final class SiliconExperiments {
  /** All of them. */
  public static final List<Experiment<?>> ALL =
      List.of(
          Validation.experiment(),
          Latencies.experiment(),
          BabelStream.experiment(),
          CompressibleArrays.experiment());

  private SiliconExperiments() {}
}
