package dev.magpie.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailureTest {
  /** A shell that waits for a program, which would otherwise say that nobody answers it. */
  @Test
  void whatAProgramHasStartedEndsWithIt() throws Exception {
    assumeFalse(System.getProperty("os.name").startsWith("Windows"), "there is no sh");
    Process shell = new ProcessBuilder("sh", "-c", "sleep 1000 & echo $!; wait").start();
    try (BufferedReader output = shell.inputReader()) {
      ProcessHandle sleeping = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      Failure failure = new Failure();
      failure.endsWith(shell);
      failure.keep(new IOException("the disk is full"));
      sleeping.onExit().get(30, TimeUnit.SECONDS);
      assertThat(shell.waitFor(30, TimeUnit.SECONDS)).isTrue();
      failure.keep(new IOException("the connection is gone"));
      assertThatThrownBy(failure::rethrow).hasMessage("the disk is full");
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
  }
}
