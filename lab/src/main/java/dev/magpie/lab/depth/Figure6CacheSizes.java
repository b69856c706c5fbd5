package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.codec.TileMode;
import dev.magpie.depth.event.TileShape;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Figure 6: average bandwidth against the cache's size. */
final class Figure6CacheSizes {
  private static final List<PaperBackEnd> SHOWN = List.of(RAW_T, POST_DO, PRE_DO, POST_C, PRE_C);

  /** What curves are made of. */
  static final List<Configuration> CONFIGURATIONS = Suite.all(SHOWN, CacheSizes.SIZES);

  private static final Unit KILOBYTES = Unit.whole("kB");

  static Experiment<?> experiment() {
    return DepthPaper.describe("depth/fig6", "Bandwidth against cache size", "section 4, Figure 6")
        .method(
            "Mean megabytes over the scenes at each size. A pre-cache system equals a post-cache"
                + " one at the size at which its curve, interpolated between the sizes measured,"
                + " comes down to the other's. The paper does not say of which size its 40 % are;"
                + " here they are of both that its Figure 4 has.")
        .method(
            "The paper reads knees off the figure. Here a curve's knee is the size that lies"
                + " farthest below the chord from its first point to its last. As that depends on"
                + " how far the sizes reach, the findings also hold the first size at which each"
                + " curve is as flat as Post C is at 16 kB.")
        .parameter("sizes", CacheSizes.SIZES_TEXT)
        .measure(Figure6CacheSizes::measure)
        .claims(
            Claim.of("do-not-below", "Pre DO is below Post DO at every size")
                .nowhere("sizes", curves -> curves.notBelow(PRE_DO, POST_DO)),
            Claim.of("c-not-below", "Pre C is below Post C at every size")
                .nowhere("sizes", curves -> curves.notBelow(PRE_C, POST_C)),
            Claim.of("pre-c-above-do", "Pre C is below Pre DO at every size")
                .nowhere("sizes", curves -> curves.notBelow(PRE_C, PRE_DO)),
            Claim.of("post-c-above-do", "Post C is below Post DO at every size")
                .nowhere("sizes", curves -> curves.notBelow(POST_C, POST_DO)),
            Claim.of("diminishing", "Each KiB more gives less than the one before")
                .because("A row of coral's triangles begins to fit there.")
                .nowhere("steps", Curves::growing),
            equalSizeOfC(16),
            equalSizeOfC(32),
            Claim.of(
                    "compression",
                    "Compression ratio of the combination: size of a tile as it is stored in the"
                        + " cache")
                .against(100)
                .percent("40", Curves::storedByC),
            Claim.of("factor.do", "Pre DO equals a Post DO of at least twice its cache")
                .because(
                    "Depth offset fits 25 % in 1 % of the tiles and 50 % in nearly all others, so"
                        + " that a cache holds just under twice as many. The paper's own table has it"
                        + " in one scene of six (`paper.factor.do`).")
                .nowhere("sizes", curves -> curves.notTwice(PRE_DO, POST_DO)),
            Claim.consistency(
                    "paper.factor.do",
                    "In the paper's table Pre DO of 16 kB moves no more than Post DO of 32")
                .because(
                    "Only Stone Giant B does, and Heaven A and Dragon cannot, however their shares"
                        + " were rounded: 98.9 MB are more than 97.5.")
                .nowhere("scenes", _ -> PaperTable.notTwice(PRE_DO, POST_DO)),
            Claim.consistency(
                    "paper.factor.c",
                    "In the paper's table Pre C of 16 kB moves no more than Post C of 32")
                .nowhere("scenes", _ -> PaperTable.notTwice(PRE_C, POST_C)),
            Claim.of("factor.c", "Pre C equals a Post C of at least twice its cache")
                .nowhere("sizes", curves -> curves.notTwice(PRE_C, POST_C)),
            Claim.of("factor.larger", "The combination saves more cache than depth offset")
                .nowhere("sizes", Curves::notMoreWithC),
            Claim.of("knee.pre-c", "Knee of Pre C")
                .because(
                    "A knee is where the sizes that are shown put it: of sizes up to 32 kB at 8, up"
                        + " to 64 at 20, up to 128 at 32.")
                .withoutDirection()
                .is("10", KILOBYTES, curves -> curves.knee(PRE_C)),
            Claim.of("knee.post-c", "Knee of Post C")
                .because(
                    "This knee, too, is where the sizes put it: of sizes up to 32 kB at 8, up to 64"
                        + " at 12, up to 128 at 20.")
                .withoutDirection()
                .is("16", KILOBYTES, curves -> curves.knee(POST_C)),
            Claim.of("knee.earlier", "Pre C has its knee at a smaller size than Post C")
                .because(
                    "Of sizes up to 32 kB both are at 8. Pre C is as flat at 12 kB as Post C at the"
                        + " paper's 16.")
                .holds(curves -> curves.knee(PRE_C) < curves.knee(POST_C)),
            Claim.of("knee.lower", "Pre C moves less at its knee than Post C at its own")
                .holds(curves -> curves.atKnee(PRE_C) < curves.atKnee(POST_C)))
        .value("post-do-least", curves -> Arrays.stream(curves.postDoShares()).min().orElseThrow())
        .value("post-do-most", curves -> Arrays.stream(curves.postDoShares()).max().orElseThrow())
        .value("equal-size.do.16", curves -> percent(curves, PRE_DO, POST_DO, 16))
        .value("equal-size.do.32", curves -> percent(curves, PRE_DO, POST_DO, 32))
        .value("factor.do.16", curves -> curves.factor(PRE_DO, POST_DO, 16))
        .value("factor.c.16", curves -> curves.factor(PRE_C, POST_C, 16))
        .value("factor.do.32", curves -> curves.factor(PRE_DO, POST_DO, 32))
        .value("factor.c.32", curves -> curves.factor(PRE_C, POST_C, 32))
        .value("knee.pre-do", curves -> curves.knee(PRE_DO))
        .value("knee.post-do", curves -> curves.knee(POST_DO))
        .value("knee.pre-c.to-32", curves -> CacheSizes.knee(curves.of(PRE_C), 32))
        .value("knee.post-c.to-32", curves -> CacheSizes.knee(curves.of(POST_C), 32))
        .value("knee.pre-c.to-64", curves -> CacheSizes.knee(curves.of(PRE_C), 64))
        .value("knee.post-c.to-64", curves -> CacheSizes.knee(curves.of(POST_C), 64))
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
    return curves(Suite.replay(context, CONFIGURATIONS));
  }

