package dev.magpie.lab.depth;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Section 3.2.2: how often the second pass of depth offset can be skipped. */
final class OneReference implements NamedExperiment {
  private static final List<PaperBackEnd> SHOWN =
      List.of(PaperBackEnd.POST_DO, PaperBackEnd.PRE_DO, PaperBackEnd.OPP, PaperBackEnd.OPP_PB, PaperBackEnd.PRE_C);

  @Override
  public Description description() {
    return DepthPaper.describe(
            "depth/one-reference", "Tiles that need one reference", "section 3.2.2, last paragraph")
        .method(
            "Of the tiles that depth offset encodes, at every encode, the share in which all samples"
                + " are near enough to the smaller reference.")
        .parameter("size", "16 KiB")
        .claim(
            NamedExperiment.of("share", "Tiles for which one reference is enough", 55, Unit.PERCENT)
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
        .measure("share", suite.mean(scene -> share(scene, PaperBackEnd.OPP)))
        .measure("share.pre-do", suite.mean(scene -> share(scene, PaperBackEnd.PRE_DO)))
        .table("shares", table.total(means.toArray()).build())
        .build();
  }

  private static double share(Suite.Drawn scene, PaperBackEnd back) {
    return 100 * scene.of(back.with(16)).oneReferenceShare();
  }
}
