package dev.magpie.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** NVIDIA's compiler, where there is one. */
public final class CudaCompiler {
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
   * @param program the file to make
   * @return what the compiler says of the source's mistakes; empty if it has compiled it
   * @throws IOException if the compiler cannot be run
   */
  public Optional<String> compile(Path source, Path program) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    nvcc.toString(),
                    "-cudart",
                    "shared",
                    "-arch=sm_75",
                    "-lineinfo",
                    source.toString(),
                    "-o",
                    program.toString()))
            .redirectErrorStream(true)
            .start();
    String said;
    try (InputStream out = process.getInputStream()) {
      said = new String(out.readAllBytes(), UTF_8).strip();
    }
    try {
      return process.waitFor() == 0 ? Optional.empty() : Optional.of(said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
