package dev.magpie.cli;

import dev.magpie.analysis.ClusterException;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.BrokenPipeException;
import dev.magpie.cli.output.Console;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.container.ContainerException;
import dev.magpie.cuda.channel.NoLibraryException;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.gpu.InvalidGpuException;
import dev.magpie.gpu.silicon.SiliconException;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.job.JobException;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.settings.FileInUseException;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.JavaHeap;
import dev.magpie.settings.SettingsException;
import dev.magpie.settings.UnusableFileException;
import dev.magpie.snapshot.SnapshotException;
import dev.magpie.workload.cuda.WrongResultException;
import dev.magpie.workload.input.WorkloadException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into one line for the user and the exit status. */
final class Failures {
  /** The run failed, though the command and its input were right. */
  static final int FAILED = 1;

  /** The command or its input is wrong. */
  static final int BAD_USAGE = 2;

  /** How picocli lists what an option may be. */
  private static final Pattern ENUM_NAMES =
      Pattern.compile("(\\[[A-Z0-9, ]+]) \\(case-insensitive\\)");

  /** A name that is there because words of an option are numbers, and the number. */
  private static final Pattern NUMBER_NAME = Pattern.compile("\\b[A-Z](\\d+), \\1\\b");

  /** What makes commands take less memory. */
  private static final Map<String, String> SMALLER =
      Map.ofEntries(
          Map.entry("analyze", "take fewer --threads"),
          Map.entry("run", "take smaller buffers, or --size quick"),
          Map.entry("exec", "give the program less to do"),
          Map.entry("simulate", "take --size quick, or a smaller --set"),
          Map.entry("sweep", "take fewer --threads"),
          Map.entry("workload", "take --size quick, or a smaller --set"),
          Map.entry("compress", "take fewer --threads"),
          Map.entry("decompress", "take fewer --threads"),
          Map.entry("reproduce", "take --quick, or --threads 1"),
          Map.entry("query", "ask for fewer rows, with LIMIT"),
          Map.entry("profile", "take fewer --threads"),
          Map.entry("depth", "take a smaller --size"));

  private final Console console;
  private final String command;

  /**
   * @param command that runs
   */
  Failures(Console console, String command) {
    this.console = console;
    this.command = command;
  }

  /** For a command line that picocli cannot read. */
  int misread(ParameterException e) {
    console.say(explain(e) + "; see 'magpie " + helpFor(e.getCommandLine()) + "--help'");
    return BAD_USAGE;
  }

  /** For an exception that ended a command. */
  int failed(Exception e) {
    return switch (e) {
      case BadUsageException _,
          CodecSpecException _,
          FileInUseException _,
          SceneException _,
          SettingsException _,
          TraceException _,
          SnapshotException _,
          ContainerException _,
          InvalidGpuException _,
          JobException _,
          NoLibraryException _,
          PtxException _,
          WorkloadException _ -> {
        console.say(String.valueOf(e.getMessage()));
        yield BAD_USAGE;
      }
      case ClusterException _,
          KernelFaultException _,
          SiliconException _,
          WrongResultException _ -> {
        console.say(String.valueOf(e.getMessage()));
        yield FAILED;
      }
      case BrokenPipeException _ -> CommandLine.ExitCode.OK;
      case UnusableFileException unusable -> {
        console.say(IoReason.withFile(unusable));
        yield BAD_USAGE;
      }
      // As other threads pass it on.
      case Exception wrapping when memoryRanOut(wrapping) ->
          failed(new OutOfMemoryError("Java heap space"));
      // Jackson's and others' way through interfaces that do not throw it.
      case RuntimeException wrapping when wrapping.getCause() instanceof IOException io ->
          failed(io);
      case IOException io -> {
        console.say(IoReason.withFile(io));
        yield FAILED;
      }
      default -> {
        console.say(
            "this is a bug in magpie, or in what a --plugin has; please report it with what"
                + " follows");
        e.printStackTrace(console.err());
        yield FAILED;
      }
    };
  }

  private static boolean memoryRanOut(Throwable e) {
    return e instanceof OutOfMemoryError || (e.getCause() != null && memoryRanOut(e.getCause()));
  }

  /** For an error of the machine rather than of the program. */
  int failed(Error e) {
    if (e instanceof OutOfMemoryError) {
      console.say(
          "out of memory: %s, of %d MiB; %s, or %s"
              .formatted(
                  e.getMessage(),
                  Runtime.getRuntime().maxMemory() >> 20,
                  SMALLER.getOrDefault(command, "take less input"),
                  JavaHeap.advice()));
    } else if (e.getClass() == InternalError.class) {
      // How the JVM reports that a mapped file has lost pages.
      console.say("an input file was cut short or became unreadable while it was read");
    } else {
      throw e;
    }
    return FAILED;
  }

  private static String explain(ParameterException e) {
    return switch (e) {
      case UnmatchedArgumentException unmatched -> {
        String argument = unmatched.getUnmatched().getFirst();
        String problem =
            unmatched.isUnknownOption()
                ? "no option is called '%s'".formatted(argument)
                : unmatched.getCommandLine().getParent() == null
                    ? "no command is called '%s'".formatted(argument)
                    : "'%s' is one argument too many".formatted(argument);
        List<String> nearest = unmatched.getSuggestions();
        yield nearest.isEmpty()
            ? problem
            : problem + "; did you mean " + String.join(" or ", nearest) + "?";
      }
      default -> inOurWords(String.valueOf(e.getMessage()));
    };
  }

  private static String inOurWords(String message) {
    String words =
        ENUM_NAMES
            .matcher(NUMBER_NAME.matcher(message).replaceAll("$1"))
            .replaceAll(names -> names.group(1).toLowerCase(Locale.ROOT));
    return words.substring(0, 1).toLowerCase(Locale.ROOT)
        + words
            .substring(1)
            .replaceFirst("is not an? (int|long)\\b", "is not a whole number")
            .replaceFirst(" \\(\\S+\\) should be specified only once", " is given twice");
  }

  private static String helpFor(CommandLine command) {
    return command.getParent() == null
        ? ""
        : helpFor(command.getParent()) + command.getCommandName() + " ";
  }
}
