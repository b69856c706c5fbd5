package dev.magpie.cli.exec;

import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Programs of today ask for a GPU of today. */
final class DefaultGpu implements IDefaultValueProvider {
  @Override
  public @org.jspecify.annotations.Nullable String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option && option.longestName().equals("--gpu")
        ? "h200"
        : null;
  }
}
