package dev.magpie.cli.option;

import dev.magpie.settings.FileAddress;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names of files on the command line, which may be addresses. */
public final class InputPath implements ITypeConverter<Path> {
  @Override
  public Path convert(String name) {
    if (name.isEmpty()) {
      throw new TypeConversionException("the name of a file is empty");
    }
    try {
      return FileAddress.of(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
