package dev.magpie.lab.depth;

import dev.magpie.lab.Band;
import dev.magpie.lab.Claim;
import dev.magpie.lab.Description;
import dev.magpie.lab.Experiment;
import dev.magpie.lab.Findings;
import dev.magpie.lab.RunContext;
import dev.magpie.lab.Unit;
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
final class Figure6 implements Experiment {
  private static final List<Back> SHOWN =
      List.of(Back.RAW_T, Back.POST_DO, Back.PRE_DO, Back.POST_C, Back.PRE_C);

  @Override
  public Description description() {
    return Paper.describe("depth/fig6", "Bandwidth against cache size", "section 4, Figure 6")
        .method(
            "Mean megabytes over the scenes at each size. A pre-cache system equals a post-cache one"
                + " at the size at which its curve, interpolated between the sizes measured, comes"
                + " down to the other's.")
        .method(
            "The paper reads knees off the figure. Here a curve's knee is the size that lies farthest"
                + " below the chord from its first point to its last. As that depends on how far the"
                + " sizes reach, the findings also hold the first size at which each curve is as"
                + " flat as Post C is at 16 kB.")
        .parameter("sizes", Sweep.SIZES_TEXT)
        .claim(
            Claim.never(
                "do-not-below", "Pre DO is below Post DO at every size: exceptions", "sizes"))
        .claim(
            Claim.never("c-not-below", "Pre C is below Post C at every size: exceptions", "sizes"))
        .claim(Claim.never("c-above-do", "C is below DO at every size: exceptions", "sizes"))
        .claim(
            Claim.never(
                "post-do-not-half",
                "Post DO is at 48 to 52 % of RAW at every size: exceptions",
                "sizes"))
        .claim(
            Claim.of(
                    "equal-size.c.16",
                    "Size at which Pre C equals Post C of 16 kB, in percent",
                    40,
                    Unit.PERCENT)
                .within(new Band(33, 47)))
        .claim(
            Claim.of(
                    "equal-size.c.32",
                    "Size at which Pre C equals Post C of 32 kB, in percent",
                    40,
                    Unit.PERCENT)
                .within(new Band(33, 47)))
        .claim(
            Claim.of("factor.do.16", "Cache that Pre DO saves at 16 kB, times", 2, Unit.RATIO)
                .within(Band.atLeast(2)))
        .claim(
            Claim.of("factor.c.16", "Cache that Pre C saves at 16 kB, times", 2, Unit.RATIO)
                .within(Band.atLeast(2)))
        .claim(
            Claim.of("knee.pre-c", "Knee of Pre C", 10, Unit.whole("kB")).within(new Band(8, 12)))
        .claim(
            Claim.of("knee.post-c", "Knee of Post C", 16, Unit.whole("kB"))
                .within(new Band(12, 20)))
        .claim(Claim.holds("knee.earlier", "Pre C has its knee at a smaller size than Post C"))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    Suite suite = Suite.replay(context, Suite.all(SHOWN, Sweep.SIZES));
    Map<Back, double[]> megabytes = new EnumMap<>(Back.class);
    for (Back back : SHOWN) {
      double[] values = new double[Sweep.SIZES.length];
      for (int n = 0; n < values.length; n++) {
        values[n] = suite.meanBytes(back.with(Sweep.SIZES[n])) / 1e6;
      }
      megabytes.put(back, values);
    }
    double[] shares = new double[Sweep.SIZES.length];
    int notHalf = 0;
    for (int n = 0; n < shares.length; n++) {
      int size = Sweep.SIZES[n];
      shares[n] = suite.meanPercent(Back.POST_DO.with(size), Back.RAW_T.with(size));
      notHalf += shares[n] >= 48 && shares[n] <= 52 ? 0 : 1;
    }
    double[] postC = of(megabytes, Back.POST_C);
    double[] preC = of(megabytes, Back.PRE_C);
    double[] postDo = of(megabytes, Back.POST_DO);
    double[] preDo = of(megabytes, Back.PRE_DO);
    Findings.Builder findings =
        Findings.builder()
            .measure("do-not-below", notBelow(preDo, postDo))
            .measure("c-not-below", notBelow(preC, postC))
            .measure("c-above-do", notBelow(preC, preDo) + notBelow(postC, postDo))
            .measure("post-do-not-half", notHalf)
            .measure("post-do-least", Arrays.stream(shares).min().orElse(Double.NaN))
            .measure("post-do-most", Arrays.stream(shares).max().orElse(Double.NaN));
    for (int size : new int[] {16, 32}) {
      double equalC = Sweep.sizeFor(preC, postC[Sweep.at(size)]);
      double equalDo = Sweep.sizeFor(preDo, postDo[Sweep.at(size)]);
      findings
          .measure("equal-size.c." + size, 100 * equalC / size)
          .measure("equal-size.do." + size, 100 * equalDo / size)
          .measure("factor.c." + size, size / equalC)
          .measure("factor.do." + size, size / equalDo);
    }
    double slope = Sweep.slope(postC, Sweep.at(16));
    int kneePreC = Sweep.knee(preC);
    int kneePostC = Sweep.knee(postC);
    return findings
        .measure("knee.pre-c", kneePreC)
        .measure("knee.post-c", kneePostC)
        .measure("knee.earlier", kneePreC < kneePostC)
        .measure("knee.pre-do", Sweep.knee(preDo))
        .measure("knee.post-do", Sweep.knee(postDo))
        .measure("as-flat.pre-c", Sweep.sizeForSlope(preC, slope))
        .measure("as-flat.pre-do", Sweep.sizeForSlope(preDo, slope))
        .measure("as-flat.post-do", Sweep.sizeForSlope(postDo, slope))
        .chart(
            LineChart.of(
                "Average bandwidth",
                Axis.log2("cache (kB)"),
                Axis.linear("MB a frame"),
                SHOWN.stream()
                    .map(back -> Points.of(back.label(), Sweep.sizes(), of(megabytes, back)))
                    .toList()))
        .table("bandwidth", table(megabytes, shares))
        .build();
  }

  private static double[] of(Map<Back, double[]> values, Back back) {
    return Objects.requireNonNull(values.get(back));
  }

  private static int notBelow(double[] less, double[] more) {
    int exceptions = 0;
    for (int n = 0; n < less.length; n++) {
      exceptions += less[n] < more[n] ? 0 : 1;
    }
    return exceptions;
  }

  private static Table table(Map<Back, double[]> megabytes, double[] shares) {
    Table.Builder table = Table.titled("Average bandwidth").number("cache", 0, "kB");
    SHOWN.forEach(back -> table.number(back.label(), 2, "MB"));
    table.number("Post DO of RAW", 1, "%");
    for (int n = 0; n < Sweep.SIZES.length; n++) {
      List<@Nullable Object> cells = new ArrayList<>();
      cells.add(Sweep.SIZES[n]);
      for (Back back : SHOWN) {
        cells.add(of(megabytes, back)[n]);
      }
      cells.add(shares[n]);
      table.row(cells.toArray());
    }
    return table.build();
  }
}
