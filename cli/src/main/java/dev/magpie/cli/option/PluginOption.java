package dev.magpie.cli.option;

import dev.magpie.codec.CodecProvider;
import dev.magpie.codec.Codecs;
import dev.magpie.memory.layout.LayoutProvider;
import dev.magpie.memory.layout.Layouts;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.zip.ZipFile;
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
      load(file);
      return file;
    }
  }

  private static void load(Path file) {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      if (jar.size() == 0) {
        throw new TypeConversionException(file + ": is an empty jar");
      }
    } catch (IOException e) {
      throw new TypeConversionException(
          file + (Files.exists(file) ? ": is no jar" : ": there is no such file"));
    }
    try {
      // Not closed: what is loaded is used until the command ends.
      ClassLoader loader =
          new URLClassLoader(new URL[] {file.toUri().toURL()}, PluginOption.class.getClassLoader());
      int found = 0;
      for (CodecProvider each : providers(CodecProvider.class, loader)) {
        each.codecs().forEach(Codecs::add);
        found++;
      }
      for (LayoutProvider each : providers(LayoutProvider.class, loader)) {
        each.layouts().forEach(Layouts::add);
        found++;
      }
      if (found == 0) {
        throw new TypeConversionException(
            "%s: names no class in META-INF/services/%s, nor in META-INF/services/%s"
                .formatted(file, CodecProvider.class.getName(), LayoutProvider.class.getName()));
      }
    } catch (IllegalArgumentException | IOException | ServiceConfigurationError e) {
      throw new TypeConversionException(file + ": " + e.getMessage());
    } catch (LinkageError e) {
      throw new TypeConversionException(
          "%s: does not fit this version of Magpie: %s".formatted(file, e));
    }
  }

  /** Those of the jar itself. */
  private static <T> List<T> providers(Class<T> type, ClassLoader loader) {
    return ServiceLoader.load(type, loader).stream()
        .filter(each -> loader.equals(each.type().getClassLoader()))
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
