package dev.magpie.lab;

import dev.magpie.lab.buddy.BuddyExperiments;
import dev.magpie.lab.depth.DepthExperiments;
import dev.magpie.lab.mag.MagExperiments;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.silicon.SiliconExperiments;
import dev.magpie.lab.study.PaperSizes;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every experiment there is, paper by paper. */
public final class Experiments {
  /** Stands for all of them. */
  public static final String ALL_OF_THEM = "all";

  private static final List<Experiment<?>> ALL =
      Stream.of(
              MagExperiments.ALL,
              DepthExperiments.ALL,
              BuddyExperiments.ALL,
              SiliconExperiments.ALL)
          .<Experiment<?>>flatMap(List::stream)
          .toList();

  private Experiments() {}

  /** All experiments, in the order of the report. */
  public static List<Experiment<?>> all() {
    return ALL;
  }

  /**
   * The experiments that are named, in the order of the report and each once.
   *
   * @param patterns ids, globs such as {@code mag/fig1*}, or {@code all}; none stand for all
   * @throws LabException if one names none; the message lists the near ones
   */
  public static List<Experiment<?>> select(List<String> patterns) {
    Set<Experiment<?>> chosen = new LinkedHashSet<>();
    for (String pattern : patterns) {
      List<Experiment<?>> named = ALL.stream().filter(each -> names(pattern, id(each))).toList();
      if (named.isEmpty()) {
        throw new LabException(
            "no experiment is called '%s'; the nearest are %s"
                .formatted(pattern, String.join(", ", nearest(pattern))));
      }
      chosen.addAll(named);
    }
    return patterns.isEmpty() ? ALL : ALL.stream().filter(chosen::contains).toList();
  }

  /** Their ids, in the order of the report. */
  public static List<String> ids() {
    return ALL.stream().map(Experiments::id).toList();
  }

  /**
   * What {@link RunSize#PAPER} does not take as large as the literature, and what it would take.
   */
  public static String notOfPaperSize(int threads) {
    return PaperSizes.leftOut(threads);
  }

  static String id(Experiment<?> experiment) {
    return experiment.description().id();
  }

  private static boolean names(String pattern, String id) {
    if (pattern.equals(ALL_OF_THEM) || pattern.equals(id)) {
      return true;
    }
    if (pattern.chars().noneMatch(c -> c == '*' || c == '?')) {
      return false;
    }
    // A star reaches over the slash, so that "*fig1*" means what it says.
    String literalBrackets = pattern.replaceAll("[\\\\\\[\\]{}]", "\\\\$0");
    PathMatcher glob =
        FileSystems.getDefault().getPathMatcher("glob:" + literalBrackets.replace("*", "**"));
    return glob.matches(Path.of(id));
  }

  /** Those that share the most pairs of letters with what was typed. */
  private static List<String> nearest(String typed) {
    Set<String> wanted = pairs(typed);
    return ALL.stream()
        .map(Experiments::id)
        .sorted(Comparator.comparingDouble((String id) -> -likeness(wanted, pairs(id))))
        .limit(3)
        .toList();
  }

  private static double likeness(Set<String> one, Set<String> other) {
    Set<String> shared = new HashSet<>(one);
    shared.retainAll(other);
    return 2.0 * shared.size() / (one.size() + other.size());
  }

  private static Set<String> pairs(String text) {
    String padded = " " + text.toLowerCase(Locale.ROOT) + " ";
    return Stream.iterate(0, i -> i < padded.length() - 1, i -> i + 1)
        .map(i -> padded.substring(i, i + 2))
        .collect(Collectors.toSet());
  }
}
