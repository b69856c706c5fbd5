package dev.magpie.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What stands at a place of a settings file.
 *
 * @param value a string, a Long, a Double, a Boolean, a date, a list of values, or a map of values
 * @param line where it stands, from 1; 0 if it stands in another file or nobody knows
 */
record SettingsValue(Object value, int line) {

  @SuppressWarnings("unchecked") // nothing else makes maps
  Map<String, SettingsValue> table() {
    return (Map<String, SettingsValue>) value;
  }

  boolean isTable() {
    return value instanceof Map;
  }

  /** What is here over what is there, table by table; lines are those of here. */
  SettingsValue over(SettingsValue base) {
    if (!isTable() || !base.isTable()) {
      return this;
    }
    Map<String, SettingsValue> merged = new LinkedHashMap<>();
    base.table().forEach((key, there) -> merged.put(key, there.elsewhere()));
    table().forEach((key, here) -> merged.merge(key, here, (there, own) -> own.over(there)));
    return new SettingsValue(merged, line);
  }

  /** The same without lines, for use in another file. */
  private SettingsValue elsewhere() {
    Object same =
        switch (value) {
          case Map<?, ?> _ -> {
            Map<String, SettingsValue> inner = new LinkedHashMap<>();
            table().forEach((key, each) -> inner.put(key, each.elsewhere()));
            yield inner;
          }
          case List<?> list ->
              list.stream().map(each -> ((SettingsValue) each).elsewhere()).toList();
          default -> value;
        };
    return new SettingsValue(same, 0);
  }

  /** As a message shows it. */
  @Override
  public String toString() {
    return switch (value) {
      case String text -> '"' + text + '"';
      case Map<?, ?> _ ->
          table().entrySet().stream()
              .map(each -> each.getKey() + " = " + each.getValue())
              .collect(Collectors.joining(", ", "{", "}"));
      default -> value.toString();
    };
  }
}
