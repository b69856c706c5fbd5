package dev.magpie.ptx.names;

/** How many characters two texts differ in: inserted, left out or others (Levenshtein). */
final class EditDistance {
  /** Names of templates have thousands of characters, and who mistypes one shortens it first. */
  private static final int LONGEST = 64;

  private EditDistance() {}

  static int between(String one, String other) {
    int columns = Math.min(LONGEST, other.length());
    int[] above = new int[columns + 1];
    int[] row = new int[columns + 1];
    for (int j = 0; j <= columns; j++) {
      above[j] = j;
    }
    for (int i = 1; i <= Math.min(LONGEST, one.length()); i++) {
      row[0] = i;
      for (int j = 1; j <= columns; j++) {
        int kept = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(kept, 1 + Math.min(above[j], row[j - 1]));
      }
      int[] last = above;
      above = row;
      row = last;
    }
    return above[columns];
  }
}
