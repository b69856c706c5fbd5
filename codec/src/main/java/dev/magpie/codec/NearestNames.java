package dev.magpie.codec;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a name that means nothing was perhaps to be. */
public final class NearestNames {
  private static final int MOST = 3;

  private NearestNames() {}

  /** Names that begin like the one typed, then those that differ least from it. */
  public static List<String> of(String name, Collection<String> known) {
    String typed = name.toLowerCase(Locale.ROOT);
    return known.stream()
        .sorted(
            Comparator.comparing((String each) -> !each.toLowerCase(Locale.ROOT).startsWith(typed))
                .thenComparingInt(each -> editDistance(typed, each.toLowerCase(Locale.ROOT))))
        .limit(MOST)
        .toList();
  }

  /** Levenshtein distance: insertions, deletions and replacements from one word to the other. */
  private static int editDistance(String from, String to) {
    int[] distances = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      distances[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = distances[0];
      distances[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = distances[j];
        distances[j] = Math.min(replaced, 1 + Math.min(distances[j - 1], distances[j]));
      }
    }
    return distances[to.length()];
  }
}
