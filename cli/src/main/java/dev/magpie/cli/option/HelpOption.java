package dev.magpie.cli.option;

import picocli.CommandLine.Option;

/** Mixed into every command. */
@SuppressWarnings("UnusedVariable") // picocli looks at it
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;
}
