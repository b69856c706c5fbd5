package dev.magpie.cli.option;

import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.Format;
import dev.magpie.cli.output.Report;
import dev.magpie.report.TextTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** {@code --format}, mixed into the commands that have a result. */
public final class FormatOption {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "What is written: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  /** Whether the result is for a program that has no place for remarks. */
  public boolean isCsv() {
    return format == Format.CSV;
  }

  /** Whether it is for a program. */
  public boolean isJson() {
    return format == Format.JSON;
  }

  /** Writes a report to standard output. */
  public void print(Report report, Console console) throws IOException {
    print(report, format, console);
  }

  /** Writes a report to standard output, in a format of the command's choice. */
  public static void print(Report report, Format format, Console console) throws IOException {
    int width = console.columns() > 0 ? console.columns() : TextTable.UNLIMITED;
    write(report, format, console.out(), width);
  }

  /** Writes a report to a file. */
  void write(Report report, OutputStream out) throws IOException {
    write(report, format, out, TextTable.UNLIMITED);
  }

  /** Writes a report to a file, in a format of the command's choice. */
  public static void write(Report report, Format format, OutputStream out) throws IOException {
    write(report, format, out, TextTable.UNLIMITED);
  }

  private static void write(Report report, Format format, OutputStream out, int width)
      throws IOException {
    switch (format) {
      case JSON -> report.json().accept(out);
      case CSV -> out.write(report.csv().getBytes(StandardCharsets.UTF_8));
      case TABLE -> out.write(report.text(width).getBytes(StandardCharsets.UTF_8));
    }
    out.flush();
  }
}
