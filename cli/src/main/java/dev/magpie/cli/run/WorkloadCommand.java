package dev.magpie.cli.run;

import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.job.KernelResult;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.settings.WholeDirectory;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.SeriesProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
public final class WorkloadCommand extends Subcommand {

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
      description = "How much of the program to run: ${COMPLETION-CANDIDATES}. Default: full.")
  private InputParameter.Size size = InputParameter.Size.FULL;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "A parameter of the program; may be repeated. Without --snapshots they are listed.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Mixin private FormatOption format = new FormatOption();

  @Override
  public Integer call() throws IOException {
    if (name == null) {
      if (directory != null) {
        throw new BadUsageException("--snapshots needs the name of a program");
      }
      format.print(WorkloadList.report(), console);
      return 0;
    }
    Optional<CudaProgram> cuda = WorkloadProgram.find(name);
    if (cuda.isPresent()) {
      run(cuda.get());
    } else {
      run(
          SeriesPrograms.find(name)
              .orElseThrow(() ->
                  new BadUsageException(
                      "no program is called '%s'; there are %s"
                          .formatted(name, String.join(", ", names())))));
    }
    return 0;
  }

  /** Shows what a program takes, or runs it and keeps its memory after each part. */
  private void run(SeriesProgram program) throws IOException {
    if (directory == null) {
      Settings.of(program.parameters(), size, settings);
      format.print(WorkloadDescription.report(program), console);
      return;
    }
    SeriesProgram.Running running = program.start(size, settings);
    write(
        directory,
        part ->
            SeriesPrograms.write(
                program,
                running,
                part,
                (done, residual) ->
                    console.say(
                        String.format(
                            Locale.ROOT,
                            "%s: %d of %d, %s: %.4g",
                            program.name(),
                            done,
                            SeriesProgram.SNAPSHOTS,
                            program.check(),
                            residual))));
  }

  /** Shows what a program takes, or runs it, and again for its memory at ten points. */
  private void run(CudaProgram program) throws IOException {
    if (directory == null) {
      Settings.of(program.parameters(), size, settings);
      format.print(WorkloadDescription.report(program), console);
      return;
    }
    write(
        directory,
        part -> {
          WorkloadProgram run =
              new WorkloadProgram(program.name(), size, settings, LaunchOptions.DEFAULT);
          run.execute(device -> device::launch);
          run.finish();
          run.writeSnapshots(part);
          console.say(
              "%s: %d launches, %d warp-instructions; as in plain Java: %s"
                  .formatted(
                      program.name(),
                      run.result().launches(),
                      run.result().kernels().stream()
                          .mapToLong(KernelResult::warpInstructions)
                          .sum(),
                      program.check()));
        });
  }

  private static List<String> names() {
    return Stream.concat(
            SeriesPrograms.all().stream().map(SeriesProgram::name),
            WorkloadProgram.all().map(CudaProgram::name))
        .toList();
  }

  private void write(Path place, Consumer<Path> writing) throws IOException {
    try (WholeDirectory snapshots = Outputs.directory(place)) {
      writing.accept(snapshots.part());
      snapshots.commit();
    }
    console.say("wrote %d snapshots into %s".formatted(SeriesProgram.SNAPSHOTS, place));
  }
}
