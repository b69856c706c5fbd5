package dev.magpie.cli.exec;

import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cuda.channel.CaptureLibrary;
import dev.magpie.settings.WholeDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie capture}: the memory of a program that runs on a real GPU. */
@Command(
    name = "capture",
    description = {
      "Run a CUDA program on this machine's GPU, and write what is in the GPU's memory.",
      "The program must have CUDA's shared runtime (nvcc -cudart shared). Snapshots are those of"
          + " 'magpie exec', which needs no GPU.",
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie capture --snapshots memory --every 100 ./app",
      "  magpie profile memory",
    })
public final class CaptureCommand extends Subcommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program and its arguments.")
  private List<String> command = new ArrayList<>();

  @Option(
      names = "--snapshots",
      required = true,
      paramLabel = "DIR",
      description = "The directory to make for what is allocated during the run.")
  private Path memory = Path.of("");

  @Option(
      names = "--every",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "Launches from one snapshot to the next. Default: ${DEFAULT-VALUE}.")
  private long every;

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(every < 1, "--every is 1 or more, not " + every);
    ExecCommand.checkCommand(command.getFirst());
    try (CaptureLibrary library = CaptureLibrary.compile();
        WholeDirectory snapshots = Outputs.directory(memory)) {
      ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
      library.offer(builder.environment(), snapshots.part(), every);
      int status = builder.start().waitFor();
      long count;
      try (Stream<Path> made = Files.list(snapshots.part())) {
        count = made.count();
      }
      if (count == 0) {
        console.say(
            "nothing was launched with success through CUDA's shared runtime: the program must be"
                + " linked with -cudart shared, and find a GPU with its driver");
        return status == 0 ? FAILED : status;
      }
      snapshots.commit();
      console.say("wrote %d snapshots into %s".formatted(count, memory));
      return status;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILED;
    }
  }
}
