package dev.magpie.explore.memory;

import dev.magpie.snapshot.Allocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files that a snapshot's arrays are mapped from: whether they are still what they were when
 * they were opened, or measured.
 */
final class SourceFiles {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

  /** What tells a file from others, and from itself at another time. */
  private record State(@Nullable Object key, long bytes, long modified) {
    static Optional<State> of(Path file) {
      try {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return Optional.of(
            new State(found.fileKey(), found.size(), found.lastModifiedTime().toMillis()));
      } catch (IOException _) {
        return Optional.empty();
      }
    }
  }

  /**
   * Files that are others now.
   *
   * @param rewritten whose bytes in place are not those that were measured
   * @param replaced in whose place there is another file, or none, or one of another length: what
   *     is shown is not what they have
   */
  record Changes(List<String> rewritten, List<String> replaced) {}

  private final Map<Path, State> files = new LinkedHashMap<>();
  private long lookedAt;
  private Changes found = new Changes(List.of(), List.of());

  SourceFiles(List<Allocation> allocations) {
    allocations.stream()
        .map(Allocation::source)
        .distinct()
        .map(SourceFiles::file)
        .distinct()
        .forEach(file -> State.of(file).ifPresent(state -> files.put(file, state)));
    lookedAt = System.nanoTime();
  }

  /** The file itself, of a way through one into an archive. */
  private static Path file(Path source) {
    Path file = source;
    while (file.getParent() != null && !Files.exists(file)) {
      file = file.getParent();
    }
    return file;
  }

  /** Looks at them, if nobody did within a second. */
  synchronized Changes changes() {
    if (System.nanoTime() - lookedAt < PATIENCE_NANOS) {
      return found;
    }
    List<String> rewritten = new ArrayList<>();
    List<String> replaced = new ArrayList<>();
    for (Map.Entry<Path, State> each : files.entrySet()) {
      State then = each.getValue();
      State now = State.of(each.getKey()).orElse(null);
      if (now == null || !Objects.equals(now.key(), then.key()) || now.bytes() != then.bytes()) {
        replaced.add(each.getKey().toString());
      } else if (now.modified() != then.modified()) {
        rewritten.add(each.getKey().toString());
      }
    }
    found = new Changes(List.copyOf(rewritten), List.copyOf(replaced));
    lookedAt = System.nanoTime();
    return found;
  }

  /** Takes what was rewritten for what the files are, since it is measured again. */
  synchronized void accept() {
    for (String each : found.rewritten()) {
      Path file = Path.of(each);
      State.of(file).ifPresent(state -> files.put(file, state));
    }
    found = new Changes(List.of(), found.replaced());
  }
}
