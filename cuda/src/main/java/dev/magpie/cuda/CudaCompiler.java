package dev.magpie.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.settings.InputFiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** NVIDIA's compiler, where there is one. */
public final class CudaCompiler {
  /** Its statuses after SIGHUP, SIGINT, SIGKILL and SIGTERM. */
  private static final Set<Integer> ENDED = Set.of(129, 130, 137, 143);

  /** What it says where one of them came to what it has started. */
  private static final Pattern DIED =
      Pattern.compile("(?m)^nvcc: Terminated$|died due to signal (1|2|9|15)\\b");

  private static final int MOST_BYTES = 16 << 20;

  private final Path nvcc;

  private CudaCompiler(Path nvcc) {
    this.nvcc = nvcc;
  }

  /** The one on the path, or where CUDA is installed as a rule. */
  public static Optional<CudaCompiler> find(Map<String, String> environment) {
    return Stream.concat(
            Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)),
            Stream.of(
                environment.getOrDefault("CUDA_HOME", "") + "/bin",
                environment.getOrDefault("CUDA_PATH", "") + "/bin",
                "/usr/local/cuda/bin"))
        .map(each -> Path.of(each, "nvcc"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(CudaCompiler::new);
  }

  /**
   * Compiles a program that can be executed here: with PTX, and lines of its source in it.
   *
   * @param program the file to make, in a directory that takes what the compiler makes on the way
   * @return what the compiler says of the source's mistakes; empty if it has compiled it
   * @throws IOException if the compiler cannot be run, or is ended
   */
  public Optional<String> compile(Path source, Path program) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    nvcc.toString(),
                    "-cudart",
                    "shared",
                    "-arch=sm_75",
                    "-lineinfo",
                    "-MD",
                    "-MF",
                    dependencies(program).toString(),
                    source.toString(),
                    "-o",
                    program.toString()))
            .redirectErrorStream(true);
    builder.environment().put("TMPDIR", String.valueOf(program.toAbsolutePath().getParent()));
    Process process = builder.start();
    String said;
    try (InputStream out = process.getInputStream()) {
      said = new String(out.readAllBytes(), UTF_8).strip();
    }
    try {
      int status = process.waitFor();
      if (status != 0 && (ENDED.contains(status) || DIED.matcher(said).find())) {
        throw new IOException(("nvcc was ended. " + said).strip());
      }
      return status == 0 ? Optional.empty() : Optional.of(said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** All files that a program was compiled from; none if the compiler did not say. */
  public static List<Path> sources(Path program) {
    try {
      String rule = InputFiles.text(dependencies(program), MOST_BYTES).replace("\\\n", " ");
      String[] names = rule.substring(rule.indexOf(':') + 1).strip().split("(?<!\\\\)\\s+", -1);
      return Stream.of(names).map(each -> Path.of(each.replace("\\ ", " "))).toList();
    } catch (IOException | InvalidPathException _) {
      return List.of();
    }
  }

  /** A rule of a makefile that the compiler writes. */
  private static Path dependencies(Path program) {
    return Path.of(program + ".d");
  }
}
