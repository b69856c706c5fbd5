package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Experiment;
import java.util.List;

/** The experiments of the Buddy paper, in the order of the paper. To add one, add it here. */
public final class BuddyExperiments {
  /** All of them, programs in their own sizes. */
  public static final List<Experiment<?>> ALL = of(BuddyStudy.PAPER);

  private BuddyExperiments() {}

  /** All of them. */
  public static List<Experiment<?>> of(BuddyStudy study) {
    return List.of(
        Figure3Compressibility.experiment(study),
        Overflows.experiment(study),
        Figure5aCodecs.experiment(study),
        Figure5bSizes.experiment(study),
        DesignArithmetic.experiment(),
        Figure6bMetadataCache.experiment(study),
        Figure7Targets.experiment(study),
        Figure8Places.experiment(study),
        Figure9BuddyAccesses.experiment(study),
        Figure10Threshold.experiment(study),
        Figure13Energy.experiment(study),
        Figure15aFootprint.experiment(),
        Figure15bThroughput.experiment(),
        Hypotheses.experiment(study),
        Figure11Cycles.experiment(study),
        Figure12Speed.experiment(study),
        Figure12Spill.experiment(study),
        Figure14Oversubscription.experiment(study),
        Figure15cLargerBatches.experiment(study),
        Figure15dAccuracy.experiment(study));
  }
}
