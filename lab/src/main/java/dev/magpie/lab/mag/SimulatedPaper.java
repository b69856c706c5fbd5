package dev.magpie.lab.mag;

import dev.magpie.lab.run.Description;
import dev.magpie.lab.study.PaperSizes;
import dev.magpie.lab.study.Setup;

/** What the experiments on simulated programs share. */
final class SimulatedPaper {
  static final Setup NONE = Setup.of("none");
  static final Setup BDI = Setup.of(MagPaper.BDI);
  static final Setup MAG_BDI = Setup.of(MagPaper.MAG_BDI);

  private SimulatedPaper() {}

  /** Begins the description of an experiment on the simulated programs. */
  static Description describe(String id, String title, String place) {
    return Description.of(id, title, MagPaper.source(place))
        .method(
            "The paper's eleven programs, written anew in CUDA C++, execute on the simulated GPU of"
                + " Table IV, and their results are compared with plain Java's. A recording of that"
                + " is replayed for each memory controller; under lossy codecs programs execute"
                + " again. All experiments share these simulations.")
        .deviation(
            "The paper gives neither inputs nor sizes; they are ours (docs/workloads.md). A quick"
                + " run takes smaller ones, of some hundred thousand warp-instructions, on a GPU"
                + " with an eighth of the L2 and of the metadata caches, so that what exceeds these"
                + " still does.")
        .deviation("A run of the papers' sizes takes, " + PaperSizes.leftOut(2) + ".")
        .deviation(MagPaper.SIGNED)
        .parameter("gpu", "gtx580");
  }
}
