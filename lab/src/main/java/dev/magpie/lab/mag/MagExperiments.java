package dev.magpie.lab.mag;

import dev.magpie.lab.Experiment;
import java.util.List;

/** The experiments of the MAG paper, in the order of the paper. To add one, add it here. */
public final class MagExperiments {
  public static final List<Experiment> ALL = List.of(new Table3());

  private MagExperiments() {}
}
