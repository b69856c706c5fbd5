package dev.magpie.cli.simulate;

import dev.magpie.buddy.TargetsFile;
import dev.magpie.buddy.TargetsFile.Targets;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.memory.buddy.TargetRatio;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --buddy} and {@code --buddy-targets}, and what else goes over the links. */
public final class BuddyOptions {
  private static final String CODEC = "bpc";
  private static final int SHOWN_NAMES = 8;

  @Option(
      names = "--buddy",
      paramLabel = "TARGET",
      description =
          "Buddy Compression: all memory has this target ratio (1, 4/3, 2, 4 or 16); what does not"
              + " fit is over a link.")
  private @Nullable String target;

  @Option(
      names = "--buddy-targets",
      paramLabel = "TARGETS.json",
      description = "The same with a target for each buffer, as 'magpie profile -o' chose them.")
  private @Nullable Path file;

  @Option(
      names = "--host-copies",
      description =
          "Copies of the host between launches take time, on the links to buddy memory, and the"
              + " next launch waits. Default: they take none.")
  private boolean hostCopies;

  /** What the file says, if there is one. */
  private @Nullable Targets targets;

  /** Whether there is to be buddy memory. */
  boolean isAsked() {
    return target != null || file != null;
  }

  /** The option that asks for it. */
  String name() {
    return file == null ? "--buddy" : "--buddy-targets";
  }

  /** Whether buffers have targets by their names. */
  boolean isByName() {
    return file != null;
  }

  /** Whether copies of the host take time. */
  public boolean timesHostCopies() {
    return hostCopies;
  }

  /**
   * What is asked for.
   *
   * @param codec that is named, or null
   * @throws BadUsageException if it contradicts itself
   */
  Compression compression(@Nullable CodecSpec codec) {
    if (target != null && file != null) {
      throw new BadUsageException("--buddy and --buddy-targets exclude each other");
    }
    if (file != null) {
      Targets read = TargetsFile.read(file);
      targets = read;
      Map<String, TargetRatio> byName = read.byName();
      CodecSpec used = codec == null ? CodecOption.parse(read.codec()) : codec;
      return BadUsageException.unlessLegal(() -> Compression.buddy(used, byName));
    }
    CodecSpec used = codec == null ? CodecOption.parse(CODEC) : codec;
    TargetRatio ratio =
        BadUsageException.unlessLegal("--buddy: ", () -> TargetRatio.parse(String.valueOf(target)));
    return BadUsageException.unlessLegal(() -> Compression.buddy(used, ratio));
  }

  /**
   * Looks for the buffers that the file names.
   *
   * @param program what the program is called; empty if it has no name that profiles know
   * @param there bytes of the program's buffers
   * @return a line about those that are not there; empty if all are
   * @throws BadUsageException if none is there, or they are another program's
   */
  String check(Optional<String> program, SortedMap<String, Long> there) {
    Targets read = targets;
    if (read == null) {
      return "";
    }
    boolean isNamed = program.isPresent() && read.program().isPresent();
    BadUsageException.when(
        isNamed && !program.equals(read.program()),
        "%s: is a profile of %s, and not of %s"
            .formatted(file, read.program().orElse(""), program.orElse("")));
    Set<String> named = read.byName().keySet();
    SortedSet<String> unknown = new TreeSet<>(named);
    unknown.removeAll(there.keySet());
    BadUsageException.when(
        unknown.size() == named.size(),
        "%s: names no buffer of the program; there are %s"
            .formatted(file, some(new TreeSet<>(there.keySet()))));
    if (!isNamed) {
      checkSizes(read.bytesByName(), there);
    }
    return unknown.isEmpty()
        ? ""
        : "%s: the program has no buffer %s when its first kernel begins"
            .formatted(file, some(unknown));
  }

  /** The first few of names, and how many more there are. */
  private static String some(SortedSet<String> names) {
    String first = names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "));
    int more = names.size() - SHOWN_NAMES;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }

  /**
   * What tells programs without names apart: a profile of a smaller or larger input mostly has
   * smaller or larger buffers, and some of the same size; names that mean different things in two
   * programs tend to disagree.
   */
  private void checkSizes(Map<String, Long> profiled, SortedMap<String, Long> there) {
    String grown = null;
    String shrunk = null;
    for (Map.Entry<String, Long> each : there.entrySet()) {
      long before = profiled.getOrDefault(each.getKey(), each.getValue());
      grown = grown == null && each.getValue() > before ? each.getKey() : grown;
      shrunk = shrunk == null && each.getValue() < before ? each.getKey() : shrunk;
    }
    if (grown != null && shrunk != null) {
      throw new BadUsageException(
          ("%s: is of another program: its '%s' has %d bytes and the program's %d, but its '%s' has"
                  + " %d and the program's %d")
              .formatted(
                  file,
                  grown,
                  profiled.get(grown),
                  there.get(grown),
                  shrunk,
                  profiled.get(shrunk),
                  there.get(shrunk)));
    }
  }
}
