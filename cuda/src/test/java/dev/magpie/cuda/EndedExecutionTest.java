package dev.magpie.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A process that ends while it starts a program says so in a line. */
class EndedExecutionTest {
  /** Has started a program when it is too late. */
  static final class Late {
    private Late() {}

    public static void main(String[] arguments) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                try {
                  CudaExecution.remember(new Thread());
                } catch (IOException e) {
                  System.out.println(e.getMessage());
                }
              }));
    }
  }

  @Test
  void isToldInALine() throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Late.class.getName()))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).isEqualTo("the run is being ended" + System.lineSeparator());
  }
}