  /** The curves of scenes that were replayed in {@link #CONFIGURATIONS}. */
  static Curves curves(Suite suite) {
    Map<PaperBackEnd, double[]> megabytes = new EnumMap<>(PaperBackEnd.class);
    for (PaperBackEnd back : SHOWN) {
      megabytes.put(back, CacheSizes.each(size -> suite.meanBytes(back.with(size)) / 1e6));
    }
    return new Curves(
        megabytes,
        CacheSizes.each(size -> suite.meanPercent(POST_DO.with(size), RAW_T.with(size))),
        suite.mean(scene -> stored(scene.of(PRE_C.with(16)).encodedTiles())));
  }

  /**
   * What was measured at each of {@link CacheSizes#SIZES}.
   *
   * @param megabytes mean of the scenes
   * @param postDoShares of RAW in percent
   * @param storedByC percent of an uncompressed tile that one takes in the cache under Pre C of 16
   *     KiB, the mean of all that are encoded
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes curves.
  record Curves(Map<PaperBackEnd, double[]> megabytes, double[] postDoShares, double storedByC) {
    double[] of(PaperBackEnd back) {
      return Objects.requireNonNull(megabytes.get(back));
    }

    /** The sizes at which one is not below the other. */
    List<String> notBelow(PaperBackEnd one, PaperBackEnd other) {
      return sizes(n -> !(of(one)[n] < of(other)[n]));
    }

    /**
     * The sizes at which one does not equal the other of twice as much. What no curve reaches
     * counts as twice.
     */
    List<String> notTwice(PaperBackEnd one, PaperBackEnd other) {
      return sizes(n -> 2 * equalSize(one, other, CacheSizes.SIZES[n]) > CacheSizes.SIZES[n]);
    }

    List<String> notMoreWithC() {
      return sizes(n ->
          equalSize(PRE_C, POST_C, CacheSizes.SIZES[n])
              >= equalSize(PRE_DO, POST_DO, CacheSizes.SIZES[n]));
    }

    /** How many times its cache the other needs to move as little; NaN where it never does. */
    double factor(PaperBackEnd one, PaperBackEnd other, int size) {
      return size / equalSize(one, other, size);
    }

    private static List<String> sizes(IntPredicate exception) {
      return IntStream.range(0, CacheSizes.SIZES.length)
          .filter(exception)
          .mapToObj(n -> CacheSizes.SIZES[n] + " kB")
          .toList();
    }

    /** The steps that give more for each KiB than the one before. */
    List<String> growing() {
      return SHOWN.stream()
          .flatMap(back ->
              CacheSizes.steeper(of(back)).stream()
                  .map(n ->
                      "%s from %d to %d kB"
                          .formatted(back.label(), CacheSizes.SIZES[n], CacheSizes.SIZES[n + 1])))
          .toList();
    }

    /** The size at which one equals the other of a given size, in KiB. */
    double equalSize(PaperBackEnd one, PaperBackEnd other, int size) {
      return CacheSizes.sizeFor(of(one), of(other)[CacheSizes.at(size)]);
    }

    int knee(PaperBackEnd back) {
      return CacheSizes.knee(of(back), CacheSizes.SIZES[CacheSizes.SIZES.length - 1]);
    }

    double atKnee(PaperBackEnd back) {
      return of(back)[CacheSizes.at(knee(back))];
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
        .against(100)
        .because(
            size == 16
                ? "The paper reads it off its figure, roughly; of 32 kB it is nearer to 40 here."
                : "")
        .percent("40", curves -> percent(curves, PRE_C, POST_C, size));
  }

  /** Percent of its uncompressed lines that a tile takes, the mean of all that were encoded. */
  private static double stored(Map<String, Long> tiles) {
    double lines = 0;
    long all = 0;
    for (Map.Entry<String, Long> mode : tiles.entrySet()) {
      lines += (double) mode.getValue() * lines(mode.getKey());
      all += mode.getValue();
    }
    return 100 * lines / (all * TileShape.DEFAULT.lines());
  }

  private static int lines(String mode) {
    return mode.equals("raw")
        ? TileShape.DEFAULT.lines()
        : TileMode.valueOf(mode.toUpperCase(Locale.ROOT)).lines(TileShape.DEFAULT);
  }

  private static double percent(Curves curves, PaperBackEnd one, PaperBackEnd other, int size) {
    return 100 * curves.equalSize(one, other, size) / size;
  }

  private static Table table(Curves curves) {
    Columns<Integer> columns =
        new Columns<Integer>().number("cache", 0, "kB", n -> CacheSizes.SIZES[n]);
    SHOWN.forEach(back -> columns.number(back.label(), 2, "MB", n -> curves.of(back)[n]));
    columns.number("Post DO of RAW", 1, "%", n -> curves.postDoShares()[n]);
    return columns.table("Average bandwidth", CacheSizes.indices());
  }
}
