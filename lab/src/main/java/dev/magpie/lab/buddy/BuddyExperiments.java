package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Experiment;
import java.util.List;

/** The experiments of the Buddy paper, in the order of the paper. To add one, add it here. */
public final class BuddyExperiments {
  public static final List<Experiment<?>> ALL =
      List.of(
          new Figure3(),
          new Overflows(),
          new Figure5a(),
          new Figure5b(),
          new Figure6b(),
          new Figure7(),
          new Figure8(),
          new Figure9(),
          new Figure10(),
          new Figure13());

  private BuddyExperiments() {}
}
