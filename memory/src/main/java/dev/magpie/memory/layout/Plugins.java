package dev.magpie.memory.layout;

import dev.magpie.codec.CodecProvider;
import dev.magpie.codec.Codecs;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.zip.ZipFile;

/** Codecs and layouts of a user's own jar: those that its {@code META-INF/services} names. */
public final class Plugins {
  private Plugins() {}

  /**
   * Adds them to the registries.
   *
   * @throws IllegalArgumentException saying why if there are none, or they cannot be added
   */
  public static void load(Path file) {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      if (jar.size() == 0) {
        throw new IllegalArgumentException(file + ": is an empty jar");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file + (Files.exists(file) ? ": is no jar" : ": there is no such file"));
    }
    int found = 0;
    try {
      // Not closed: what is loaded is used until the command ends.
      ClassLoader loader =
          new URLClassLoader(new URL[] {file.toUri().toURL()}, Plugins.class.getClassLoader());
      for (CodecProvider each : providers(CodecProvider.class, loader)) {
        each.codecs().forEach(Codecs::add);
        found++;
      }
      for (LayoutProvider each : providers(LayoutProvider.class, loader)) {
        each.layouts().forEach(Layouts::add);
        found++;
      }
    } catch (IllegalArgumentException | IOException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage());
    } catch (ExceptionInInitializerError | ServiceConfigurationError e) {
      String cause = e.getCause() == null ? "" : ": " + e.getCause();
      throw new IllegalArgumentException("%s: %s%s".formatted(file, e.getMessage(), cause));
    } catch (LinkageError e) {
      throw new IllegalArgumentException(
          "%s: does not fit this version of Magpie: %s".formatted(file, e));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("%s: its provider ends with %s".formatted(file, e));
    }
    if (found == 0) {
      throw new IllegalArgumentException(
          "%s: names no class in META-INF/services/%s, nor in META-INF/services/%s"
              .formatted(file, CodecProvider.class.getName(), LayoutProvider.class.getName()));
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
