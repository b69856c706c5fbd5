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
          new Table1MagAwareCodecs(),
          new Table3Encodings(),
          new Table4Gpu(),
          new Equation1DeltaWidths(),
          new Figure1BurstLoss(),
          new Figure2BdiExample(),
          new NumberOfBases(),
          new Figure4LineExample(),
          new Figure5LeadingZerosExample(),
          new Figure6DataLeadingZeros(),
          new Figure12DataSizes(),
          new Figure13DataRatios(),
          new Baselines(),
          new DeltaModes(),
          new Figure17DataBases(),
          new Figure18DataMags(),
          new MetadataReach());

  /** All of them, the programs in their own sizes. */
  public static final List<Experiment<?>> ALL =
      Stream.of(AT_REST, simulated(Study.MAG_PAPER)).flatMap(List::stream).toList();

  private MagExperiments() {}

  /** Those that run programs on the simulated GPU. */
  public static List<Experiment<?>> simulated(Study study) {
    return List.of(
        new Table5Programs(study),
        new Figure6LeadingZeros(study),
        new Figure12Sizes(study),
        new Figure13Ratios(study),
        new Figure14Speedup(study),
        new Figure15Error(study),
        new Figure16Bandwidth(study),
        new Figure17Bases(study),
        new Figure18Mags(study),
        new Figure19MagSpeedups(study),
        new MetadataCaches(study),
        new LeadingOnes(study),
        new L2Sectors(study),
        new Table2Techniques(study),
        new HardwareCost(study));
  }
}
