package dev.magpie.cli;

import dev.magpie.cli.option.HelpWords;
import dev.magpie.cli.option.InputPath;
import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.NamedChannel;
import dev.magpie.cli.output.Version;
import dev.magpie.settings.FilesInUse;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

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
        new Console(out, err, LauncherProperties.columns(), LauncherProperties.errorColumns());
    System.exit(run(console, args));
  }

  /** Runs the command; the result is the exit status. */
  static int run(Console console, String... words) {
    FilesInUse.watch();
    String[] args = withHelpBehind(words);
    String name = args.length == 0 ? "--help" : args[0];
    Failures failures = new Failures(console, name);
    CommandLine commandLine = new CommandLine(new Magpie());
    Commands.addTo(commandLine, console, args);
    commandLine.registerConverter(Path.class, new InputPath());
    commandLine.setResourceBundle(new HelpWords());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    // A file of arguments would be read past all checks; shells can do that.
    commandLine.setExpandAtFiles(false);
    commandLine.setExecutionStrategy(Magpie::execute);
    commandLine.setParameterExceptionHandler((e, _) -> failures.misread(e));
    commandLine.setExecutionExceptionHandler((e, _, _) -> failures.failed(e));
    // A writer to standard output itself would swallow errors.
    StringWriter help = new StringWriter();
    commandLine.setOut(new PrintWriter(help));
    commandLine.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    commandLine.setColorScheme(
        CommandLine.Help.defaultColorScheme(console.columns() > 0 ? Ansi.ON : Ansi.OFF));
    commandLine.setUsageHelpWidth(
        console.columns() > 0 ? Math.clamp(console.columns(), 60, 110) : 100);
    boolean isMisspelt = isMisspelt(name);
    try {
      // Of what is no command there is no help either.
      int status = commandLine.execute(args.length == 0 || isMisspelt ? new String[] {name} : args);
      console.out().write(help.toString().getBytes(StandardCharsets.UTF_8));
      console.out().flush();
      return status;
    } catch (IOException e) {
      return failures.failed(e);
    } catch (Error e) {
      return failures.failed(e);
    }
  }

  private static boolean isMisspelt(String name) {
    return !name.startsWith("-") && !Commands.names().contains(name);
  }

  /** Of a subcommand of a subcommand, the library's help command would show the outer one's. */
  private static String[] withHelpBehind(String[] words) {
    if (words.length >= 2 && words[0].equals("help") && isMisspelt(words[1])) {
      return new String[] {words[1]};
    }
    if (words.length < 3 || !words[0].equals("help")) {
      return words;
    }
    String[] behind = Arrays.copyOfRange(words, 1, words.length + 1);
    behind[words.length - 1] = "--help";
    return behind;
  }

  /** An option before the name of the subcommand that it is meant for would say nothing. */
  private static int execute(ParseResult parsed) {
    ParseResult first = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
    for (ParseResult outer = first; outer.hasSubcommand(); outer = outer.subcommand()) {
      for (OptionSpec option : outer.matchedOptions()) {
        if (!option.names()[0].equals("--plugin")) {
          throw new ParameterException(
              outer.commandSpec().commandLine(),
              "%s: goes behind '%s'"
                  .formatted(option.names()[0], outer.subcommand().commandSpec().name()));
        }
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }
}
