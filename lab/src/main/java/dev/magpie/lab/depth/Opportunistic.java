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
import java.util.Map;

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
            "The paper does not say whether its opportunistic figures include the refiner, nor at"
                + " which cache size they are; claims are checked without it and at 16 kB, and the"
                + " values hold the others. Its improvement of 8.3 %, which is 3.7 % of RAW, is"
                + " taken as a share of what the approach moves: of Post DO's share in Figure 4,"
                + " 3.7 % are 7.8 %.")
        .parameter("size", "16 KiB")
        .measure(Opportunistic::measure)
        .claims(
            Claim.of("opp-over-brute", "Bandwidth of the opportunistic approach above brute force")
                .because(
                    "The paper's number lies between this and what the refiner makes of it: -1.1"
                        + " %.")
                .percent("4.2", suite -> above(suite, OPP, PRE_DO, 16)),
            Claim.of("points.opp-over-brute", "Bandwidth above brute force in percent of RAW")
                .because("With the refiner it is -0.5 %, and the paper's number lies between.")
                .percent("1.8", suite -> suite.points(PRE_DO, OPP, 16)),
            Claim.of(
                    "post-over-opp",
                    "Bandwidth of post-cache depth offset above the opportunistic approach")
                .because(
                    "The paper's number lies between this and what the refiner makes of it: 12 %.")
                .percent("8.3", suite -> above(suite, POST_DO, OPP, 16)),
            Claim.of(
                    "points.post-over-opp",
                    "Gain of the opportunistic approach over post-cache in percent of RAW")
                .because("With the refiner it is 5.6 %, and the paper's number lies between.")
                .percent("3.7", suite -> suite.points(OPP, POST_DO, 16)),
            Claim.of("refiner-helps", "Refinement by a post-cache codec moves less")
                .nowhere("scenes", suite -> suite.notLess(OPP_PB, OPP, 16)),
            Claim.of(
                    "widening",
                    "In the majority of cases references widen until a tile is not compressed: most"
                        + " drawn tiles end raw")
                .because("27 % do, where brute force after the cache leaves 3 %.")
                .nowhere("scenes", suite -> suite.where(scene -> !mostEndRaw(scene))),
            Claim.consistency(
                    "comparisons",
                    "Comparisons for the references of a tile of 64 samples, 3s/2 - 2 of s")
                .whole(94, "comparisons", suite -> suite.mean(Opportunistic::comparisonsOfTile)),
            Claim.consistency(
                    "paper.post-over-opp", "3.7 % of RAW are 8.3 % of Post DO's share in Figure 4")
                .because(
                    "They are 8.3 % of 44.6 %, the share of the opportunistic approach itself.")
                .percent("8.3", _ -> 100 * 3.7 / PaperTable.percent(POST_DO, 16)),
            Claim.consistency(
                    "paper.points",
                    "1.8 and 3.7 % of RAW make the 5.5 % between Post DO and Pre DO")
                .percent("5.5", _ -> 1.8 + 3.7))
        .value("opp-over-brute.32", suite -> above(suite, OPP, PRE_DO, 32))
        .value("evictions.peek", Opportunistic::mostThatPeeks)
        .value("post-over-opp.32", suite -> above(suite, POST_DO, OPP, 32))
        .value("opp-below-post", suite -> suite.gain(OPP, POST_DO, 16))
        .value("opp-below-post.32", suite -> suite.gain(OPP, POST_DO, 32))
        .value("refined-over-brute", suite -> above(suite, OPP_PB, PRE_DO, 16))
        .value("refined-over-brute.32", suite -> above(suite, OPP_PB, PRE_DO, 32))
        .value("refined-below-post", suite -> suite.gain(OPP_PB, POST_DO, 16))
        .value("refined-below-post.32", suite -> suite.gain(OPP_PB, POST_DO, 32))
        .draw(Opportunistic::draw);
  }

  private static Suite measure(RunContext context) {
    List<PaperBackEnd> backs = new ArrayList<>(SHOWN);
    backs.add(RAW_T);
    return Suite.replay(context, Suite.all(backs, 16, 32));
  }

  /** By how many percent one back-end moves more than another, all scenes together. */
  private static double above(Suite suite, PaperBackEnd more, PaperBackEnd than, int size) {
    return 100 * suite.meanBytes(more.with(size)) / suite.meanBytes(than.with(size)) - 100;
  }

  private static boolean mostEndRaw(Suite.Drawn scene) {
    Map<String, Long> tiles = scene.of(OPP.with(16)).finalTiles();
    long drawn = tiles.values().stream().mapToLong(Long::longValue).sum();
    return 2 * tiles.getOrDefault("raw", 0L) > drawn - tiles.getOrDefault("cleared", 0L);
  }

  /** Percent of hits and evictions that peek which are the latter, the scene with the most. */
  private static double mostThatPeeks(Suite suite) {
    return suite.scenes().stream()
        .mapToDouble(scene -> {
          DepthTraffic traffic = scene.of(OPP_PB.with(16));
          double peeks = traffic.get(Count.PEEKS);
          return 100 * peeks / (peeks + traffic.get(Count.HITS));
        })
        .max()
        .orElse(Double.NaN);
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

  private static double comparisonsOfTile(Suite.Drawn scene) {
    DepthTraffic traffic = scene.of(PRE_DO.with(16));
    return (double) traffic.get(Count.COMPARISONS) / traffic.get(Count.COMPRESSIONS);
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
