package dev.magpie.cli.option;

import dev.magpie.memory.layout.Plugins;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --plugin}: codecs and layouts of a user's own jar join the registries. */
public final class PluginOption {
  @Option(
      names = "--plugin",
      paramLabel = "FILE.jar",
      converter = Loader.class,
      description = "A jar with codecs or layouts of your own; may be repeated.")
  @SuppressWarnings("UnusedVariable") // picocli loads the jars as it reads them
  private List<Path> plugins = new ArrayList<>();

  /** Loads a jar as its name is read, before any codec or layout is looked for. */
  static final class Loader implements ITypeConverter<Path> {
    @Override
    public Path convert(String name) {
      Path file = Path.of(name);
      try {
        InputFiles.opened(file);
        Plugins.load(file);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      } catch (IOException e) {
        throw new TypeConversionException(IoReason.withFile(e));
      }
      return file;
    }
  }
}
