package dev.magpie.cli.buddy;

import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.DtypeOption;
import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.Meter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.settings.FilesInUse;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SnapshotSeries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What both commands take: a series and a codec. */
final class SeriesOptions {
  @Parameters(
      paramLabel = "SERIES",
      description = "A directory with one subdirectory for each snapshot, in name order.")
  Path directory = Path.of(".");

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      description =
          "The codec, with parameters if wanted; 'magpie codecs' lists them. Default: bpc.")
  @Nullable String codec;

  @Mixin private DtypeOption dtype = new DtypeOption();

  /** The element type of raw files. */
  Dtype dtype() {
    return dtype.dtype();
  }

  SnapshotSeries series() {
    return SnapshotSeries.of(directory, dtype.dtype());
  }

  /** The codec as given, else another. */
  String codecOr(String other) {
    return codec == null ? other : codec;
  }

  /** A codec for memory-entries: 128 B in sectors of 32 B; a lossy one approximates nothing. */
  static BlockCodec codec(String spec, Console console) {
    BlockCodec codec = CodecOption.parse(spec).create(Granularity.DEFAULT);
    if (codec.isLossy()) {
      console.say("%s is lossy elsewhere; here it codes everything exactly".formatted(spec));
    }
    return codec.lossless();
  }

  /** Says that the series' files will be read, each when its turn comes, which may be late. */
  void claimFiles() {
    files().forEach(FilesInUse::read);
  }

  /** Bytes of the series' files: what progress is measured against. */
  long fileBytes() {
    return files().stream().mapToLong(Meter::bytes).sum();
  }

  /** The names of the series' files, in order. */
  List<String> fileNames() {
    return files().stream().map(Path::toString).sorted().toList();
  }

  /** The snapshots' files; none if they cannot be listed. */
  private List<Path> files() {
    try (Stream<Path> files = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
      return files
          .filter(file -> Files.isRegularFile(file) && !directory.equals(file.getParent()))
          .toList();
    } catch (IOException | UncheckedIOException _) {
      // Reading the series will say why.
      return List.of();
    }
  }
}
