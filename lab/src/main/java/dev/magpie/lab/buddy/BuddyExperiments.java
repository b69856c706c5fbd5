package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Experiment;
import java.util.List;

/** The experiments of the Buddy paper, in the order of the paper. To add one, add it here. */
public final class BuddyExperiments {
  public static final List<Experiment<?>> ALL =
      List.of(
          Figure3Compressibility.experiment(),
          Overflows.experiment(),
          Figure5aCodecs.experiment(),
          Figure5bSizes.experiment(),
          DesignArithmetic.experiment(),
          Figure6bMetadataCache.experiment(),
          Figure7Targets.experiment(),
          Figure8Places.experiment(),
          Figure9BuddyAccesses.experiment(),
          Figure10Threshold.experiment(),
          Figure13Energy.experiment(),
          Performance.experiment(),
          Figure15aFootprint.experiment(),
          Figure15bThroughput.experiment(),
          Figure15cLargerBatches.experiment(),
          Figure15dAccuracy.experiment());

  private BuddyExperiments() {}
}
