package dev.magpie.job;

import dev.magpie.settings.SettingsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A table of a job file; says what is wrong in it with the line. */
final class JobSection {
  private final String name;
  private final SettingsTable table;

  /**
   * @param name as messages call it, such as "in a job"
   */
  JobSection(String name, SettingsTable table) {
    this.name = name;
    this.table = table;
  }

  /** Refuses keys other than these. */
  void allow(String... keys) {
    Set<String> known = Set.of(keys);
    for (String key : keys()) {
      if (!known.contains(key)) {
        throw bad(
            key,
            "'%s' has no meaning %s; there are %s"
                .formatted(key, name, String.join(", ", List.of(keys))));
      }
    }
  }

  Set<String> keys() {
    return table.keys();
  }

  boolean has(String key) {
    return table.has(key);
  }

  int line() {
    return Math.max(1, table.line());
  }

  private Object need(String key) {
    return table
        .get(key)
        .orElseThrow(() ->
            new JobException("%s:%d: %s is missing %s".formatted(table.file(), line(), key, name)));
  }

  /** Where a key stands. */
  String at(String key) {
    return "%s:%d".formatted(table.file(), Math.max(1, table.line(key)));
  }

  JobException bad(String key, String problem) {
    return new JobException(at(key) + ": " + problem);
  }

  String text(String key) {
    if (need(key) instanceof String text) {
      return text;
    }
    throw wrong(key, "a string");
  }

  private JobException wrong(String key, String wanted) {
    return bad(key, "%s must be %s".formatted(key, wanted));
  }

  /** A number or a string with one, as text. */
  String number(String key) {
    return switch (need(key)) {
      case String text -> text.strip();
      case Long value -> value.toString();
      case Double value -> value.toString();
      default -> throw wrong(key, "a number");
    };
  }

  long whole(String key, long otherwise, long least, long most) {
    if (!has(key)) {
      return otherwise;
    }
    if (!(need(key) instanceof Long value) || value < least || value > most) {
      throw bad(key, "%s must be a whole number from %d to %d".formatted(key, least, most));
    }
    return value;
  }

  /** One whole number, or a list of some. */
  List<Long> wholes(String key, int most) {
    List<?> values = need(key) instanceof List<?> list ? list : List.of(need(key));
    List<Long> numbers = new ArrayList<>();
    for (Object each : values) {
      if (!(each instanceof Long number) || number < 0 || numbers.size() == most) {
        throw bad(key, "%s must be 1 to %d whole numbers".formatted(key, most));
      }
      numbers.add(number);
    }
    return numbers;
  }

  List<String> texts(String key) {
    if (!(need(key) instanceof List<?> list)) {
      throw wrong(key, "a list of strings");
    }
    List<String> texts = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof String text)) {
        throw wrong(key, "a list of strings");
      }
      texts.add(text);
    }
    return texts;
  }

  boolean isText(String key) {
    return need(key) instanceof String;
  }

  /** The table under a key. */
  JobSection section(String key, String called) {
    if (!(need(key) instanceof SettingsTable inner)) {
      throw wrong(key, "a table");
    }
    return new JobSection(called, inner);
  }

  /** The tables under a key; none if it is not there. */
  List<JobSection> sections(String key, String called) {
    if (!has(key)) {
      return List.of();
    }
    List<JobSection> sections = new ArrayList<>();
    for (Object each : need(key) instanceof List<?> list ? list : List.of(0)) {
      if (!(each instanceof SettingsTable inner)) {
        throw bad(key, "%s must be a list of tables: [[%s]]".formatted(key, key));
      }
      sections.add(new JobSection(called, inner));
    }
    return sections;
  }
}
