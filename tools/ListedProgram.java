import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A program of {@code acceptance.list}, which explains its keys, or of another list of that form.
 *
 * @param values of the program's keys, and of its repository's for those that it has not
 */
record ListedProgram(String name, String repository, Map<String, String> values) {
  /**
   * Reads the list: sections of {@code key = value}, those of repositories before programs; {@code
   * {here}} in a value is the list's folder.
   *
   * @param wanted the repositories whose programs are given
   */
  static List<ListedProgram> read(Path list, Set<String> wanted) throws IOException {
    Map<String, Map<String, String>> repositories = new TreeMap<>();
    List<ListedProgram> programs = new ArrayList<>();
    Map<String, String> section = Map.of();
    for (String line : Files.readAllLines(list)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("[")) {
        String name = line.substring(1, line.length() - 1);
        int slash = name.indexOf('/');
        if (slash < 0) {
          section = new TreeMap<>();
          repositories.put(name, section);
        } else {
          String repository = name.substring(0, slash);
          section = new TreeMap<>(repositories.get(repository));
          programs.add(new ListedProgram(name, repository, section));
        }
      } else {
        int equals = line.indexOf(" = ");
        section.put(
            line.substring(0, equals),
            line.substring(equals + 3).replace("{here}", "" + list.toAbsolutePath().getParent()));
      }
    }
    for (String repository : wanted) {
      if (!repositories.containsKey(repository)) {
        throw new IllegalArgumentException(
            "'" + repository + "' is none of " + String.join(", ", repositories.keySet()));
      }
    }
    return programs.stream().filter(each -> wanted.contains(each.repository())).toList();
  }

  String value(String key) {
    return values.getOrDefault(key, "");
  }

  List<String> words(String key) {
    String value = value(key).strip();
    return value.isEmpty() ? List.of() : List.of(value.split("\\s+"));
  }

  boolean hasCheck() {
    return !value("check").equals("none");
  }

  String directory() {
    String path = name.substring(name.indexOf('/') + 1);
    int variant = path.indexOf('#');
    return variant < 0 ? path : path.substring(0, variant);
  }
}
