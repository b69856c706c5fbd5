package dev.magpie.gpu.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.ptx.Device;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How fast a multiprocessor multiplies matrices that its warps have in registers. */
class MatrixTimingTest {
  private static final int WARPS = 16;
  private static final int CHAINS = 8;

  private static String ptx(String instruction, int times) {
    return """
    .version 8.0
    .target sm_80
    .address_size 64
    .visible .entry k()
    {
    .reg .b32 %%x<40>;
    .reg .f64 %%z<40>;
    %s
    ret;
    }
    """
        .formatted(instruction.repeat(times));
  }

  /** So many of an instruction in each warp, eight of them on accumulators of their own. */
  private static String eight(String instruction) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < CHAINS; i++) {
      String register = instruction.contains("f64") ? "%z" : "%x";
      String sums =
          instruction.contains("m8n8")
              ? "{%s, %s}".formatted(register + (2 * i), register + (2 * i + 1))
              : "{%s, %s, %s, %s}"
                  .formatted(
                      register + 4 * i,
                      register + (4 * i + 1),
                      register + (4 * i + 2),
                      register + (4 * i + 3));
      text.append(instruction.replace("D", sums)).append(";\n");
    }
    return text.toString();
  }

  private record Run(List<Long> cycles, long instructions) {}

  private static Run run(String gpu, String instruction, ByteArrayOutputStream out)
      throws IOException {
    Device device = new Device();
    try (TimedDevice timed = RecordedRun.recording(gpu, RecordedRun.LATENCY, out).build(device)) {
      List<Long> cycles = RecordedRun.cycles(timed.gpu());
      for (int times : new int[] {4, 12}) {
        RecordedRun.launch(
            timed, device.load("mma.ptx", ptx(eight(instruction), times)), "k", 1, 32 * WARPS);
      }
      timed.gpu().finish();
      return new Run(new ArrayList<>(cycles), timed.gpu().counts().warpInstructions());
    }
  }

  private static final String HALVES =
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 D, {%x32,%x33,%x34,%x35}, {%x36,%x37}, D";

  /** Multiply-adds a cycle and multiprocessor, as white papers say; of p100's lanes 64. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "v100; 2048; 512; " + HALVES,
        "a100; 2048; 1024; " + HALVES,
        "h100; 2048; 2048; " + HALVES,
        "h200; 2048; 2048; " + HALVES,
        "rtx4090; 2048; 256; " + HALVES,
        "p100; 2048; 64; " + HALVES,
        "a100; 1024; 512; mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 D, {%x32,%x33,%x34,%x35}, {%x36,%x37}, D",
        "a100; 4096; 2048; mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 D, {%x32,%x33,%x34,%x35}, {%x36,%x37}, D",
        "a100; 32768; 16384; mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc D, {%x32,%x33,%x34,%x35}, {%x36,%x37}, D",
        "a100; 256; 64; mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 D, {%z32}, {%z33}, D",
        "h100; 256; 128; mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 D, {%z32}, {%z33}, D",
      })
  void peakRates(String gpu, int products, double rate, String instruction) throws IOException {
    Run run = run(gpu, instruction, new ByteArrayOutputStream());
    double more = (12.0 - 4) * CHAINS * WARPS;
    double perCycle = more * products / (run.cycles.get(1) - run.cycles.get(0));
    assertThat(perCycle).isCloseTo(rate, within(rate / 50));
  }

  @Test
  void aRecordingIsReplayedElsewhereToTheCycle(@TempDir Path directory) throws IOException {
    for (String from : List.of("a100", "p100")) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      run(from, HALVES, out);
      Path file = directory.resolve(from);
      Files.write(file, out.toByteArray());
      for (String to : List.of("v100", "h100", "p100", "a100")) {
        Run there = run(to, HALVES, new ByteArrayOutputStream());
        RecordedRun.Outcome replayed = RecordedRun.replay(file, to);
        assertThat(replayed.cycles()).as("from %s on %s", from, to).isEqualTo(there.cycles);
        assertThat(replayed.warpInstructions()).isEqualTo(there.instructions);
      }
    }
  }

  /** Programs without matrices have no count of them. */
  @Test
  void instructionsAreCounted() throws IOException {
    Device device = new Device();
    try (TimedDevice timed =
        RecordedRun.recording("a100", RecordedRun.LATENCY, new ByteArrayOutputStream())
            .build(device)) {
      RecordedRun.launch(timed, device.load("a.ptx", ptx("", 1)), "k", 1, 32);
      assertThat(timed.gpu().counts().instructions()).doesNotContainKey(OperationClass.MATRIX);
      RecordedRun.launch(timed, device.load("b.ptx", ptx(eight(HALVES), 1)), "k", 1, 64);
      assertThat(timed.gpu().counts().instructions()).containsEntry(OperationClass.MATRIX, 16L);
      timed.gpu().finish();
    }
  }
}
