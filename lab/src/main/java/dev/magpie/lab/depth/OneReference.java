package dev.magpie.lab.depth;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Section 3.2.2: how often the second pass of depth offset can be skipped. */
final class OneReference implements Experiment<Suite> {
  private static final List<PaperBackEnd> SHOWN =
      List.of(
          PaperBackEnd.POST_DO,
          PaperBackEnd.PRE_DO,
          PaperBackEnd.OPP,
          PaperBackEnd.OPP_PB,
          PaperBackEnd.PRE_C);

  @Override
  public Description description() {
    return DepthPaper.describe(
            "depth/one-reference", "Tiles that need one reference", "section 3.2.2, last paragraph")
        .method(
            "Of the tiles that depth offset encodes, at every encode, the share in which all samples"
                + " are near enough to the smaller reference.")
        .parameter("size", "16 KiB")
        .build();
  }

  @Override
  public List<Claim<Suite>> claims() {
    return List.of(
        Claim.of("share", "Tiles for which one reference is enough")
            .within(new Band(50, 60))
            .notExpected(
                "The paper does not say which tiles count, and the share depends on the"
                    + " distance of the near plane.")
            .is(55, Unit.PERCENT, suite -> mean(suite, PaperBackEnd.OPP)));
  }

  @Override
  public List<Value<Suite>> values() {
    return List.of(Value.of("share.pre-do", suite -> mean(suite, PaperBackEnd.PRE_DO)));
  }

  @Override
  public Suite measure(RunContext context) {
    return Suite.replay(context, Suite.all(SHOWN, 16));
  }

  @Override
  public Figures draw(Suite suite) {
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
    SHOWN.forEach(back -> means.add(mean(suite, back)));
    return Figures.none().with("shares", table.total(means.toArray()).build());
  }

  private static double mean(Suite suite, PaperBackEnd back) {
    return suite.mean(scene -> share(scene, back));
  }

  private static double share(Suite.Drawn scene, PaperBackEnd back) {
    return 100 * scene.of(back.with(16)).oneReferenceShare();
  }
}
