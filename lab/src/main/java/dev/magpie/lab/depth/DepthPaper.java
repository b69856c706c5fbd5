package dev.magpie.lab.depth;

import dev.magpie.lab.run.Description;

/** What the experiments of the depth paper share. */
final class DepthPaper {
  private static final String NAME = "Depth paper";

  private DepthPaper() {}

  /** An experiment on the built-in scenes. */
  static Description describe(String id, String title, String place) {
    return describe(id, title, place, Suite.FRAME)
        .deviation(
            "Scenes are the built-in ones, made by the program, in place of the paper's six, which"
                + " are of commercial demos. Shares of RAW are means over the scenes.");
  }

  /** An experiment on the real scenes. */
  static Description describeReal(String id, String title, String place) {
    return describe(
            id, title, place, "1920x1080, the real scenes and the user's; quick: 480x270, the same")
        .ofScenes()
        .deviation(
            "Scenes are ones that people have made and may be passed on, in place of the paper's"
                + " six, which are of commercial demos.");
  }

  /** An experiment of ours on the built-in scenes. */
  static Description describeOurs(String id, String title) {
    return Description.of(id, title, "Magpie, docs/depth-cache.md")
        .parameter("frame", Suite.FRAME)
        .parameter("cache", "fully associative, least recently used");
  }

  private static Description describe(String id, String title, String place, String frame) {
    return Description.of(id, title, NAME + ", " + place)
        .parameter("frame", frame)
        .parameter("cache", "fully associative, least recently used")
        .deviation(
            "Section 3 calls RAW the pass-through that stores single lines (RAW-L here). Figure 4"
                + " fits whole uncompressed tiles instead (RAW-T): Post DO is at the same share of"
                + " RAW at 16 and 32 kB in nearly every scene, which takes the same misses in both."
                + " So RAW is RAW-T here, and RAW-L is shown beside it.");
  }
}
