package dev.magpie.workload.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The CUDA compiler, where there is one. */
final class Nvcc {
  /** The version whose output is committed. */
  static final String RELEASE = "release 13.0";

  private Nvcc() {}

  /** Skips the test unless there is a compiler of the version that wrote the committed PTX. */
  static void assumePresent() throws IOException, InterruptedException {
    Optional<Path> found =
        Arrays.stream(
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
            .map(folder -> Path.of(folder, "nvcc"))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), "there is no nvcc on the PATH");
    String version = run(List.of("nvcc", "--version"));
    assumeTrue(version.contains(RELEASE), "nvcc is not of CUDA's " + RELEASE);
  }

  /** Compiles a source to PTX, with options. */
  static String compile(Path source, Path target, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("nvcc", "-ptx", "-arch=sm_75"));
    command.addAll(List.of(options));
    command.addAll(List.of("-o", target.toString(), source.toString()));
    run(command);
    return Files.readString(target);
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(String.join(" ", command) + ":\n" + output);
    }
    return output;
  }
}
