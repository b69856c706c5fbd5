package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Experiment;
import java.util.List;

/** The experiments of the Buddy paper, in the order of the paper. To add one, add it here. */
public final class BuddyExperiments {
  public static final List<Experiment<?>> ALL =
      List.of(
          new Figure3Compressibility(),
          new Overflows(),
          new Figure5aCodecs(),
          new Figure5bSizes(),
          new Figure6bMetadataCache(),
          new Figure7Targets(),
          new Figure8Places(),
          new Figure9BuddyAccesses(),
          new Figure10Threshold(),
          new Figure13Energy());

  private BuddyExperiments() {}
}
