package dev.magpie.lab.depth;

import dev.magpie.lab.Band;
import dev.magpie.lab.Claim;
import dev.magpie.lab.Description;
import dev.magpie.lab.Experiment;
import dev.magpie.lab.Findings;
import dev.magpie.lab.RunContext;
import dev.magpie.lab.Unit;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Section 3.2.2: how often the second pass of depth offset can be skipped. */
final class OneReference implements Experiment {
  private static final List<Back> SHOWN =
      List.of(Back.POST_DO, Back.PRE_DO, Back.OPP, Back.OPP_PB, Back.PRE_C);

  @Override
  public Description description() {
    return Paper.describe(
            "depth/one-reference", "Tiles that need one reference", "section 3.2.2, last paragraph")
        .method(
            "Of the tiles that depth offset encodes, at every encode, the share in which all samples"
                + " are near enough to the smaller reference.")
        .parameter("size", "16 KiB")
        .claim(
            Claim.of("share", "Tiles for which one reference is enough", 55, Unit.PERCENT)
                .within(new Band(50, 60))
                .notExpected(
                    "The paper does not say which tiles count, and the share depends on the"
                        + " distance of the near plane."))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    Suite suite = Suite.replay(context, Suite.all(SHOWN, 16));
    Table.Builder table = Table.titled("Tiles that need one reference").text("scene");
    SHOWN.forEach(back -> table.number(back.label(), 1, "%"));
    for (Suite.Drawn scene : suite.scenes()) {
      List<@Nullable Object> cells = new ArrayList<>();
      cells.add(scene.name());
      SHOWN.forEach(back -> cells.add(share(scene, back)));
      table.row(cells.toArray());
    }
    List<@Nullable Object> means = new ArrayList<>();
    means.add("average");
    SHOWN.forEach(back -> means.add(suite.mean(scene -> share(scene, back))));
    return Findings.builder()
        .measure("share", suite.mean(scene -> share(scene, Back.OPP)))
        .measure("share.pre-do", suite.mean(scene -> share(scene, Back.PRE_DO)))
        .table("shares", table.total(means.toArray()).build())
        .build();
  }

  private static double share(Suite.Drawn scene, Back back) {
    return 100 * scene.of(back.with(16)).oneReferenceShare();
  }
}
