package dev.magpie.lab.mag;

import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Study;
import java.util.List;
import java.util.stream.Stream;

/** The experiments of the MAG paper, in the order of the paper. To add one, add it here. */
public final class MagExperiments {
  /** What follows from the codecs, and what they do to data at rest. */
  private static final List<Experiment<?>> AT_REST =
      List.of(
          new Table1(),
          new Table3(),
          new Table4(),
          new Equation1(),
          new Figure1(),
          new Figure2(),
          new NumberOfBases(),
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

  /** All of them, the programs in their own sizes. */
  public static final List<Experiment<?>> ALL =
      Stream.of(AT_REST, simulated(Study.MAG_PAPER)).flatMap(List::stream).toList();

  private MagExperiments() {}

  /** Those that run programs on the simulated GPU. */
  public static List<Experiment<?>> simulated(Study study) {
    return List.of(
        new Table5(study),
        new MovedZeros(study),
        new MovedSizes(study),
        new MovedRatios(study),
        new Figure14(study),
        new Figure15(study),
        new Figure16(study),
        new MoreBases(study),
        new MagSizes(study, false),
        new MagSizes(study, true),
        new MetadataCaches(study),
        new LeadingOnes(study),
        new Sectors(study),
        new Table2(study),
        new HardwareCost(study));
  }
}
