package dev.magpie.cli;

import dev.magpie.workload.cuda.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import dev.magpie.workload.series.SeriesPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie workload}: runs a program and keeps snapshots of its memory. */
@Command(
    name = "workload",
    description = "Run a program and write ten snapshots of its memory; list the programs.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie workload",
      "  magpie workload sssp",
      "  magpie workload sssp --size quick --set graph=road --snapshots sssp",
      "  magpie workload seismic --snapshots seismic",
      "  magpie profile seismic --report seismic.html",
    })
final class WorkloadCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "The program; none lists them.")
  private @Nullable String name;

  @Option(
      names = "--snapshots",
      paramLabel = "DIR",
      description = "The directory to make, with one subdirectory for each snapshot.")
  private @Nullable Path directory;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description =
          "How much of a program of kind CUDA to run: ${COMPLETION-CANDIDATES}. Default: full.")
  private InputParameter.@Nullable Size size;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "A parameter of a program of kind CUDA; may be repeated. Without --snapshots they are"
              + " listed.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Mixin private FormatOption format = new FormatOption();

  WorkloadCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (name == null) {
      if (directory != null) {
        throw new BadUsageException("--snapshots needs the name of a program");
      }
      format.print(WorkloadList.report(), console);
      return 0;
    }
    Optional<CudaWorkload> cuda = CudaWorkload.find(name);
    if (cuda.isPresent()) {
      run(cuda.get());
      return 0;
    }
    if (!settings.isEmpty()) {
      throw new BadUsageException("program '%s' has no parameters to --set".formatted(name));
    }
    if (size != null) {
      throw new BadUsageException("program '%s' has one size only, no --size".formatted(name));
    }
    SeriesProgram program =
        SeriesPrograms.find(name)
            .orElseThrow(() ->
                new BadUsageException(
                    "no program is called '%s'; there are %s"
                        .formatted(name, String.join(", ", names()))));
    if (directory == null) {
      throw new BadUsageException("--snapshots must name the directory to make");
    }
    write(directory, part -> SeriesPrograms.write(program, part, _ -> {}));
    return 0;
  }

  /** Shows what a program takes, or runs it. */
  private void run(CudaWorkload program) throws IOException {
    InputParameter.Size chosen = size == null ? InputParameter.Size.FULL : size;
    if (directory == null) {
      program.check(chosen, settings);
      format.print(WorkloadDescription.report(program.program()), console);
      return;
    }
    write(directory, part -> console.say(program.write(chosen, settings, part)));
  }

  private static List<String> names() {
    return Stream.concat(
            SeriesPrograms.all().stream().map(SeriesProgram::name),
            CudaWorkload.all().stream().map(each -> each.program().name()))
        .toList();
  }

  /** Beside its place first, so that it appears whole or not at all. */
  private void write(Path place, Consumer<Path> writing) throws IOException {
    if (Files.exists(place)) {
      if (!Files.isDirectory(place)) {
        throw new BadUsageException(place + ": is not a directory");
      }
      try (Stream<Path> files = Files.list(place)) {
        if (files.findAny().isPresent()) {
          throw new BadUsageException(place + ": is not empty; name a directory to make");
        }
      }
    }
    Path target = place.toAbsolutePath().normalize();
    Path part;
    try {
      part = Files.createTempDirectory(target.getParent(), ".magpie-workload");
    } catch (IOException e) {
      throw new BadUsageException(
          "%s: cannot be written: %s".formatted(place, Failures.reason(e)), e);
    }
    try {
      writing.accept(part);
      Files.deleteIfExists(target);
      Files.move(part, target);
    } finally {
      remove(part);
    }
    console.say("wrote %d snapshots into %s".formatted(SeriesProgram.SNAPSHOTS, place));
  }

  private static void remove(Path part) throws IOException {
    if (Files.exists(part)) {
      try (Stream<Path> files = Files.walk(part)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }
}
