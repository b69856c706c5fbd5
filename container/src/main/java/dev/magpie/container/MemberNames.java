package dev.magpie.container;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What members may be called, so that writing them out never leads outside of a directory. */
final class MemberNames {
  private static final int LONGEST_BYTES = 1 << 14;

  private MemberNames() {}

  /**
   * Checks all names of a container.
   *
   * @throws IllegalArgumentException if one is no relative path, if two are the same, or if one is
   *     the directory of another
   */
  static void require(List<String> names) {
    Set<String> files = new HashSet<>();
    Set<String> directories = new HashSet<>();
    for (String name : names) {
      boolean relative =
          !name.isEmpty()
              && name.length() <= LONGEST_BYTES / 4
              && name.chars().noneMatch(c -> c == 0 || c == '\\');
      for (String part : name.split("/", -1)) {
        relative &= !part.isEmpty() && !part.equals(".") && !part.equals("..");
      }
      if (!relative) {
        throw new IllegalArgumentException("a member cannot be called '%s'".formatted(name));
      }
      if (!files.add(name)) {
        throw new IllegalArgumentException("two members are called '%s'".formatted(name));
      }
      for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
        directories.add(name.substring(0, slash));
      }
    }
    files.retainAll(directories);
    if (!files.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is both a member and a directory of others".formatted(files.iterator().next()));
    }
  }
}
