package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.NameGlob;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Allocations by name, as an option gives them.
 *
 * @param option that names them
 * @param patterns as given
 */
public record NameGlobs(String option, List<String> patterns) {
  /** Names in a message. */
  private static final int MOST_NAMES = 5;

  public NameGlobs {
    patterns = List.copyOf(patterns);
  }

  /** Whether one of the patterns describes the name. */
  public boolean describe(String name) {
    return patterns.stream().anyMatch(pattern -> new NameGlob(pattern).describes(name));
  }

  /**
   * Those whose names a pattern describes; all without patterns.
   *
   * @throws BadUsageException naming a pattern that describes none
   */
  public List<Allocation> choose(List<Allocation> all) {
    requireMatches(all.stream().map(Allocation::name).toList());
    return patterns.isEmpty() ? all : all.stream().filter(each -> describe(each.name())).toList();
  }

  /**
   * Makes sure that every pattern describes something.
   *
   * @throws BadUsageException naming one that does not
   */
  public void requireMatches(List<String> all) {
    for (String pattern : patterns) {
      if (all.stream().noneMatch(new NameGlob(pattern)::describes)) {
        List<String> names = all.stream().distinct().toList();
        String some = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        throw new BadUsageException(
            "%s '%s' matches no allocation; they are called %s%s"
                .formatted(
                    option,
                    pattern,
                    some,
                    names.size() > MOST_NAMES
                        ? String.format(Locale.ROOT, " and %,d more", names.size() - MOST_NAMES)
                        : ""));
      }
    }
  }
}
