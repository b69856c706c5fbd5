package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.OPP;
import static dev.magpie.lab.depth.PaperBackEnd.OPP_PB;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import java.util.ArrayList;
import java.util.List;

/** Section 4, opportunistic depth offset: references that only ever widen. */
final class Opportunistic {
  private static final List<PaperBackEnd> SHOWN = List.of(POST_DO, PRE_DO, OPP, OPP_PB);

  static Experiment<?> experiment() {
    return DepthPaper.describe(
            "depth/opportunistic",
            "Opportunistic depth offset",
            "sections 3.2.2 and 4, Opportunistic depth offset")
        .method(
            "Brute force finds the references of depth offset by comparing all samples; the"
                + " opportunistic approach widens the old ones to the triangle's bounds. Opp+PB"
                + " compresses a raw tile by brute force when it is evicted and, as peeking into"
                + " the cache finds, wholly cached.")
        .deviation(
            "Whether the paper's opportunistic figure includes the refiner it does not say; both"
                + " are measured, and its claims are checked on the one without.")
        .parameter("size", "16 KiB")
        .measure(Opportunistic::measure)
        .claims(
            Claim.of("opp-over-brute", "Bandwidth above brute force")
                .within(0.7, 7.7)
                .percent(4.2, suite -> -suite.gain(OPP, PRE_DO, 16)),
            Claim.of("opp-below-post", "Gain over post-cache depth offset")
                .within(4.8, 11.8)
                .percent(8.3, suite -> suite.gain(OPP, POST_DO, 16)),
            Claim.of("refiner-helps", "Refinement by a post-cache codec moves less")
                .holds(suite -> suite.gain(OPP_PB, OPP, 16) > 0))
        .value("opp-over-brute.32", suite -> -suite.gain(OPP, PRE_DO, 32))
        .value("opp-below-post.32", suite -> suite.gain(OPP, POST_DO, 32))
        .value("refined-over-brute", suite -> -suite.gain(OPP_PB, PRE_DO, 16))
        .value("refined-over-brute.32", suite -> -suite.gain(OPP_PB, PRE_DO, 32))
        .value("refined-below-post", suite -> suite.gain(OPP_PB, POST_DO, 16))
        .value("refined-below-post.32", suite -> suite.gain(OPP_PB, POST_DO, 32))
        .draw(Opportunistic::draw);
  }

  private static Suite measure(RunContext context) {
    List<PaperBackEnd> backs = new ArrayList<>(SHOWN);
    backs.add(RAW_T);
    return Suite.replay(context, Suite.all(backs, 16, 32));
  }

  private static Figures draw(Suite suite) {
    Columns<Suite> columns = new Columns<Suite>().text("scene", Suite::label);
    SHOWN.forEach(
        back -> columns.number(back.label(), 1, "%", some -> some.mean(Suite.percent(back, 16))));
    columns
        .number("comparisons, brute force", 1, "M", some -> some.mean(Opportunistic::comparisons))
        .number(
            "tiles refined of those peeked at", 0, "%", some -> some.mean(Opportunistic::peeks));
    return Figures.none()
        .with(
            suite
                .compare(SHOWN, back -> Suite.percent(back, 16))
                .chart("Depth offset with a cache of 16 kB", "percent of RAW"))
        .with("opportunistic", suite.table("Percent of RAW, 16 kB", columns));
  }

  /** Millions. */
  private static double comparisons(Suite.Drawn scene) {
    return scene.of(PRE_DO.with(16)).get(Count.COMPARISONS) / 1e6;
  }

  private static double peeks(Suite.Drawn scene) {
    DepthTraffic traffic = scene.of(OPP_PB.with(16));
    return 100.0 * traffic.get(Count.SUCCESSFUL_PEEKS) / traffic.get(Count.PEEKS);
  }
}
