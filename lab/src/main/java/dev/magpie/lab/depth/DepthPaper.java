package dev.magpie.lab.depth;

import dev.magpie.lab.run.Description;

/** What the experiments of the depth paper share. */
final class DepthPaper {
  /** Why its levels need not be met. */
  static final String OTHER_SCENES =
      "The paper's six scenes are of commercial demos and not to be had. What share of RAW the"
          + " combination moves depends on how many triangles are large, which differs here.";

  private static final String NAME = "Depth paper";

  private DepthPaper() {}

  static Description describe(String id, String title, String place) {
    return Description.of(id, title, NAME + ", " + place)
        .parameter("frame", Suite.FRAME)
        .parameter("cache", "fully associative, least recently used")
        .deviation(
            "Scenes are the built-in ones, made by the program, in place of the paper's six."
                + " Averages are means over the scenes of each scene's percentage.")
        .deviation(
            "RAW is a cache of whole uncompressed tiles (RAW-T): the paper does not say, but only"
                + " that baseline has its ratio of RAW at 32 to 16 kB and its Post DO of about"
                + " half at every size. Raw lines (RAW-L) are shown beside it.");
  }
}
