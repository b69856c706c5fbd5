package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.study.Setup;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the figures over memory access granularities share. */
final class MagSizes {
  static final List<Integer> MAGS = List.of(16, 32, 64);
  private static final List<String> CODECS = List.of(MagPaper.BDI, MagPaper.MAG_BDI);

  private MagSizes() {}

  /**
   * The paper's BDI at the three MAGs, then MAG-aware BDI.
   *
   * @param paper its means by codec and MAG
   */
  static ComparedControllers controllers(List<List<String>> paper) {
    List<Controller> controllers = new ArrayList<>();
    for (int c = 0; c < CODECS.size(); c++) {
      for (int m = 0; m < MAGS.size(); m++) {
        controllers.add(
            new Controller(
                (c == 0 ? "BDI, %d B" : "MAG-aware BDI, %d B").formatted(MAGS.get(m)),
                Setup.of(CODECS.get(c), MAGS.get(m)),
                paper.get(c).get(m)));
      }
    }
    return new ComparedControllers(controllers);
  }

  static Description describe(String id, String title, String place) {
    return SimulatedPaper.describe(id, title, place)
        .method(
            "The GPU's channels with bursts of 16, 32 and 64 bytes at the same bandwidth. Each is"
                + " compared with itself without compression.")
        .deviation(
            "The channels of 16 and 64 bytes have gtx580's timing but for the burst: half and twice"
                + " as long, as is the least distance between two. The paper does not say what it"
                + " changes.")
        .parameter("mags", MAGS)
        .parameter("codecs", CODECS);
  }

  /**
   * How effective ratios of codecs compare, and what a larger MAG does to them. Each simulation
   * moves other blocks, as lines leave the L2 at other times, which alone could make it false.
   *
   * @param of what the figure shows, where an experiment has several; claims' names begin with it
   * @param why the claims do not hold, by their names, where it is known
   */
  static <T> Stream<Claim<T>> ratioOrder(
      String of, Map<String, String> why, Function<T, Comparison> figure) {
    return order(
        (name, text) -> Claim.consistency(name(of, name), text(of, text)).because(why(why, name)),
        figure);
  }

  /** The same of speedups. */
  static <T> Stream<Claim<T>> speedupOrder(
      String of, Map<String, String> why, Function<T, Comparison> figure) {
    return order(
        (name, text) -> Claim.of(name(of, name), text(of, text)).because(why(why, name)), figure);
  }

  /**
   * @param begin a claim, of its name and text
   */
  private static <T> Stream<Claim<T>> order(
      BiFunction<String, String, Claim.Builder> begin, Function<T, Comparison> figure) {
    int mags = MAGS.size();
    return Stream.of(
        begin
            .apply("belowBdi", "MAG-aware BDI is at least BDI at every MAG")
            .nowhere(
                "cases",
                measured ->
                    IntStream.range(0, mags)
                        .boxed()
                        .flatMap(m ->
                            figure.apply(measured).below(mags + m, m).stream()
                                .map(program -> "%s at %d B".formatted(program, MAGS.get(m))))
                        .toList()),
        begin
            .apply("falls.bdi", "BDI: the mean falls as the MAG grows")
            .holds(measured -> falls(figure.apply(measured), 0)),
        begin
            .apply("falls.mag-bdi", "MAG-aware BDI: the mean falls as the MAG grows")
            .holds(measured -> falls(figure.apply(measured), mags)));
  }

  private static String why(Map<String, String> why, String name) {
    return why.getOrDefault(name, "");
  }

  private static String name(String of, String name) {
    return of.isEmpty() ? name : of + "." + name;
  }

  private static String text(String of, String text) {
    return of.isEmpty() ? text : text + ", " + of;
  }

  private static boolean falls(Comparison figure, int first) {
    return figure.mean(first) > figure.mean(first + 1)
        && figure.mean(first + 1) > figure.mean(first + 2);
  }

  /**
   * Claims that means are the paper's, but for 32 bytes: those are of other figures.
   *
   * @param of what the figure shows, where an experiment has several
   * @param why they differ, by the codec at its MAG, where it is known
   */
  static <T> Stream<Claim<T>> means(
      String of,
      ComparedControllers controllers,
      Map<Setup, String> why,
      Function<T, Comparison> figure) {
    return ofOtherSizes(
        controllers,
        c -> {
          Controller each = controllers.get(c);
          return Claim.of(name(of, "mean." + each.setup()), text(of, each.name() + ", mean"))
              .because(why.getOrDefault(each.setup(), ""))
              .ratio(each.paper(), measured -> figure.apply(measured).mean(c));
        });
  }

  /**
   * The same of speedups, by how much they gain: 1 is no effect.
   *
   * @param of as above
   */
  static <T> Stream<Claim<T>> gains(
      String of,
      ComparedControllers controllers,
      Map<Setup, String> why,
      Function<T, Comparison> figure) {
    return ofOtherSizes(
        controllers,
        c -> {
          Controller each = controllers.get(c);
          String percent =
              new BigDecimal(each.paper())
                  .subtract(BigDecimal.ONE)
                  .movePointRight(2)
                  .toPlainString();
          return Claim.of(name(of, "gain." + each.setup()), text(of, each.name() + ", mean gain"))
              .because(why.getOrDefault(each.setup(), ""))
              .percent(percent, measured -> 100 * (figure.apply(measured).mean(c) - 1));
        });
  }

  private static <T> Stream<Claim<T>> ofOtherSizes(
      ComparedControllers controllers, IntFunction<Claim<T>> claim) {
    return IntStream.range(0, controllers.count())
        .filter(c -> controllers.get(c).setup().mag() != Setup.MAG)
        .mapToObj(claim);
  }

  /** The means of all programs but TP. */
  static <T> Stream<Value<T>> meansWithoutTp(
      ComparedControllers controllers, Function<T, Comparison> figure) {
    return controllers.meansWithoutTp("mean.", each -> each.setup().toString(), figure);
  }
}
