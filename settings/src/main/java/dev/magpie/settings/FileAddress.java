package dev.magpie.settings;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names of files, which may be addresses of object storage and of web servers. Whoever names none
 * has nothing of these loaded.
 */
public final class FileAddress {
  private static final Pattern ADDRESS =
      Pattern.compile("(s3|https?)://([^/]+)(/.*)?", Pattern.CASE_INSENSITIVE);

  /** What is meant for one. */
  private static final Pattern SCHEME =
      Pattern.compile("(s3|https?):/.*", Pattern.CASE_INSENSITIVE);

  /** Where the launcher says that the module is, if it is not on the class path. */
  private static final String FOLDER = "magpie.storage";

  /** Loaded once, and by the first who needs them. */
  private static final class Loaded {
    static final List<FileSystemProvider> PROVIDERS = providers();

    private static List<FileSystemProvider> providers() {
      List<FileSystemProvider> found = new ArrayList<>(FileSystemProvider.installedProviders());
      ClassLoader own = FileAddress.class.getClassLoader();
      if (!own.equals(ClassLoader.getSystemClassLoader())) {
        // As on the machines of a cluster, which load this program while they run.
        ServiceLoader.load(FileSystemProvider.class, own).forEach(found::add);
      }
      String folder = System.getProperty(FOLDER, "");
      if (!folder.isEmpty()) {
        // Not closed: its classes are used until the process ends.
        ClassLoader loader = new URLClassLoader(jars(folder), FileAddress.class.getClassLoader());
        ServiceLoader.load(FileSystemProvider.class, loader).forEach(found::add);
      }
      return List.copyOf(found);
    }

    private static URL[] jars(String folders) {
      List<URL> urls = new ArrayList<>();
      for (String folder : folders.split(File.pathSeparator, -1)) {
        Path place = Path.of(folder);
        if (!Files.isDirectory(place)) {
          continue;
        }
        try (Stream<Path> all = Files.list(place)) {
          for (Path each : all.filter(file -> file.toString().endsWith(".jar")).toList()) {
            urls.add(each.toUri().toURL());
          }
        } catch (MalformedURLException e) {
          throw new IllegalArgumentException(e);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return urls.toArray(URL[]::new);
    }
  }

  private FileAddress() {}

  /** Whether a file is in the file system of this machine, and no object of a store. */
  public static boolean isHere(Path file) {
    return file.getFileSystem().equals(FileSystems.getDefault());
  }

  /** Whether a name is an address of a store or of a web server. */
  public static boolean isOne(String name) {
    return ADDRESS.matcher(name).matches();
  }

  /**
   * The place that a name in a file means, which is in the file's folder unless it says another.
   *
   * @throws IllegalArgumentException if it can be no name
   */
  public static Path from(Path folder, String name) {
    Path named = of(name);
    return named.isAbsolute() ? named : folder.resolve(name);
  }

  /**
   * The place that a name means.
   *
   * @throws IllegalArgumentException if it can be no name
   */
  public static Path of(String name) {
    Matcher address = ADDRESS.matcher(name);
    if (!address.matches()) {
      if (SCHEME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "%s: is no address, which is s3://bucket/key or https://server/file".formatted(name));
      }
      return Path.of(name);
    }
    String scheme = address.group(1).toLowerCase(Locale.ROOT);
    Optional<FileSystemProvider> provider =
        Loaded.PROVIDERS.stream().filter(each -> each.getScheme().equals(scheme)).findFirst();
    if (provider.isEmpty()) {
      throw new IllegalArgumentException(
          "%s: %s:// needs the module storage, which is not in this installation"
              .formatted(name, scheme));
    }
    try {
      String path = address.group(3) == null ? "/" : address.group(3);
      // Keys of objects are written as they are, addresses of the web with their escapes.
      return provider
          .get()
          .getPath(
              scheme.equals("s3")
                  ? new URI(scheme, address.group(2), path, null, null)
                  : new URI(name));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("%s: is no address: %s".formatted(name, e.getReason()), e);
    }
  }
}
