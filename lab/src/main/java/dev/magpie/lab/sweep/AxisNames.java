package dev.magpie.lab.sweep;

import java.util.Set;

/** What axes are called in results. */
final class AxisNames {
  /** What other columns of the results are called. */
  private static final Set<String> TAKEN =
      Set.of(
          "program",
          "size",
          "gpu",
          "layout",
          "codec",
          "state",
          "error",
          "file",
          "key",
          "mag",
          "cycles",
          "seconds",
          "launches",
          "window",
          "point");

  private AxisNames() {}

  /** The axis of a program's parameter. */
  static String ofParameter(String name) {
    return TAKEN.contains(name) ? "set." + name : name;
  }

  /** The axis of a setting, whose words have hyphens in the file. */
  static String ofSetting(String key) {
    StringBuilder name = new StringBuilder();
    for (String word : key.split("-", -1)) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }
}
