package dev.magpie.gpu.silicon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.silicon.CompressibleMemory.Comparison;
import dev.magpie.gpu.silicon.CompressibleMemory.Times;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data is written, timed and compared in both memories, of a driver that stands in for CUDA's. */
class CompressibleMemoryTest {
  @TempDir private Path directory;

  @BeforeEach
  void pointToTheDriver() throws IOException, InterruptedException {
    System.setProperty("magpie.libcuda", StandInDriver.compiled(directory).toString());
  }

  @AfterEach
  void pointToNone() {
    System.clearProperty("magpie.libcuda");
  }

  @Test
  void dataIsRepeatedAndReadBackFromBothMemories() {
    byte[] odd = new byte[1000];
    for (int i = 0; i < odd.length; i++) {
      odd[i] = (byte) (7 * i);
    }
    try (CompressibleMemory memory = CompressibleMemory.open(0, 3)) {
      Comparison comparison = memory.time(MemorySegment.ofArray(odd));
      assertThat(comparison.bytes()).isEqualTo(8L << 16);
      assertThat(comparison.ordinary().read()).hasSize(3);
      assertThat(comparison.compressible().write()).hasSize(3);
    }
  }

  @Test
  void speedupsAreOfMedians() {
    Comparison comparison =
        new Comparison(
            1,
            new Times(List.of(9.0, 1.0, 6.0), List.of(8.0)),
            new Times(List.of(3.0), List.of(4.0)));
    assertThat(comparison.writeSpeedup()).isEqualTo(2);
    assertThat(comparison.readSpeedup()).isEqualTo(2);
  }
}
