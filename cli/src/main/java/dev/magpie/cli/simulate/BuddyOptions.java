package dev.magpie.cli.simulate;

import dev.magpie.buddy.TargetsFile;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.memory.buddy.TargetRatio;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --buddy} and {@code --buddy-targets}. */
final class BuddyOptions {
  private static final String CODEC = "bpc";

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

  /** The buffers that the file names. */
  private SortedSet<String> named = new TreeSet<>();

  /** Whether there is to be buddy memory. */
  boolean isAsked() {
    return target != null || file != null;
  }

  /** Whether buffers have targets by their names. */
  boolean isByName() {
    return file != null;
  }

  /** The file of targets, if there is one. */
  Optional<Path> input() {
    return Optional.ofNullable(file);
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
      TargetsFile.Targets targets = TargetsFile.read(file);
      Map<String, TargetRatio> byName = targets.byName();
      named = new TreeSet<>(byName.keySet());
      CodecSpec used = codec == null ? CodecSpec.parse(targets.codec()) : codec;
      return BadUsageException.unlessLegal(() -> Compression.buddy(used, byName));
    }
    CodecSpec used = codec == null ? CodecSpec.parse(CODEC) : codec;
    TargetRatio ratio =
        BadUsageException.unlessLegal("--buddy: ", () -> TargetRatio.parse(String.valueOf(target)));
    return BadUsageException.unlessLegal(() -> Compression.buddy(used, ratio));
  }

  /**
   * Looks for the buffers that the file names.
   *
   * @param there buffers of the program
   * @return a line about those that are not there; empty if all are
   * @throws BadUsageException if none is there
   */
  String check(SortedSet<String> there) {
    if (file == null) {
      return "";
    }
    SortedSet<String> unknown = new TreeSet<>(named);
    unknown.removeAll(there);
    BadUsageException.when(
        unknown.size() == named.size(),
        "%s: names no buffer of the program; there are %s"
            .formatted(file, String.join(", ", there)));
    return unknown.isEmpty()
        ? ""
        : "%s: the program has no buffer %s".formatted(file, String.join(", ", unknown));
  }
}
