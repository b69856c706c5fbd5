package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.OPP;
import static dev.magpie.lab.depth.PaperBackEnd.OPP_PB;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import java.util.List;

/** Section 3.2.2: how often the second pass of depth offset can be skipped. */
final class OneReference {
  private static final List<PaperBackEnd> SHOWN = List.of(POST_DO, PRE_DO, OPP, OPP_PB, PRE_C);

  static Experiment<?> experiment() {
    return DepthPaper.describe(
            "depth/one-reference", "Tiles that need one reference", "section 3.2.2, last paragraph")
        .method(
            "Of the tiles that depth offset encodes, at every encode, the share in which all"
                + " samples are near enough to the smaller reference.")
        .parameter("size", "16 KiB")
        .measure(context -> Suite.replay(context, Suite.all(SHOWN, 16)))
        .claims(
            Claim.of("share", "Tiles for which one reference is enough")
                .within(50, 60)
                .notExpected(
                    "The paper does not say which tiles count, and the share depends on the"
                        + " distance of the near plane.")
                .percent(55, suite -> mean(suite, OPP)))
        .value("share.pre-do", suite -> mean(suite, PRE_DO))
        .draw(suite ->
            Figures.none()
                .with(
                    "shares",
                    suite
                        .compare(SHOWN, back -> scene -> share(scene, back))
                        .table("Tiles that need one reference", 1, "%")));
  }

  private static double mean(Suite suite, PaperBackEnd back) {
    return suite.mean(scene -> share(scene, back));
  }

  private static double share(Suite.Drawn scene, PaperBackEnd back) {
    return 100 * scene.of(back.with(16)).oneReferenceShare();
  }
}
