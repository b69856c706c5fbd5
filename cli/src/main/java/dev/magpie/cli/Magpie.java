package dev.magpie.cli;

import dev.magpie.cli.option.HelpWords;
import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.NamedChannel;
import dev.magpie.cli.output.Version;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** The {@code magpie} command. */
@Command(
    name = "magpie",
    description = "A GPU memory-compression laboratory.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  magpie analyze examples",
      "  magpie analyze model.safetensors --codec mag-bdi --report model.html",
      "  magpie codecs",
      "",
      "Exit status: 0 done, 1 the run failed, 2 the command or its input is wrong."
    })
public final class Magpie {
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version, the JDK and how codecs run, and exit.")
  @SuppressWarnings("UnusedVariable") // picocli looks at it
  private boolean version;

  private Magpie() {}

  /** Runs the command and ends the process. */
  public static void main(String[] args) {
    // Figures in the output are for programs too: the same digits and points everywhere.
    Locale.setDefault(Locale.ROOT);
    PrintStream err = LauncherProperties.standardError();
    System.setErr(err);
    // System.out would swallow errors.
    OutputStream out =
        Channels.newOutputStream(
            new NamedChannel(
                "standard output", new FileOutputStream(FileDescriptor.out).getChannel()));
    Console console =
        new Console(out, err, LauncherProperties.columns(), LauncherProperties.errorIsTerminal());
    System.exit(run(console, args));
  }

  /** Runs the command; the result is the exit status. */
  static int run(Console console, String... args) {
    Failures failures = new Failures(console);
    CommandLine commandLine = new CommandLine(new Magpie());
    Commands.addTo(commandLine, console, args);
    commandLine.setResourceBundle(new HelpWords());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setParameterExceptionHandler((e, _) -> failures.misread(e));
    commandLine.setExecutionExceptionHandler((e, _, _) -> failures.failed(e));
    commandLine.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    commandLine.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    commandLine.setColorScheme(
        CommandLine.Help.defaultColorScheme(console.columns() > 0 ? Ansi.ON : Ansi.OFF));
    commandLine.setUsageHelpWidth(
        console.columns() > 0 ? Math.clamp(console.columns(), 60, 110) : 100);
    try {
      return commandLine.execute(args.length == 0 ? new String[] {"--help"} : args);
    } catch (Error e) {
      return failures.failed(e);
    }
  }
}
