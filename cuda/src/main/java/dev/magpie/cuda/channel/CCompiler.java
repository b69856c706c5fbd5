package dev.magpie.cuda.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The machine's C compiler. */
final class CCompiler {
  private CCompiler() {}

  /**
   * Runs it.
   *
   * @throws NoLibraryException if there is none, or it fails
   */
  static void run(Path directory, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("cc"));
    command.addAll(arguments);
    Process compiler;
    try {
      compiler =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      throw new NoLibraryException(
          "a C compiler is needed once, for what stands in place of CUDA's libraries, and there is"
              + " no 'cc': install gcc or clang",
          e);
    }
    String said;
    try (InputStream out = compiler.getInputStream()) {
      said = new String(out.readAllBytes(), UTF_8);
      if (compiler.waitFor() != 0) {
        throw new NoLibraryException(
            "cc cannot compile what stands in place of CUDA's libraries: "
                + said.lines().findFirst().orElse("it says nothing"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoLibraryException("cc was interrupted", e);
    }
  }
}
