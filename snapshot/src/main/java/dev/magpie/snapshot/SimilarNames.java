package dev.magpie.snapshot;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a name that means nothing was perhaps to be. */
final class SimilarNames {
  /** Files may have more names, and longer ones, than anybody wants to wait for. */
  private static final int MOST_COMPARED = 20_000;

  private static final int MOST_CHARACTERS = 128;

  private SimilarNames() {}

  private record Scored(String name, int distance) {}

  /** The names that differ least from the one typed; those that do equally are in order. */
  static List<String> of(String name, Collection<String> known, int most) {
    String typed = comparable(name);
    return known.stream()
        .limit(MOST_COMPARED)
        .map(each -> new Scored(each, distance(typed, comparable(each))))
        .sorted(Comparator.comparingInt(Scored::distance))
        .limit(most)
        .map(Scored::name)
        .toList();
  }

  private static String comparable(String name) {
    // What tells names of tensors apart is more often at their ends.
    return name.substring(Math.max(0, name.length() - MOST_CHARACTERS)).toLowerCase(Locale.ROOT);
  }

  /** Letters to insert, delete or replace between two words. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(diagonal, row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
