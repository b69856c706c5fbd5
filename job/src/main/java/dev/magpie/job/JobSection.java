package dev.magpie.job;

import dev.magpie.job.expression.ExpressionParser;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.SettingsTable;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A table of a job file; says what is wrong in it with the line. */
final class JobSection {
  /** Characters of a text in a message. */
  private static final int MOST_SHOWN = 60;

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

  /** A number, or a string with one or with arithmetic. */
  Formula formula(String key, ExpressionParser.Names names) {
    return formula(key, need(key), names)
        .orElseThrow(() -> wrong(key, "a number, or arithmetic in a string"));
  }

  private Optional<Formula> formula(String key, Object value, ExpressionParser.Names names) {
    String at = "%s: %s".formatted(at(key), key);
    return switch (value) {
      case String text -> Optional.of(Formula.of(quoted(at, text), text.strip(), names));
      case Long number -> Optional.of(Formula.of(at, number));
      case Double number -> Optional.of(Formula.of(at, Numbers.written(number), names));
      default -> Optional.empty();
    };
  }

  /** What messages call a text at a place. */
  static String quoted(String at, String text) {
    return "%s '%s'"
        .formatted(at, text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...");
  }

  /** One whole number or arithmetic, or a list of some. */
  List<Formula> formulas(String key, int most, ExpressionParser.Names names) {
    List<?> values = need(key) instanceof List<?> list ? list : List.of(need(key));
    if (values.size() > most) {
      throw wrongNumbers(key, most);
    }
    List<Formula> formulas = new ArrayList<>();
    for (Object each : values) {
      if (each instanceof Double || (each instanceof Long number && number < 0)) {
        throw wrongNumbers(key, most);
      }
      formulas.add(formula(key, each, names).orElseThrow(() -> wrongNumbers(key, most)));
    }
    return formulas;
  }

  private JobException wrongNumbers(String key, int most) {
    return bad(key, "%s must be 1 to %d whole numbers".formatted(key, most));
  }

  /** Where a file is: relative paths start at the job file's directory. */
  Path path(String key) {
    return path(key, text(key));
  }

  private Path path(String key, String name) {
    Path relative;
    try {
      relative = FileAddress.of(name);
    } catch (InvalidPathException e) {
      throw bad(key, "%s names no file: %s".formatted(key, e.getReason()));
    } catch (IllegalArgumentException e) {
      throw bad(key, "%s: %s".formatted(key, e.getMessage()));
    }
    Path directory = FileAddress.of(table.file()).getParent();
    return relative.isAbsolute() || directory == null ? relative : directory.resolve(name);
  }

  /** One file, or a list of some. */
  List<Path> paths(String key, int most) {
    List<?> names = need(key) instanceof List<?> list ? list : List.of(need(key));
    Set<Path> paths = new LinkedHashSet<>();
    for (Object each : names) {
      if (!(each instanceof String name)) {
        throw wrong(key, "a string, or a list of strings");
      }
      if (!paths.add(path(key, name))) {
        throw bad(key, "%s names %s twice".formatted(key, name));
      }
    }
    if (paths.isEmpty() || paths.size() > most) {
      throw wrong(key, "1 to %d files".formatted(most));
    }
    return List.copyOf(paths);
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

  /** The elements of a list: strings, numbers, sections. */
  List<Object> elements(String key, String called) {
    if (!(need(key) instanceof List<?> list)) {
      throw wrong(key, "a list");
    }
    return list.stream().map(each -> opened(each, called)).toList();
  }

  /** A string, a number or a section. */
  Object element(String key, String called) {
    return opened(need(key), called);
  }

  private static Object opened(Object value, String called) {
    return value instanceof SettingsTable inner ? new JobSection(called, inner) : value;
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
