package dev.magpie.lab.buddy;

import dev.magpie.lab.Experiment;
import java.util.List;

/** The experiments of the Buddy paper, in the order of the paper. */
public final class BuddyExperiments {
  public static final List<Experiment> ALL = List.of();

  private BuddyExperiments() {}
}
