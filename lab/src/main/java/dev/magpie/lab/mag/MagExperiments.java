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
          Table1MagAwareCodecs.experiment(),
          Table3Encodings.experiment(),
          Table4Gpu.experiment(),
          Equation1DeltaWidths.experiment(),
          Figure1BurstLoss.experiment(),
          Figure2BdiExample.experiment(),
          NumberOfBases.experiment(),
          Figure4LineExample.experiment(),
          Figure5LeadingZerosExample.experiment(),
          Figure6DataLeadingZeros.experiment(),
          Figure12DataSizes.experiment(),
          Figure13DataRatios.experiment(),
          Baselines.experiment(),
          DeltaModes.experiment(),
          Figure17DataBases.experiment(),
          Figure18DataMags.experiment(),
          MetadataReach.experiment(),
          Figure8Units.experiment(),
          RatioAndCost.experiment());

  /** All of them, the programs in their own sizes. */
  public static final List<Experiment<?>> ALL =
      Stream.of(AT_REST, simulated(Study.MAG_PAPER)).flatMap(List::stream).toList();

  private MagExperiments() {}

  /** Those that run programs on the simulated GPU. */
  public static List<Experiment<?>> simulated(Study study) {
    return List.of(
        Table5Programs.experiment(study),
        Figure6LeadingZeros.experiment(study),
        Figure12Sizes.experiment(study),
        ZerosAndRepeats.experiment(study),
        Figure13Ratios.experiment(study),
        Figure14Speedup.experiment(study),
        Figure15Error.experiment(study),
        Figure16Bandwidth.experiment(study),
        Figure17Bases.experiment(study),
        Figure18Mags.experiment(study),
        Figure19MagSpeedups.experiment(study),
        MetadataCaches.experiment(study),
        LeadingOnes.experiment(study),
        OnlineTraining.experiment(study),
        Causes.experiment(study),
        TwoSimulators.experiment(study),
        SimulatorMags.experiment(study),
        Inputs.experiment(study),
        Table2Techniques.experiment(study),
        HardwareCost.experiment(study));
  }
}
