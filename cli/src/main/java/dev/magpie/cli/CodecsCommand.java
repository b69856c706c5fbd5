package dev.magpie.cli;

import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import java.io.IOException;
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
      "  magpie codecs design examples/*",
      "  magpie analyze examples --codec mag-bdi:mag=16,bases=8+4+2"
    })
final class CodecsCommand extends Subcommand {

  @Mixin private FormatOption format = new FormatOption();

  @Override
  public Integer call() throws IOException {
    format.print(CodecList.report(), console);
    return 0;
  }
}
