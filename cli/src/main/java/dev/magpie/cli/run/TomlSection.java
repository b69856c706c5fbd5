package dev.magpie.cli.run;

import dev.magpie.cli.BadUsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** A table of a TOML file, whose mistakes are told with their lines. */
final class TomlSection {
  private final Path file;
  private final String name;
  private final TomlTable table;
  private final int line;

  TomlSection(Path file, String name, TomlTable table, int line) {
    this.file = file;
    this.name = name;
    this.table = table;
    this.line = line;
  }

  /** Refuses keys other than these. */
  void allow(String... keys) {
    Set<String> known = Set.of(keys);
    for (String key : table.keySet()) {
      if (!known.contains(key)) {
        throw bad(
            key,
            "'%s' has no meaning %s; there are %s"
                .formatted(key, name, String.join(", ", List.of(keys))));
      }
    }
  }

  Set<String> keys() {
    return table.keySet();
  }

  boolean has(String key) {
    return table.keySet().contains(key);
  }

  int line() {
    return line;
  }

  int line(String key) {
    TomlPosition position = table.inputPositionOf(List.of(key));
    return position == null ? line : position.line();
  }

  private @Nullable Object get(String key) {
    return table.get(List.of(key));
  }

  private Object need(String key) {
    Object value = get(key);
    if (value == null) {
      throw new BadUsageException("%s:%d: %s is missing %s".formatted(file, line, key, name));
    }
    return value;
  }

  BadUsageException bad(String key, String problem) {
    return new BadUsageException("%s:%d: %s".formatted(file, line(key), problem));
  }

  String text(String key) {
    if (need(key) instanceof String text) {
      return text;
    }
    throw wrong(key, "a string");
  }

  private BadUsageException wrong(String key, String wanted) {
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
    Object value = need(key);
    List<Long> numbers = new ArrayList<>();
    if (value instanceof Long one) {
      numbers.add(one);
    } else if (value instanceof TomlArray array) {
      for (int i = 0; i < array.size(); i++) {
        numbers.add(array.get(i) instanceof Long each ? each : -1L);
      }
    }
    boolean isScalar = !(value instanceof TomlArray);
    if ((numbers.isEmpty() && isScalar)
        || numbers.size() > most
        || numbers.stream().anyMatch(each -> each < 0)) {
      throw bad(key, "%s must be 1 to %d whole numbers".formatted(key, most));
    }
    return numbers;
  }

  List<String> texts(String key) {
    if (!(need(key) instanceof TomlArray array)) {
      throw bad(key, key + " must be a list of strings");
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof String text)) {
        throw wrong(key, "a list of strings");
      }
      texts.add(text);
    }
    return texts;
  }

  boolean isText(String key) {
    return get(key) instanceof String;
  }

  /** The table under a key. */
  TomlSection section(String key, String called) {
    if (!(need(key) instanceof TomlTable inner)) {
      throw bad(key, key + " must be a table");
    }
    return new TomlSection(file, called, inner, line(key));
  }

  /** The tables under a key; none if it is not there. */
  List<TomlSection> sections(String key, String called) {
    if (!has(key)) {
      return List.of();
    }
    if (!(need(key) instanceof TomlArray array)) {
      throw bad(key, "%s must be a list of tables: [[%s]]".formatted(key, key));
    }
    List<TomlSection> sections = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof TomlTable inner)) {
        throw bad(key, "%s must be a list of tables: [[%s]]".formatted(key, key));
      }
      TomlPosition position = array.inputPositionOf(i);
      sections.add(
          new TomlSection(file, called, inner, position == null ? line(key) : position.line()));
    }
    return sections;
  }
}
