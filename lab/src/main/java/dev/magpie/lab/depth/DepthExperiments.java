package dev.magpie.lab.depth;

import dev.magpie.lab.run.Experiment;
import java.util.List;

/** The experiments of the depth paper, in the order of the paper. To add one, add it here. */
public final class DepthExperiments {
  public static final List<Experiment<?>> ALL =
      List.of(
          Figure4Bandwidth.experiment(),
          Figure5BytesOfTiles.experiment(),
          Figure6CacheSizes.experiment(),
          RealSceneBandwidth.experiment(),
          DrawingOrder.experiment(),
          Opportunistic.experiment(),
          Figure7Compressions.experiment(),
          TileHeaders.experiment(),
          EqualBits.experiment(),
          CoarseCulling.experiment(),
          CodecEnergy.experiment(),
          OneReference.experiment(),
          Ablations.experiment(),
          OtherCodecs.experiment(),
          DepthFormats.experiment());

  private DepthExperiments() {}
}
