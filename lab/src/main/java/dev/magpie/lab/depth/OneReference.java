package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.OPP;
import static dev.magpie.lab.depth.PaperBackEnd.OPP_PB;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;

import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
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
        .deviation(
            "The paper does not say which tiles count. Here they are those of the opportunistic"
                + " approach, which the remark is about; the table has others.")
        .parameter("size", "16 KiB")
        .measure(context -> Suite.replay(context, Suite.all(SHOWN, 16)))
        .claims(
            Claim.of("power", "Skipping the second pass saves power")
                .open("may be substantial", "A number; depth/energy has what it saves here."),
            Claim.of("share", "Tiles for which one reference is enough")
                .because(
                    "By scene it is 65 to 97 %, and it depends on which tiles count: of those that"
                        + " plane encoding leaves to depth offset it is 57 %.")
                .withoutDirection()
                .percent("55", suite -> mean(suite, OPP)))
        .value("share.pre-do", suite -> mean(suite, PRE_DO))
        .value("share.of-all-encodes", suite -> suite.mean(OneReference::ofAllEncodes))
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

  /** With the tiles that depth offset fails to encode among those that count. */
  private static double ofAllEncodes(Suite.Drawn scene) {
    DepthTraffic traffic = scene.of(OPP.with(16));
    return 100.0 * traffic.get(Count.ONE_REFERENCE_TILES) / traffic.get(Count.COMPRESSIONS);
  }

  private static double share(Suite.Drawn scene, PaperBackEnd back) {
    return 100 * scene.of(back.with(16)).oneReferenceShare();
  }
}
