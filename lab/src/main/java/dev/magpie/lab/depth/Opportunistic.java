package dev.magpie.lab.depth;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Section 4, opportunistic depth offset: references that only ever widen. */
final class Opportunistic implements Experiment<Suite> {
  private static final List<PaperBackEnd> SHOWN =
      List.of(PaperBackEnd.POST_DO, PaperBackEnd.PRE_DO, PaperBackEnd.OPP, PaperBackEnd.OPP_PB);

  @Override
  public Description description() {
    return DepthPaper.describe(
            "depth/opportunistic",
            "Opportunistic depth offset",
            "sections 3.2.2 and 4, Opportunistic depth offset")
        .method(
            "Brute force finds the references of depth offset by comparing all samples; the"
                + " opportunistic approach widens the old ones to the triangle's bounds. Opp+PB"
                + " compresses a raw tile by brute force when it is evicted and, as peeking into the"
                + " cache finds, wholly cached.")
        .deviation(
            "Whether the paper's opportunistic figure includes the refiner it does not say; both are"
                + " measured, and its claims are checked on the one without.")
        .parameter("size", "16 KiB")
        .build();
  }

  @Override
  public List<Claim<Suite>> claims() {
    return List.of(
        Claim.of("opp-over-brute", "Bandwidth above brute force")
            .within(new Band(0.7, 7.7))
            .is(4.2, Unit.PERCENT, suite -> -suite.gain(PaperBackEnd.OPP, PaperBackEnd.PRE_DO, 16)),
        Claim.of("opp-below-post", "Gain over post-cache depth offset")
            .within(new Band(4.8, 11.8))
            .is(8.3, Unit.PERCENT, suite -> suite.gain(PaperBackEnd.OPP, PaperBackEnd.POST_DO, 16)),
        Claim.of("refiner-helps", "Refinement by a post-cache codec moves less")
            .holds(suite -> suite.gain(PaperBackEnd.OPP_PB, PaperBackEnd.OPP, 16) > 0));
  }

  @Override
  public List<Value<Suite>> values() {
    return List.of(
        Value.of(
            "opp-over-brute.32", suite -> -suite.gain(PaperBackEnd.OPP, PaperBackEnd.PRE_DO, 32)),
        Value.of(
            "opp-below-post.32", suite -> suite.gain(PaperBackEnd.OPP, PaperBackEnd.POST_DO, 32)),
        Value.of(
            "refined-over-brute",
            suite -> -suite.gain(PaperBackEnd.OPP_PB, PaperBackEnd.PRE_DO, 16)),
        Value.of(
            "refined-over-brute.32",
            suite -> -suite.gain(PaperBackEnd.OPP_PB, PaperBackEnd.PRE_DO, 32)),
        Value.of(
            "refined-below-post",
            suite -> suite.gain(PaperBackEnd.OPP_PB, PaperBackEnd.POST_DO, 16)),
        Value.of(
            "refined-below-post.32",
            suite -> suite.gain(PaperBackEnd.OPP_PB, PaperBackEnd.POST_DO, 32)));
  }

  @Override
  public Suite measure(RunContext context) {
    List<PaperBackEnd> backs = new ArrayList<>(SHOWN);
    backs.add(PaperBackEnd.RAW_T);
    return Suite.replay(context, Suite.all(backs, 16, 32));
  }

  @Override
  public Figures draw(Suite suite) {
    List<String> names = new ArrayList<>(suite.scenes().stream().map(Suite.Drawn::name).toList());
    names.add("average");
    List<Series> series = new ArrayList<>();
    for (PaperBackEnd back : SHOWN) {
      ToDoubleFunction<Suite.Drawn> percent = percent(back);
      double[] values = Arrays.copyOf(suite.each(percent), names.size());
      values[names.size() - 1] = suite.mean(percent);
      series.add(Series.of(back.label(), values));
    }
    return Figures.none()
        .with(
            BarChart.of(
                "Depth offset with a cache of 16 kB", names, Axis.linear("percent of RAW"), series))
        .with("opportunistic", table(suite));
  }

  private static ToDoubleFunction<Suite.Drawn> percent(PaperBackEnd back) {
    return scene -> 100 * scene.bytes(back.with(16)) / scene.bytes(PaperBackEnd.RAW_T.with(16));
  }

  private static Table table(Suite suite) {
    Table.Builder table = Table.titled("Percent of RAW, 16 kB").text("scene");
    SHOWN.forEach(back -> table.number(back.label(), 1, "%"));
    table
        .number("comparisons, brute force", 1, "M")
        .number("tiles refined of those peeked at", 0, "%");
    for (Suite.Drawn scene : suite.scenes()) {
      List<@Nullable Object> cells = new ArrayList<>();
      cells.add(scene.name());
      SHOWN.forEach(back -> cells.add(percent(back).applyAsDouble(scene)));
      cells.add(scene.of(PaperBackEnd.PRE_DO.with(16)).get(Count.COMPARISONS) / 1e6);
      cells.add(peeks(scene));
      table.row(cells.toArray());
    }
    List<@Nullable Object> means = new ArrayList<>();
    means.add("average");
    SHOWN.forEach(back -> means.add(suite.mean(percent(back))));
    means.add(
        suite.mean(scene -> scene.of(PaperBackEnd.PRE_DO.with(16)).get(Count.COMPARISONS) / 1e6));
    means.add(suite.mean(Opportunistic::peeks));
    return table.total(means.toArray()).build();
  }

  private static double peeks(Suite.Drawn scene) {
    return 100.0
        * scene.of(PaperBackEnd.OPP_PB.with(16)).get(Count.SUCCESSFUL_PEEKS)
        / scene.of(PaperBackEnd.OPP_PB.with(16)).get(Count.PEEKS);
  }
}
