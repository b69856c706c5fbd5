package dev.magpie.explore.time;

import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.SourceText;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.settings.IoReason;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The texts that kernels were compiled from; each is read when somebody looks at it. */
final class Sources {
  private final List<Input<SourceText>> inputs;
  private final Map<Input<SourceText>, SourceText> read = new ConcurrentHashMap<>();

  Sources(List<Input<SourceText>> inputs) {
    this.inputs = List.copyOf(inputs);
  }

  /** The file that a compiler called so: the one whose path ends most like that. */
  Optional<SourceText> named(String file) {
    return inputs.stream()
        .filter(each -> likeness(each.input(), file) > 0)
        .max(Comparator.comparingInt(each -> likeness(each.input(), file)))
        .map(this::text);
  }

  /** PTX that has a kernel. */
  Optional<SourceText> ptx(String kernel) {
    return inputs.stream()
        .filter(each -> each.input().endsWith(".ptx"))
        .map(this::text)
        .filter(each -> each.hasEntry(kernel))
        .findFirst();
  }

  private SourceText text(Input<SourceText> input) {
    try {
      return read.computeIfAbsent(input, each -> each.opening().get());
    } catch (UncheckedIOException e) {
      throw RefusedException.missing(IoReason.withFile(Objects.requireNonNull(e.getCause())));
    }
  }

  /** How many of a path's last names are those of another. */
  private static int likeness(String path, String file) {
    String[] own = path.split("[/\\\\]", -1);
    String[] other = file.split("[/\\\\]", -1);
    int same = 0;
    while (same < Math.min(own.length, other.length)
        && own[own.length - 1 - same].equals(other[other.length - 1 - same])) {
      same++;
    }
    return same;
  }
}
