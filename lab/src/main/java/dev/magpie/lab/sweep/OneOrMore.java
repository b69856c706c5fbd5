package dev.magpie.lab.sweep;

import dev.magpie.settings.SettingsTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keys of a sweep's file that have one value or a list of them. */
final class OneOrMore {
  private OneOrMore() {}

  /** The values of a key, as text. */
  static List<String> of(SettingsTable table, String key) {
    Object value = table.get(key).orElseThrow();
    List<?> values = value instanceof List<?> list ? list : List.of(value);
    List<String> texts = new ArrayList<>();
    for (Object each : values) {
      if (!(each instanceof String || each instanceof Long || each instanceof Boolean)) {
        throw table.wrong(
            key, "has to be a text, a whole number, true or false, or a list of such");
      }
      texts.add(each.toString());
    }
    if (texts.isEmpty()) {
      throw table.wrong(key, "has to have one value at least");
    }
    return texts;
  }

  /** Every choice of a value for each key; the last key's change first. */
  static List<Map<String, String>> product(Map<String, List<String>> values) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, List<String>> axis : values.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> each : all) {
        for (String value : axis.getValue()) {
          Map<String, String> chosen = new LinkedHashMap<>(each);
          chosen.put(axis.getKey(), value);
          longer.add(chosen);
        }
      }
      all = longer;
    }
    return all;
  }
}
