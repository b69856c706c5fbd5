package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The table of the paper's Figure 4, as printed: six scenes at two cache sizes. */
final class PaperTable {
  /** KiB. */
  static final int[] SIZES = {16, 32};

  static final List<PaperBackEnd> COMPRESSED = List.of(POST_DO, PRE_DO, POST_C, PRE_C);

  /** Heaven A, B and C, Stone Giant A and B, and Dragon. */
  private static final Map<Integer, List<Scene>> SCENES =
      Map.of(
          16,
          List.of(
              new Scene(28.9, List.of(47, 40, 35, 26)),
              new Scene(59.0, List.of(51, 46, 34, 29)),
              new Scene(38.9, List.of(49, 42, 36, 29)),
              new Scene(36.9, List.of(47, 41, 38, 32)),
              new Scene(44.5, List.of(44, 40, 37, 34)),
              new Scene(27.3, List.of(47, 40, 35, 27))),
          32,
          List.of(
              new Scene(23.6, List.of(47, 41, 34, 27)),
              new Scene(52.4, List.of(51, 47, 34, 29)),
              new Scene(32.9, List.of(49, 45, 36, 32)),
              new Scene(31.9, List.of(47, 42, 38, 34)),
              new Scene(40.9, List.of(44, 39, 37, 33)),
              new Scene(22.1, List.of(48, 44, 34, 29))));

  private static final List<String> NAMES =
      List.of("Heaven A", "Heaven B", "Heaven C", "Stone Giant A", "Stone Giant B", "Dragon");

  private PaperTable() {}

  /** The scenes in which a system of 16 KiB moves more than another of 32. */
  static List<String> notTwice(PaperBackEnd one, PaperBackEnd other) {
    return IntStream.range(0, NAMES.size())
        .filter(s -> scenes(16).get(s).megabytes(one) > scenes(32).get(s).megabytes(other))
        .mapToObj(NAMES::get)
        .toList();
  }

  /**
   * A scene at a cache size.
   *
   * @param raw megabytes under RAW
   * @param percents of RAW, in the order of {@link #COMPRESSED}
   */
  record Scene(double raw, List<Integer> percents) {
    int percent(PaperBackEnd back) {
      return percents.get(COMPRESSED.indexOf(back));
    }

    double megabytes(PaperBackEnd back) {
      return raw * percent(back) / 100;
    }
  }

  /** The table's rows of a cache size, in KiB. */
  static List<Scene> scenes(int size) {
    return Objects.requireNonNull(SCENES.get(size));
  }

  /** Mean megabytes under RAW. */
  static double raw(int size) {
    return mean(size, Scene::raw);
  }

  /** Mean of the scenes' percentages. */
  static double percent(PaperBackEnd back, int size) {
    return mean(size, scene -> scene.percent(back));
  }

  /** By how many percent one back-end moves less than another, all scenes together. */
  static double gain(PaperBackEnd less, PaperBackEnd than, int size) {
    return 100 - 100 * megabytes(less, size) / megabytes(than, size);
  }

  /** In how many of the table's rows a back-end moves less than so many percent of RAW. */
  static long below(PaperBackEnd back, int percent) {
    return SCENES.values().stream()
        .flatMap(List::stream)
        .filter(scene -> scene.percent(back) < percent)
        .count();
  }

  private static double megabytes(PaperBackEnd back, int size) {
    return mean(size, scene -> scene.megabytes(back));
  }

  /** As the paper would print a number that follows from its table. */
  static String digits(int decimals, double value) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static double mean(int size, ToDoubleFunction<Scene> value) {
    return scenes(size).stream().mapToDouble(value).average().orElseThrow();
  }
}
