package dev.magpie.cuda.channel;

import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The C library that looks at a program's calls of the true CUDA runtime, and writes what is in the
 * GPU's memory. It is compiled for each run.
 */
public final class CaptureLibrary implements AutoCloseable {
  private static final String SOURCE = "capture.c";
  private static final String LIBRARY = "libmagpie-capture.so";

  private final WholeDirectory directory;

  private CaptureLibrary(WholeDirectory directory) {
    this.directory = directory;
  }

  /**
   * Compiles it.
   *
   * @throws NoLibraryException if there is no C compiler, or it fails
   */
  public static CaptureLibrary compile() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    WholeDirectory directory;
    try {
      directory =
          WholeDirectory.begin(
              temporary.resolve("magpie-capture-" + ProcessHandle.current().pid()));
    } catch (IOException e) {
      throw new NoLibraryException(
          "%s: cannot be written: %s".formatted(temporary, IoReason.of(e)), e);
    }
    try (InputStream in =
        CaptureLibrary.class.getResourceAsStream("/dev/magpie/cuda/capture/" + SOURCE)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + SOURCE);
      }
      Files.copy(in, directory.part().resolve(SOURCE));
      CCompiler.run(
          directory.part(),
          List.of(
              "-std=gnu11",
              "-O2",
              "-fPIC",
              "-shared",
              "-fvisibility=hidden",
              SOURCE,
              "-o",
              LIBRARY,
              "-pthread",
              "-ldl"));
      return new CaptureLibrary(directory);
    } catch (IOException e) {
      directory.close();
      throw new NoLibraryException(
          "%s: cannot be written: %s".formatted(temporary, IoReason.of(e)), e);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Lets a program write snapshots.
   *
   * @param to takes them
   * @param every launches from one to the next
   */
  public void offer(Map<String, String> environment, Path to, long every) {
    String others = environment.getOrDefault("LD_PRELOAD", "");
    String own = directory.part().resolve(LIBRARY).toString();
    environment.put("LD_PRELOAD", others.isEmpty() ? own : own + ":" + others);
    environment.put("MAGPIE_CAPTURE_DIRECTORY", to.toString());
    environment.put("MAGPIE_CAPTURE_EVERY", Long.toString(every));
  }

  @Override
  public void close() {
    directory.close();
  }
}
