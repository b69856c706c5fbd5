package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Figure 6: average bandwidth against the cache's size. */
final class Figure6CacheSizes {
  private static final List<PaperBackEnd> SHOWN = List.of(RAW_T, POST_DO, PRE_DO, POST_C, PRE_C);

  static Experiment<?> experiment() {
    return DepthPaper.describe("depth/fig6", "Bandwidth against cache size", "section 4, Figure 6")
        .method(
            "Mean megabytes over the scenes at each size. A pre-cache system equals a post-cache"
                + " one at the size at which its curve, interpolated between the sizes measured,"
                + " comes down to the other's.")
        .method(
            "The paper reads knees off the figure. Here a curve's knee is the size that lies"
                + " farthest below the chord from its first point to its last. As that depends on"
                + " how far the sizes reach, the findings also hold the first size at which each"
                + " curve is as flat as Post C is at 16 kB.")
        .parameter("sizes", CacheSizes.SIZES_TEXT)
        .measure(Figure6CacheSizes::measure)
        .claims(
            Claim.of("do-not-below", "Pre DO is below Post DO at every size")
                .never("sizes", curves -> curves.notBelow(PRE_DO, POST_DO)),
            Claim.of("c-not-below", "Pre C is below Post C at every size")
                .never("sizes", curves -> curves.notBelow(PRE_C, POST_C)),
            Claim.of("c-above-do", "C is below DO at every size")
                .never(
                    "sizes",
                    curves -> curves.notBelow(PRE_C, PRE_DO) + curves.notBelow(POST_C, POST_DO)),
            Claim.of("post-do-not-half", "Post DO is at 48 to 52 % of RAW at every size")
                .never(
                    "sizes",
                    curves ->
                        Arrays.stream(curves.postDoShares())
                            .filter(share -> !(share >= 48 && share <= 52))
                            .count()),
            equalSizeOfC(16),
            equalSizeOfC(32),
            Claim.of("factor.do.16", "Cache that Pre DO saves at 16 kB, times")
                .atLeast(2)
                .ratio(2, curves -> factor(curves, PRE_DO, POST_DO, 16)),
            Claim.of("factor.c.16", "Cache that Pre C saves at 16 kB, times")
                .atLeast(2)
                .ratio(2, curves -> factor(curves, PRE_C, POST_C, 16)),
            Claim.of("knee.pre-c", "Knee of Pre C")
                .within(8, 12)
                .whole(10, "kB", curves -> curves.knee(PRE_C)),
            Claim.of("knee.post-c", "Knee of Post C")
                .within(12, 20)
                .whole(16, "kB", curves -> curves.knee(POST_C)),
            Claim.of("knee.earlier", "Pre C has its knee at a smaller size than Post C")
                .holds(curves -> curves.knee(PRE_C) < curves.knee(POST_C)))
        .value("post-do-least", curves -> Arrays.stream(curves.postDoShares()).min().orElseThrow())
        .value("post-do-most", curves -> Arrays.stream(curves.postDoShares()).max().orElseThrow())
        .value("equal-size.do.16", curves -> percent(curves, PRE_DO, POST_DO, 16))
        .value("equal-size.do.32", curves -> percent(curves, PRE_DO, POST_DO, 32))
        .value("factor.do.32", curves -> factor(curves, PRE_DO, POST_DO, 32))
        .value("factor.c.32", curves -> factor(curves, PRE_C, POST_C, 32))
        .value("knee.pre-do", curves -> curves.knee(PRE_DO))
        .value("knee.post-do", curves -> curves.knee(POST_DO))
        .value("as-flat.pre-c", curves -> curves.asFlat(PRE_C))
        .value("as-flat.pre-do", curves -> curves.asFlat(PRE_DO))
        .value("as-flat.post-do", curves -> curves.asFlat(POST_DO))
        .draw(curves ->
            Figures.none()
                .with(
                    LineChart.of(
                        "Average bandwidth",
                        Axis.log2("cache (kB)"),
                        Axis.linear("MB a frame"),
                        SHOWN.stream()
                            .map(back ->
                                Points.of(back.label(), CacheSizes.sizes(), curves.of(back)))
                            .toList()))
                .with("bandwidth", table(curves)));
  }

  private static Curves measure(RunContext context) {
    Suite suite = Suite.replay(context, Suite.all(SHOWN, CacheSizes.SIZES));
    Map<PaperBackEnd, double[]> megabytes = new EnumMap<>(PaperBackEnd.class);
    for (PaperBackEnd back : SHOWN) {
      megabytes.put(back, CacheSizes.each(size -> suite.meanBytes(back.with(size)) / 1e6));
    }
    return new Curves(
        megabytes,
        CacheSizes.each(size -> suite.meanPercent(POST_DO.with(size), RAW_T.with(size))));
  }

  /**
   * What was measured at each of {@link CacheSizes#SIZES}.
   *
   * @param megabytes mean of the scenes
   * @param postDoShares of RAW in percent
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes curves.
  record Curves(Map<PaperBackEnd, double[]> megabytes, double[] postDoShares) {
    double[] of(PaperBackEnd back) {
      return Objects.requireNonNull(megabytes.get(back));
    }

    /** At how many sizes one is not below the other. */
    int notBelow(PaperBackEnd one, PaperBackEnd other) {
      int exceptions = 0;
      for (int n = 0; n < CacheSizes.SIZES.length; n++) {
        exceptions += of(one)[n] < of(other)[n] ? 0 : 1;
      }
      return exceptions;
    }

    /** The size at which one equals the other of a given size, in KiB. */
    double equalSize(PaperBackEnd one, PaperBackEnd other, int size) {
      return CacheSizes.sizeFor(of(one), of(other)[CacheSizes.at(size)]);
    }

    int knee(PaperBackEnd back) {
      return CacheSizes.knee(of(back));
    }

    /** The first size at which one is as flat as Post C at 16 KiB. */
    double asFlat(PaperBackEnd back) {
      double slope = CacheSizes.slope(of(POST_C), CacheSizes.at(16));
      return CacheSizes.sizeForSlope(of(back), slope);
    }
  }

  private static Claim<Curves> equalSizeOfC(int size) {
    return Claim.of(
            "equal-size.c." + size,
            "Size at which Pre C equals Post C of %d kB, in percent".formatted(size))
        .within(33, 47)
        .percent(40, curves -> percent(curves, PRE_C, POST_C, size));
  }

  private static double percent(Curves curves, PaperBackEnd one, PaperBackEnd other, int size) {
    return 100 * curves.equalSize(one, other, size) / size;
  }

  private static double factor(Curves curves, PaperBackEnd one, PaperBackEnd other, int size) {
    return size / curves.equalSize(one, other, size);
  }

  private static Table table(Curves curves) {
    Columns<Integer> columns =
        new Columns<Integer>().number("cache", 0, "kB", n -> CacheSizes.SIZES[n]);
    SHOWN.forEach(back -> columns.number(back.label(), 2, "MB", n -> curves.of(back)[n]));
    columns.number("Post DO of RAW", 1, "%", n -> curves.postDoShares()[n]);
    return columns.table("Average bandwidth", CacheSizes.indices());
  }
}
