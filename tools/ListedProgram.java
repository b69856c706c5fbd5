import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A program of {@code acceptance.list}, which explains its keys, or of another list of that form.
 *
 * @param values of the program's keys, and of its repository's for those that it has not
 * @param folder of the list
 */
record ListedProgram(String name, String repository, Map<String, String> values, Path folder) {
  /**
   * Reads the list: sections of {@code key = value}, those of repositories before programs.
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
          programs.add(
              new ListedProgram(name, repository, section, list.toAbsolutePath().getParent()));
        }
      } else {
        int equals = line.indexOf(" = ");
        section.put(line.substring(0, equals), line.substring(equals + 3));
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

  /** A value's words; {@code {here}} in them is the list's folder. */
  List<String> words(String key) {
    String value = value(key).strip();
    return value.isEmpty()
        ? List.of()
        : Stream.of(value.split("\\s+")).map(each -> each.replace("{here}", "" + folder)).toList();
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
