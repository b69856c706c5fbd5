package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Experiment;
import java.util.List;
import java.util.stream.Stream;

/** The experiments of the Buddy paper, in the order of the paper. To add one, add it here. */
public final class BuddyExperiments {
  /** Memory over time, and what follows from the design. */
  private static final List<Experiment<?>> MEMORY =
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
          Figure15aFootprint.experiment(),
          Figure15bThroughput.experiment());

  /** All of them, programs in their own sizes. */
  public static final List<Experiment<?>> ALL =
      Stream.of(MEMORY, run(BuddyStudy.PAPER)).flatMap(List::stream).toList();

  private BuddyExperiments() {}

  /** Those that run programs for themselves. */
  public static List<Experiment<?>> run(BuddyStudy study) {
    return List.of(
        Hypotheses.experiment(study),
        Figure11Cycles.experiment(study),
        Figure12Speed.experiment(study),
        Figure12Spill.experiment(study),
        Figure14Oversubscription.experiment(study),
        Figure15cLargerBatches.experiment(study),
        Figure15dAccuracy.experiment(study));
  }
}
