package dev.magpie.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code magpie codecs}: the codecs there are. */
@Command(
    name = "codecs",
    description = "List the codecs with their parameters, latencies and sources.",
    footer = {
      "",
      "A codec is given as name:parameter=value,parameter=value.",
      "",
      "Examples:",
      "  magpie codecs",
      "  magpie codecs --format json",
      "  magpie analyze examples --codec mag-bdi:mag=16,bases=8+4+2"
    })
final class CodecsCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private FormatOption format = new FormatOption();

  CodecsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    format.print(CodecList.report(), console);
    return 0;
  }
}
