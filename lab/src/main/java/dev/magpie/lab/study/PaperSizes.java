package dev.magpie.lab.study;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which programs a run of the papers' sizes takes as large as the literature does: as many of the
 * smallest as fit six hours on two cores. It is the same on every machine, as results must be.
 */
public final class PaperSizes {
  /** Millions of warp-instructions in that size, counted by functional runs. */
  private static final Map<String, Integer> MILLIONS =
      Map.ofEntries(
          Map.entry("bp", 4),
          Map.entry("bfs", 36),
          Map.entry("bfs2", 43),
          Map.entry("fwt", 125),
          Map.entry("hw", 4369),
          Map.entry("lbm", 2579),
          Map.entry("mst", 179),
          Map.entry("pvr", 246),
          Map.entry("sc", 109),
          Map.entry("sssp", 105),
          Map.entry("tp", 5));

  /** How long the simulator takes on one core, measured over a full run. */
  private static final double SECONDS_A_MILLION = 1;

  /** Memories, on all GPUs, under which all experiments together simulate a program. */
  static final int MEMORIES = 76;

  private static final double BUDGET_SECONDS = 6 * 3600 * 2;

  private static final Map<String, Double> TOO_LARGE = tooLarge();

  private PaperSizes() {}

  /** Those that do not fit, with the seconds that they take on one core. */
  private static Map<String, Double> tooLarge() {
    List<String> smallestFirst =
        MILLIONS.keySet().stream().sorted(Comparator.comparing(MILLIONS::get)).toList();
    Map<String, Double> tooLarge = new LinkedHashMap<>();
    double left = BUDGET_SECONDS;
    for (String program : smallestFirst) {
      double seconds = MILLIONS.getOrDefault(program, 0) * SECONDS_A_MILLION * MEMORIES;
      left -= seconds;
      if (left < 0) {
        tooLarge.put(program, seconds);
      }
    }
    return tooLarge;
  }

  static boolean fits(String program) {
    return MILLIONS.containsKey(program) && !TOO_LARGE.containsKey(program);
  }

  /** What is not taken in that size, and how long it would take. */
  public static String leftOut(int threads) {
    return "in their full size, not that of the literature: "
        + TOO_LARGE.entrySet().stream()
            .map(each ->
                String.format(
                    Locale.ROOT,
                    "%s, which would take some %.0f hours on %d %s",
                    each.getKey(),
                    each.getValue() / 3600 / threads,
                    threads,
                    threads == 1 ? "core" : "cores"))
            .collect(Collectors.joining("; "));
  }
}
