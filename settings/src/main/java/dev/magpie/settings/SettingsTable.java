package dev.magpie.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table of a settings file, which knows where it stands: what it cannot give, it says by file,
 * line and key. It does not change.
 *
 * <p>Who has other words for what is wrong asks {@link #get} and {@link #line}.
 */
public final class SettingsTable {
  private final String file;
  private final String at;
  private final SettingsValue content;
  private final Map<String, SettingsValue> values;

  SettingsTable(String file, String at, SettingsValue content) {
    this.file = file;
    this.at = at;
    this.content = content;
    values = content.table();
  }

  /**
   * The outermost table of a file that is not TOML but has the same shape.
   *
   * @param values strings, numbers, booleans, lists and maps of such
   */
  public static SettingsTable of(String file, Map<?, ?> values) {
    return new SettingsTable(file, "", plain(values));
  }

  private static SettingsValue plain(Object value) {
    return new SettingsValue(
        switch (value) {
          case Map<?, ?> map -> {
            Map<String, SettingsValue> inner = new LinkedHashMap<>();
            map.forEach((key, each) -> inner.put(String.valueOf(key), plain(orText(each))));
            yield inner;
          }
          case List<?> list -> list.stream().map(each -> plain(orText(each))).toList();
          case Integer number -> number.longValue();
          case Long number -> number;
          case Number number -> number.doubleValue();
          default -> value;
        },
        0);
  }

  private static Object orText(@Nullable Object value) {
    return value == null ? Optional.empty() : value;
  }

  /** The file that it is of. */
  public String file() {
    return file;
  }

  /** The line where it begins, or 0: the whole file does, and what another file says. */
  public int line() {
    return content.line();
  }

  /** The line of a key; if that stands in another file or nowhere, the line of the table. */
  public int line(String key) {
    SettingsValue value = values.get(key);
    return value == null || value.line() == 0 ? content.line() : value.line();
  }

  /** The keys it has, in the file's order. */
  public Set<String> keys() {
    return values.keySet();
  }

  public boolean has(String key) {
    return values.containsKey(key);
  }

  /**
   * What a key says: a String, a Long, a Double, a Boolean, a SettingsTable, or a List of such; of
   * another class for what else a file can hold.
   */
  public Optional<Object> get(String key) {
    return Optional.ofNullable(values.get(key)).map(value -> opened(key, value));
  }

  private Object opened(String place, SettingsValue value) {
    return switch (value.value()) {
      case Map<?, ?> _ -> new SettingsTable(file, at + place + ".", value);
      case List<?> list -> {
        List<Object> elements = new ArrayList<>();
        for (Object each : list) {
          elements.add(opened("%s[%d]".formatted(place, elements.size()), (SettingsValue) each));
        }
        yield elements;
      }
      default -> value.value();
    };
  }

  /** What a key says, as a message shows it. */
  public String shown(String key) {
    return String.valueOf(values.get(key));
  }

  /** This table without a key. */
  public SettingsTable without(String key) {
    Map<String, SettingsValue> others = new LinkedHashMap<>(values);
    others.remove(key);
    return new SettingsTable(file, at, new SettingsValue(others, content.line()));
  }

  /** The outermost table of a file that has nothing but this table, under a key. */
  public SettingsTable under(String key) {
    return new SettingsTable(file, "", new SettingsValue(Map.of(key, content), 0));
  }

  /** What this table says over what another says, table by table. */
  public SettingsTable over(SettingsTable base) {
    return new SettingsTable(file, at, content.over(base.content));
  }

  /** What to throw where a key is not as it should be: one line with file, key and problem. */
  public SettingsException wrong(String key, String problem) {
    return new SettingsException(file, line(key), "%s%s: %s".formatted(at, key, problem));
  }

  private SettingsValue need(String key) {
    SettingsValue value = values.get(key);
    if (value == null) {
      throw wrong(key, "is missing");
    }
    return value;
  }

  /** Refuses other keys than these. */
  public void knows(Set<String> keys) {
    for (String key : keys()) {
      if (!keys.contains(key)) {
        throw wrong(
            key, "is no key of this table; there are " + String.join(", ", new TreeSet<>(keys)));
      }
    }
  }

  /** The table below a key. */
  public SettingsTable table(String key) {
    SettingsValue value = need(key);
    if (!value.isTable()) {
      throw wrong(key, "has to be a table");
    }
    return new SettingsTable(file, at + key + ".", value);
  }

  /** The tables of a list. */
  public List<SettingsTable> elements(String key) {
    if (!(need(key).value() instanceof List<?> rows)) {
      throw wrong(key, "has to be a list of tables");
    }
    List<SettingsTable> tables = new ArrayList<>();
    for (Object each : rows) {
      String place = "%s[%d]".formatted(key, tables.size());
      SettingsValue row = (SettingsValue) each;
      if (!row.isTable()) {
        throw new SettingsException(file, row.line(), at + place + ": has to be a table");
      }
      tables.add(new SettingsTable(file, at + place + ".", row));
    }
    return tables;
  }

  /** The string of a key. */
  public String text(String key) {
    if (need(key).value() instanceof String text) {
      return text;
    }
    throw wrong(key, "has to be a string, not " + shown(key));
  }

  /** The strings of a key. */
  public List<String> texts(String key) {
    if (!(need(key).value() instanceof List<?> list)) {
      throw wrong(key, "has to be a list of strings");
    }
    List<String> texts = new ArrayList<>();
    for (Object each : list) {
      if (!(((SettingsValue) each).value() instanceof String text)) {
        throw wrong(key, "has to be a list of strings");
      }
      texts.add(text);
    }
    return texts;
  }

  /** The whole number of a key, within bounds. */
  public int number(String key, int least, int most) {
    if (need(key).value() instanceof Long value && value >= least && value <= most) {
      return value.intValue();
    }
    throw wrong(
        key, "has to be a whole number from %d to %d, not %s".formatted(least, most, shown(key)));
  }

  /** Whether a key is true. */
  public boolean yes(String key) {
    if (need(key).value() instanceof Boolean value) {
      return value;
    }
    throw wrong(key, "has to be true or false, not " + shown(key));
  }

  /** The number of a key, within bounds. */
  public double decimal(String key, double least, double most) {
    if (need(key).value() instanceof Number value
        && value.doubleValue() >= least
        && value.doubleValue() <= most) {
      return value.doubleValue();
    }
    throw wrong(
        key,
        String.format(
            Locale.ROOT, "has to be a number from %.0f to %.0f, not %s", least, most, shown(key)));
  }

  /** The constant of a key, written in lower case with hyphens. */
  public <E extends Enum<?>> E choice(String key, E[] choices) {
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
