package dev.magpie.cuda.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * The C library that stands in place of CUDA's in a program's process. It is compiled when it is
 * first needed, and kept for later.
 */
public final class ClientLibrary {
  private static final List<String> HEADERS =
      List.of(
          "absent.h",
          "calls.h",
          "connection.h",
          "driver.h",
          "graphs.h",
          "initialization.h",
          "launch.h",
          "registrations.h",
          "runtime.h",
          "sharing.h");
  private static final List<String> SOURCES =
      List.of(
          "absent.c",
          "arrays.c",
          "connection.c",
          "contexts.c",
          "device.c",
          "driver.c",
          "drivermemory.c",
          "driverwork.c",
          "graphs.c",
          "initialization.c",
          "launch.c",
          "libraries.c",
          "memory.c",
          "modules.c",
          "nodeparameters.c",
          "nodes.c",
          "patch.c",
          "ranges.c",
          "registrations.c",
          "sharing.c",
          "streams.c",
          "textures.c",
          "userobjects.c",
          "virtual.c");

  /** What programs may be linked to. */
  private static final List<String> NAMES =
      List.of("libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13", "libcuda.so.1");

  private static final String LIBRARY = "libmagpie-cuda.so";
  private static final List<String> OPTIONS =
      List.of("-std=gnu11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden");

  private final Path directory;

  private ClientLibrary(Path directory) {
    this.directory = directory;
  }

  /**
   * The library, which is compiled if it has not been before.
   *
   * @param cache where it is kept
   * @param say is told that it is compiled, which takes some seconds
   * @throws NoLibraryException if there is no C compiler, or it fails
   */
  public static ClientLibrary in(Path cache, Consumer<String> say) {
    Path place = cache.resolve("exec-" + version());
    if (place.toString().matches(".*[ :].*")) {
      throw new NoLibraryException(
          place
              + ": the loader cannot take a library from a place with a space or a colon in its"
              + " name; name another with XDG_CACHE_HOME");
    }
    if (Files.exists(place.resolve(LIBRARY))) {
      return new ClientLibrary(place);
    }
    say.accept("compiling what stands in place of CUDA's libraries, once, into " + place);
    try {
      Files.createDirectories(cache);
      try (WholeDirectory whole = WholeDirectory.begin(place)) {
        compile(whole.part());
        whole.commit();
      } catch (DirectoryNotEmptyException e) {
        // Another process was faster.
        return new ClientLibrary(place);
      }
    } catch (IOException e) {
      throw new NoLibraryException(
          "%s: cannot be written: %s; name another place with XDG_CACHE_HOME"
              .formatted(place, IoReason.of(e)),
          e);
    }
    return new ClientLibrary(place);
  }

  /** Where it is kept unless somebody says otherwise. */
  public static Path userCache(Map<String, String> environment) {
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
    return (cache.isEmpty() ? home.resolve(".cache") : Path.of(cache)).resolve("magpie");
  }

  /** Lets a program find it. */
  public void offer(Map<String, String> environment) {
    String others = environment.getOrDefault("LD_PRELOAD", "");
    String own =
        Stream.concat(Stream.of(LIBRARY), NAMES.stream())
            .map(each -> directory.resolve(each).toString())
            .collect(Collectors.joining(":"));
    // What a user preloads looks at calls on their way here.
    environment.put("LD_PRELOAD", others.isEmpty() ? own : others + ":" + own);
    String path = environment.getOrDefault("LD_LIBRARY_PATH", "");
    environment.put("LD_LIBRARY_PATH", path.isEmpty() ? "" + directory : directory + ":" + path);
  }

  private static void compile(Path directory) throws IOException {
    for (String each : Stream.concat(HEADERS.stream(), SOURCES.stream()).toList()) {
      Files.write(directory.resolve(each), text(each));
    }
    List<String> all = new ArrayList<>(OPTIONS);
    all.addAll(SOURCES);
    all.addAll(List.of("-o", LIBRARY, "-pthread", "-ldl"));
    CCompiler.run(directory, all);
    for (String name : NAMES) {
      alias(directory, name);
    }
  }

  /** A library of a name that programs ask for, with nothing in it but what the first has. */
  private static void alias(Path directory, String name) throws IOException {
    Files.writeString(directory.resolve("empty.c"), "");
    Files.writeString(directory.resolve("versions"), name + " { };\n");
    CCompiler.run(
        directory,
        List.of(
            "-shared",
            "empty.c",
            "-Wl,-soname," + name,
            "-Wl,--version-script=versions",
            "-Wl,--no-as-needed",
            "-Wl,-rpath,$ORIGIN",
            "-L.",
            "-l:" + LIBRARY,
            "-o",
            name));
  }

  private static String version() {
    Checksum sum = new CRC32C();
    for (String each : Stream.concat(HEADERS.stream(), SOURCES.stream()).toList()) {
      sum.update(text(each));
    }
    sum.update(String.join(" ", OPTIONS).getBytes(UTF_8));
    sum.update(String.join(" ", NAMES).getBytes(UTF_8));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  private static byte[] text(String name) {
    try (InputStream in =
        ClientLibrary.class.getResourceAsStream("/dev/magpie/cuda/library/" + name)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
