package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Report;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --format} and {@code -o}, mixed into the commands that write their result to a file. */
public final class ResultOptions {
  @Mixin private FormatOption format = new FormatOption();

  @Option(
      names = "-o",
      paramLabel = "FILE",
      description = "Write the result to a file, not to standard output.")
  private @Nullable Path output;

  /** Where a report will go. */
  public final class Destination {
    private final Console console;
    private final @Nullable OutputStream file;

    private Destination(Outputs outputs, Console console) {
      this.console = console;
      file = output == null ? null : outputs.begin("-o", output);
    }

    /** Writes the report, whole. */
    public void write(Report report) throws IOException {
      if (file == null) {
        format.print(report, console);
      } else {
        format.write(report, file);
      }
    }
  }

  /** Writes a report that takes no work. */
  public void write(Report report, Console console) throws IOException {
    try (Outputs outputs = new Outputs()) {
      begin(outputs, console).write(report);
      outputs.commit();
    }
  }

  /** Whether the result is for a program that has no place for remarks. */
  public boolean isCsv() {
    return format.isCsv();
  }

  /** Whether it is for a program. */
  public boolean isJson() {
    return format.isJson();
  }

  /**
   * Begins the file, if there is to be one, before the work.
   *
   * @throws BadUsageException if it cannot be written
   */
  public Destination begin(Outputs outputs, Console console) {
    return new Destination(outputs, console);
  }
}
