package dev.magpie.cli.run;

import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.job.KernelResult;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.settings.WholeDirectory;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.InputParameter;
import dev.magpie.workload.cuda.Settings;
import dev.magpie.workload.series.SeriesProgram;
import dev.magpie.workload.series.SeriesPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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
      return 0;
    }
    BadUsageException.when(
        !settings.isEmpty(), "program '%s' has no parameters to --set".formatted(name));
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

  /** Shows what a program takes, or runs it, and again for its memory at ten points. */
  private void run(CudaProgram program) throws IOException {
    InputParameter.Size chosen = size == null ? InputParameter.Size.FULL : size;
    if (directory == null) {
      Settings.of(program.parameters(), chosen, settings);
      format.print(WorkloadDescription.report(program), console);
      return;
    }
    write(
        directory,
        part -> {
          WorkloadProgram run =
              new WorkloadProgram(program.name(), chosen, settings, LaunchOptions.DEFAULT);
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
