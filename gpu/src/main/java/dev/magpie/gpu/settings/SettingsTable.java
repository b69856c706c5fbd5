package dev.magpie.gpu.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A table of a TOML file, which knows where it stands: what it cannot give, it says by file and
 * key.
 */
public final class SettingsTable {
  private final String path;
  private final String at;
  private final JsonNode node;

  private SettingsTable(String path, String at, JsonNode node) {
    this.path = path;
    this.at = at;
    this.node = node;
  }

  /** The outermost table of a file. */
  public static SettingsTable of(String path, ObjectNode root) {
    return new SettingsTable(path, "", root);
  }

  /** The keys it has, in the file's order. */
  public Collection<String> keys() {
    return node.propertyNames();
  }

  public boolean has(String key) {
    return node.has(key);
  }

  /** The tables of a list. */
  public List<SettingsTable> elements(String key) {
    JsonNode rows = get(key);
    if (!rows.isArray()) {
      throw wrong(key, "has to be a list of tables");
    }
    List<SettingsTable> tables = new ArrayList<>();
    for (JsonNode row : rows) {
      String place = "%s%s[%d]".formatted(at, key, tables.size());
      if (!row.isObject()) {
        throw new SettingsException("%s: %s: has to be a table".formatted(path, place));
      }
      tables.add(new SettingsTable(path, place + ".", row));
    }
    return tables;
  }

  /** What to throw where a key is not as it should be: one line with file, key and problem. */
  public SettingsException wrong(String key, String problem) {
    return new SettingsException("%s: %s%s: %s".formatted(path, at, key, problem));
  }

  private JsonNode get(String key) {
    JsonNode value = node.get(key);
    if (value == null) {
      throw wrong(key, "is missing");
    }
    return value;
  }

  /** Refuses other keys than these. */
  public void knows(Set<String> keys) {
    for (String key : node.propertyNames()) {
      if (!keys.contains(key)) {
        throw wrong(
            key, "is no key of this table; there are " + String.join(", ", new TreeSet<>(keys)));
      }
    }
  }

  /** The table below a key. */
  public SettingsTable table(String key) {
    JsonNode value = get(key);
    if (!value.isObject()) {
      throw wrong(key, "has to be a table");
    }
    return new SettingsTable(path, at + key + ".", value);
  }

  /** The string of a key. */
  public String text(String key) {
    JsonNode value = get(key);
    if (!value.isString()) {
      throw wrong(key, "has to be a string, not " + value);
    }
    return value.stringValue();
  }

  /** The strings of a key. */
  public List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : get(key)) {
      if (!each.isString()) {
        throw wrong(key, "has to be a list of strings");
      }
      texts.add(each.stringValue());
    }
    return texts;
  }

  /** The whole number of a key, within bounds. */
  public int number(String key, int least, int most) {
    JsonNode value = get(key);
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < least
        || value.intValue() > most) {
      throw wrong(
          key, "has to be a whole number from %d to %d, not %s".formatted(least, most, value));
    }
    return value.intValue();
  }

  /** Whether a key is true. */
  public boolean yes(String key) {
    JsonNode value = get(key);
    if (!value.isBoolean()) {
      throw wrong(key, "has to be true or false, not " + value);
    }
    return value.booleanValue();
  }

  /** The number of a key, within bounds. */
  public double decimal(String key, double least, double most) {
    JsonNode value = get(key);
    if (!value.isNumber() || !(value.doubleValue() >= least && value.doubleValue() <= most)) {
      throw wrong(
          key,
          String.format(
              Locale.ROOT, "has to be a number from %.0f to %.0f, not %s", least, most, value));
    }
    return value.doubleValue();
  }

  /** The constant of a key, written in lower case with hyphens. */
  public <E extends Enum<E>> E choice(String key, E[] choices) {
    String text = text(key);
    for (E each : choices) {
      if (inFile(each).equals(text)) {
        return each;
      }
    }
    throw wrong(
        key,
        "is %s, not '%s'"
            .formatted(
                Arrays.stream(choices)
                    .map(SettingsTable::inFile)
                    .collect(Collectors.joining(" or ")),
                text));
  }

  private static String inFile(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
