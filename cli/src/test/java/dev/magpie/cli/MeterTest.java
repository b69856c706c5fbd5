package dev.magpie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.Meter;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MeterTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  private static Allocation array(String name, int bytes) {
    return new Allocation(
        Path.of("dir/model.safetensors"),
        new Allocation.Key("model.safetensors", name),
        "u8",
        List.of((long) bytes),
        new Tensor(Dtype.U8, List.of((long) bytes), MemorySegment.ofArray(new byte[bytes])));
  }

  /** The line appears behind the first second; nobody is told how fast before. */
  @Test
  @Timeout(300)
  void theLineSaysWhichArrayItIsAt() throws InterruptedException {
    List<Allocation> arrays = List.of(array("first", 100), array("none", 0), array("second", 100));
    Console console =
        new Console(OutputStream.nullOutputStream(), new PrintStream(shown, true, UTF_8), 0, 80);
    try (Meter meter = Meter.ofArrays(console, arrays)) {
      meter.accept(100);
      while (shown.size() == 0) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      assertThat(shown.toString(UTF_8))
          .contains("magpie: 50 % of 200 B, 0 MB/s, ")
          .contains(" s left, model.safetensors: second");
      meter.accept(100);
    }
    assertThat(shown.toString(UTF_8)).endsWith("\r\u001b[K");
  }

  @Test
  void aLineIsCutWhereTheTerminalEnds() {
    Console console =
        new Console(OutputStream.nullOutputStream(), new PrintStream(shown, true, UTF_8), 0, 10);
    console.show("magpie: far too long");
    assertThat(shown.toString(UTF_8)).isEqualTo("\r\u001b[Kmagpie: f");
  }
}
