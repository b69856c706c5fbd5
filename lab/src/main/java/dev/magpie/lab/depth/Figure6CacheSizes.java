package dev.magpie.lab.depth;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Figure 6: average bandwidth against the cache's size. */
final class Figure6CacheSizes implements NamedExperiment {
  private static final List<PaperBackEnd> SHOWN =
      List.of(PaperBackEnd.RAW_T, PaperBackEnd.POST_DO, PaperBackEnd.PRE_DO, PaperBackEnd.POST_C, PaperBackEnd.PRE_C);

  @Override
  public Description description() {
    return DepthPaper.describe("depth/fig6", "Bandwidth against cache size", "section 4, Figure 6")
        .method(
            "Mean megabytes over the scenes at each size. A pre-cache system equals a post-cache one"
                + " at the size at which its curve, interpolated between the sizes measured, comes"
                + " down to the other's.")
        .method(
            "The paper reads knees off the figure. Here a curve's knee is the size that lies farthest"
                + " below the chord from its first point to its last. As that depends on how far the"
                + " sizes reach, the findings also hold the first size at which each curve is as"
                + " flat as Post C is at 16 kB.")
        .parameter("sizes", CacheSizes.SIZES_TEXT)
        .claim(
            NamedExperiment.never(
                "do-not-below", "Pre DO is below Post DO at every size: exceptions", "sizes"))
        .claim(
            NamedExperiment.never("c-not-below", "Pre C is below Post C at every size: exceptions", "sizes"))
        .claim(NamedExperiment.never("c-above-do", "C is below DO at every size: exceptions", "sizes"))
        .claim(
            NamedExperiment.never(
                "post-do-not-half",
                "Post DO is at 48 to 52 % of RAW at every size: exceptions",
                "sizes"))
        .claim(
            NamedExperiment.of(
                    "equal-size.c.16",
                    "Size at which Pre C equals Post C of 16 kB, in percent",
                    40,
                    Unit.PERCENT)
                .within(new Band(33, 47)))
        .claim(
            NamedExperiment.of(
                    "equal-size.c.32",
                    "Size at which Pre C equals Post C of 32 kB, in percent",
                    40,
                    Unit.PERCENT)
                .within(new Band(33, 47)))
        .claim(
            NamedExperiment.of("factor.do.16", "Cache that Pre DO saves at 16 kB, times", 2, Unit.RATIO)
                .within(Band.atLeast(2)))
        .claim(
            NamedExperiment.of("factor.c.16", "Cache that Pre C saves at 16 kB, times", 2, Unit.RATIO)
                .within(Band.atLeast(2)))
        .claim(
            NamedExperiment.of("knee.pre-c", "Knee of Pre C", 10, Unit.whole("kB")).within(new Band(8, 12)))
        .claim(
            NamedExperiment.of("knee.post-c", "Knee of Post C", 16, Unit.whole("kB"))
                .within(new Band(12, 20)))
        .claim(NamedExperiment.holds("knee.earlier", "Pre C has its knee at a smaller size than Post C"))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    Suite suite = Suite.replay(context, Suite.all(SHOWN, CacheSizes.SIZES));
    Map<PaperBackEnd, double[]> megabytes = new EnumMap<>(PaperBackEnd.class);
    for (PaperBackEnd back : SHOWN) {
      double[] values = new double[CacheSizes.SIZES.length];
      for (int n = 0; n < values.length; n++) {
        values[n] = suite.meanBytes(back.with(CacheSizes.SIZES[n])) / 1e6;
      }
      megabytes.put(back, values);
    }
    double[] shares = new double[CacheSizes.SIZES.length];
    int notHalf = 0;
    for (int n = 0; n < shares.length; n++) {
      int size = CacheSizes.SIZES[n];
      shares[n] = suite.meanPercent(PaperBackEnd.POST_DO.with(size), PaperBackEnd.RAW_T.with(size));
      notHalf += shares[n] >= 48 && shares[n] <= 52 ? 0 : 1;
    }
    double[] postC = of(megabytes, PaperBackEnd.POST_C);
    double[] preC = of(megabytes, PaperBackEnd.PRE_C);
    double[] postDo = of(megabytes, PaperBackEnd.POST_DO);
    double[] preDo = of(megabytes, PaperBackEnd.PRE_DO);
    Findings.Builder findings =
        Findings.builder()
            .measure("do-not-below", notBelow(preDo, postDo))
            .measure("c-not-below", notBelow(preC, postC))
            .measure("c-above-do", notBelow(preC, preDo) + notBelow(postC, postDo))
            .measure("post-do-not-half", notHalf)
            .measure("post-do-least", Arrays.stream(shares).min().orElse(Double.NaN))
            .measure("post-do-most", Arrays.stream(shares).max().orElse(Double.NaN));
    for (int size : new int[] {16, 32}) {
      double equalC = CacheSizes.sizeFor(preC, postC[CacheSizes.at(size)]);
      double equalDo = CacheSizes.sizeFor(preDo, postDo[CacheSizes.at(size)]);
      findings
          .measure("equal-size.c." + size, 100 * equalC / size)
          .measure("equal-size.do." + size, 100 * equalDo / size)
          .measure("factor.c." + size, size / equalC)
          .measure("factor.do." + size, size / equalDo);
    }
    double slope = CacheSizes.slope(postC, CacheSizes.at(16));
    int kneePreC = CacheSizes.knee(preC);
    int kneePostC = CacheSizes.knee(postC);
    return findings
        .measure("knee.pre-c", kneePreC)
        .measure("knee.post-c", kneePostC)
        .measure("knee.earlier", kneePreC < kneePostC)
        .measure("knee.pre-do", CacheSizes.knee(preDo))
        .measure("knee.post-do", CacheSizes.knee(postDo))
        .measure("as-flat.pre-c", CacheSizes.sizeForSlope(preC, slope))
        .measure("as-flat.pre-do", CacheSizes.sizeForSlope(preDo, slope))
        .measure("as-flat.post-do", CacheSizes.sizeForSlope(postDo, slope))
        .chart(
            LineChart.of(
                "Average bandwidth",
                Axis.log2("cache (kB)"),
                Axis.linear("MB a frame"),
                SHOWN.stream()
                    .map(back -> Points.of(back.label(), CacheSizes.sizes(), of(megabytes, back)))
                    .toList()))
        .table("bandwidth", table(megabytes, shares))
        .build();
  }

  private static double[] of(Map<PaperBackEnd, double[]> values, PaperBackEnd back) {
    return Objects.requireNonNull(values.get(back));
  }

  private static int notBelow(double[] less, double[] more) {
    int exceptions = 0;
    for (int n = 0; n < less.length; n++) {
      exceptions += less[n] < more[n] ? 0 : 1;
    }
    return exceptions;
  }

  private static Table table(Map<PaperBackEnd, double[]> megabytes, double[] shares) {
    Table.Builder table = Table.titled("Average bandwidth").number("cache", 0, "kB");
    SHOWN.forEach(back -> table.number(back.label(), 2, "MB"));
    table.number("Post DO of RAW", 1, "%");
    for (int n = 0; n < CacheSizes.SIZES.length; n++) {
      List<@Nullable Object> cells = new ArrayList<>();
      cells.add(CacheSizes.SIZES[n]);
      for (PaperBackEnd back : SHOWN) {
        cells.add(of(megabytes, back)[n]);
      }
      cells.add(shares[n]);
      table.row(cells.toArray());
    }
    return table.build();
  }
}
