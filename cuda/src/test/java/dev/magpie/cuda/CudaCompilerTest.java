package dev.magpie.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of nvcc, with a script in its place. */
class CudaCompilerTest {
  @TempDir private Path directory;

  @BeforeEach
  void needsShell() {
    assumeFalse(System.getProperty("os.name").startsWith("Windows"), "there is no sh");
  }

  private CudaCompiler compiler(String script) throws IOException {
    Path nvcc = Files.createDirectories(directory.resolve("cuda/bin")).resolve("nvcc");
    Files.writeString(nvcc, "#!/bin/sh\n" + script);
    assertThat(nvcc.toFile().setExecutable(true)).isTrue();
    return CudaCompiler.find(Map.of("CUDA_HOME", directory.resolve("cuda").toString()))
        .orElseThrow();
  }

  /** So that nothing stays where it is killed. */
  @Test
  void whatItMakesOnTheWayIsBesideTheProgram() throws IOException {
    Path program = Files.createDirectory(directory.resolve("out")).resolve("app");
    assertThat(compiler("echo $TMPDIR; exit 1").compile(Path.of("app.cu"), program))
        .contains(directory.resolve("out").toString());
  }

  @Test
  void anEndedCompilerHasFoundNoMistake() throws IOException {
    for (String ended :
        List.of(
            "kill -TERM $$",
            "echo \"'gcc' died due to signal 2\"; exit 2",
            "echo 'nvcc: Terminated'; exit 255")) {
      CudaCompiler compiler = compiler(ended);
      assertThatThrownBy(() -> compiler.compile(Path.of("app.cu"), directory.resolve("app")))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("nvcc was ended.");
    }
  }

  /** Of ptxas and of what crashes: no matter of signals to magpie. */
  @Test
  void otherStatusesAreMistakes() throws IOException {
    String fatal = "ptxas fatal : Unresolved extern function 'f'";
    assertThat(
            compiler("echo \"" + fatal + "\"; exit 255")
                .compile(Path.of("app.cu"), directory.resolve("app")))
        .contains(fatal);
    String warning = "warning: text \"died due to signal 2\"";
    assertThat(
            compiler("echo '" + warning + "'").compile(Path.of("app.cu"), directory.resolve("app")))
        .isEmpty();
  }

  @Test
  void headersAreSources() throws IOException {
    Path program = directory.resolve("app");
    assertThat(CudaCompiler.sources(program)).isEmpty();
    Files.writeString(program.resolveSibling("app.d"), "app : app.cu \\\n    a\\ b.h \\\n /c.h\n");
    assertThat(CudaCompiler.sources(program))
        .containsExactly(Path.of("app.cu"), Path.of("a b.h"), Path.of("/c.h"));
  }
}
