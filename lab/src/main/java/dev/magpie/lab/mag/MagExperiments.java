package dev.magpie.lab.mag;

import dev.magpie.lab.Experiment;
import java.util.List;

/** The experiments of the MAG paper, in the order of the paper. To add one, add it here. */
public final class MagExperiments {
  public static final List<Experiment> ALL =
      List.of(
          new Table1(),
          new Table3(),
          new Equation1(),
          new Figure1(),
          new Figure2(),
          new Figure4(),
          new Figure5(),
          new Figure6(),
          new Figure12(),
          new Figure13(),
          new Baselines(),
          new DeltaModes(),
          new Figure17a(),
          new Figure18(),
          new Metadata());

  private MagExperiments() {}
}
