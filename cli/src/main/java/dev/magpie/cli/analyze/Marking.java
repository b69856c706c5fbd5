package dev.magpie.cli.analyze;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.CodecSpec;
import dev.magpie.snapshot.Allocation;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which allocations {@code --approximate} marks as safe to approximate: those whose name one of the
 * patterns describes, in which {@code *} stands for any characters and {@code ?} for one. The path
 * matchers of the JDK stop {@code *} at a slash, which is a usual character in a tensor's name.
 *
 * @param patterns as given
 */
record Marking(List<String> patterns) {
  /** Names in a message. */
  private static final int MOST_NAMES = 5;

  Marking {
    patterns = List.copyOf(patterns);
  }

  boolean isEmpty() {
    return patterns.isEmpty();
  }

  boolean marks(Allocation allocation) {
    return patterns.stream().anyMatch(pattern -> describes(pattern, allocation));
  }

  private static boolean describes(String pattern, Allocation allocation) {
    String expression =
        pattern
            .codePoints()
            .mapToObj(c ->
                switch (c) {
                  case '*' -> ".*";
                  case '?' -> ".";
                  default -> Pattern.quote(Character.toString(c));
                })
            .collect(Collectors.joining());
    return Pattern.compile(expression, Pattern.DOTALL).matcher(allocation.name()).matches();
  }

  /**
   * Makes sure that patterns are of use.
   *
   * @throws BadUsageException if no codec could approximate anything
   */
  void requireLossy(List<CodecSpec> codecs) {
    BadUsageException.when(
        !isEmpty() && codecs.stream().noneMatch(codec -> codec.family().isLossy()),
        "--approximate is for lossy codecs, and none is given; add one, such as --codec"
            + " tslc-opt");
  }

  /**
   * Makes sure that every pattern describes an allocation.
   *
   * @throws BadUsageException naming one that does not
   */
  void requireMatches(List<Allocation> allocations) {
    for (String pattern : patterns) {
      if (allocations.stream().noneMatch(allocation -> describes(pattern, allocation))) {
        List<String> names = allocations.stream().map(Allocation::name).distinct().toList();
        String some = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        throw new BadUsageException(
            "--approximate '%s' matches no allocation; they are called %s%s"
                .formatted(
                    pattern,
                    some,
                    names.size() > MOST_NAMES
                        ? String.format(Locale.ROOT, " and %,d more", names.size() - MOST_NAMES)
                        : ""));
      }
    }
  }
}
