package dev.magpie.cli.exec;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Programs of today ask for a GPU of today. */
final class DefaultGpu implements IDefaultValueProvider {
  static final String NAME = "h200";

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option && option.longestName().equals("--gpu")
        ? NAME
        : null;
  }
}
