package dev.magpie.cli.merge;

import dev.magpie.cli.analyze.AnalyzeShard;
import dev.magpie.cli.buddy.ProfileShard;
import dev.magpie.cli.lab.ReproduceMerge;
import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Format;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.output.ShardFile;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.sweep.SweepDirectory;
import dev.magpie.lab.sweep.SweepMerge;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code magpie merge}: what shards of a command found, as one run would have found it. */
@Command(
    name = "merge",
    description = "Put the results of all shards of a run together.",
    sortOptions = false,
    footer = {
      "",
      "What --shard of analyze and profile wrote are files, and OUT is the document that one run"
          + " would have written; those of sweep and reproduce are directories, and so is OUT.",
      "",
      "Examples:",
      "  magpie analyze dumps --shard 1/2 --format json -o 1.json",
      "  magpie analyze dumps --shard 2/2 --format json -o 2.json",
      "  magpie merge 1.json 2.json -o dumps.json",
      "  magpie merge part1 part2 part3 -o points"
    })
public final class MergeCommand extends Subcommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "SHARD",
      description = "Files or directories of all shards, in any order.")
  private List<Path> shards = List.of();

  @Option(
      names = "-o",
      paramLabel = "OUT",
      required = true,
      description = "The file or directory of the whole.")
  private Path out = Path.of("");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "What is written of analyze and profile: ${COMPLETION-CANDIDATES}. Default: json.")
  private @Nullable Format format;

  @Spec private @Nullable CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (shards.stream().anyMatch(Files::isDirectory)) {
      BadUsageException.when(format != null, "--format is of analyze and profile");
      try {
        mergeDirectories();
      } catch (LabException e) {
        throw new BadUsageException(String.valueOf(e.getMessage()), e);
      }
      return 0;
    }
    try (Outputs outputs = new Outputs()) {
      List<ShardFile> files = shards.stream().map(ShardFile::read).toList();
      Report merged = merged(files);
      OutputStream file = outputs.begin("-o", out);
      FormatOption.write(merged, format == null ? Format.JSON : format, file);
      outputs.commit();
    }
    return 0;
  }

  private static Report merged(List<ShardFile> files) {
    ShardFile first = files.getFirst();
    for (ShardFile each : files) {
      BadUsageException.when(
          !each.schema().equals(first.schema()),
          "%s: is %s, and %s is %s"
              .formatted(each.file(), named(each.schema()), first.file(), named(first.schema())));
    }
    if (first.schema().equals(AnalyzeShard.TYPE.schema())) {
      return AnalyzeShard.merged(files);
    }
    if (first.schema().equals(ProfileShard.TYPE.schema())) {
      return ProfileShard.merged(files);
    }
    throw new BadUsageException(
        "%s: is %s, and no shard; 'magpie analyze --shard I/N --format json' writes one"
            .formatted(first.file(), named(first.schema())));
  }

  private static String named(String schema) {
    return schema.isEmpty() ? "no document of Magpie's" : schema;
  }

  private void mergeDirectories() throws IOException {
    for (Path each : shards) {
      BadUsageException.when(
          !Files.isDirectory(each),
          each + ": is no directory, as others are; name shards of one run");
      BadUsageException.when(
          Files.exists(out) && Files.isSameFile(each, out),
          out + ": is a shard; name another directory with -o");
    }
    if (SweepDirectory.isOne(shards.getFirst())) {
      SweepMerge.merge(shards, out);
    } else {
      ReproduceMerge.merge(shards, out, command, console::say);
    }
  }
}
