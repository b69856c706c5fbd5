package dev.magpie.gpu;

import static dev.magpie.gpu.FixedLatencyGpu.gtx580;
import static dev.magpie.gpu.FixedLatencyGpu.kernel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.core.LoadStoreCounters;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GpuTest {
  private static final String THREAD =
      """
      mov.u32 %r0, %tid.x;
      mov.u32 %r1, %ctaid.x;
      mov.u32 %r2, %ntid.x;
      mad.lo.u32 %r3, %r1, %r2, %r0;
      """;

  private static final String ADD =
      kernel(
          3,
          THREAD
              + """
              mul.wide.u32 %rd3, %r3, 4;
              add.u64 %rd4, %rd0, %rd3;
              add.u64 %rd5, %rd1, %rd3;
              add.u64 %rd6, %rd2, %rd3;
              ld.global.f32 %f0, [%rd4];
              ld.global.f32 %f1, [%rd5];
              add.f32 %f2, %f0, %f1;
              st.global.f32 [%rd6], %f2;
              """);

  @Test
  void vectorAdditionGivesTheSameEveryTime() {
    long cycles = 0;
    for (int round = 0; round < 2; round++) {
      FixedLatencyGpu simulation = new FixedLatencyGpu(gtx580());
      int n = 256 * 200;
      DeviceBuffer a = simulation.device.malloc("a", Dtype.F32, List.of((long) n));
      DeviceBuffer b = simulation.device.malloc("b", Dtype.F32, List.of((long) n));
      DeviceBuffer c = simulation.device.malloc("c", Dtype.F32, List.of((long) n));
      for (int i = 0; i < n; i++) {
        a.memory().setAtIndex(ValueLayout.JAVA_FLOAT, i, i);
        b.memory().setAtIndex(ValueLayout.JAVA_FLOAT, i, 2 * i);
      }
      LaunchTiming timing = simulation.run(ADD, 200, 256, a, b, c);
      for (int i = 0; i < n; i++) {
        assertThat(c.memory().getAtIndex(ValueLayout.JAVA_FLOAT, i)).isEqualTo(3f * i);
      }
      assertThat(timing.warpInstructions()).isEqualTo(200L * 8 * 16);
      assertThat(timing.occupancy()).isEqualTo(6);
      assertThat(timing.limit()).isEqualTo("warps");
      assertThat(simulation.requests()).hasSize(3 * n / 32);
      assertThat(round == 0 ? timing.cycles() : cycles).isEqualTo(timing.cycles());
      cycles = timing.cycles();
    }
  }

  @Test
  void dependentArithmeticTakesItsLatencyEach() {
    int count = 100;
    String chain = "mov.u32 %r0, 1;\n" + "mad.lo.u32 %r0, %r0, %r0, %r0;\n".repeat(count);
    LaunchTiming timing = new FixedLatencyGpu(gtx580()).run(kernel(0, chain), 1, 32);
    // The move, then each when the one before is done; the last one's end is not waited for.
    int move = latency(OperationClass.INTEGER_ADD);
    int multiplyAdd = latency(OperationClass.INTEGER_MULTIPLY_ADD);
    assertThat(timing.cycles()).isEqualTo(move + (long) (count - 1) * multiplyAdd + 1 + 1);
  }

  @Test
  void aBarrierThatIsNeverReachedIsADeadlock() {
    String half =
        THREAD
            + """
            setp.lt.u32 %p0, %r0, 32;
            @%p0 bar.sync 1, 64;
            """;
    assertThatThrownBy(() -> new FixedLatencyGpu(gtx580()).run(kernel(0, half), 1, 64))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("kernel k cannot go on")
        .hasMessageContaining("block 0, warp 0: waits at a barrier, line 14 (bar.sync)");
  }

  @Test
  void localMemoryStaysInTheL1WhileItFits() {
    FixedLatencyGpu simulation = new FixedLatencyGpu(gtx580());
    simulation.run(localArray(64), 1, 32);
    assertThat(simulation.requests()).isEmpty();
    LoadStoreCounters counts = simulation.gpu.counts().memory;
    assertThat(counts.localStores).isEqualTo(64);
    assertThat(counts.hits).isEqualTo(64);
    assertThat(counts.localWriteBacks).isZero();
  }

  @Test
  void localMemoryThatDoesNotFitIsWrittenBackAndFetched() {
    FixedLatencyGpu simulation = new FixedLatencyGpu(gtx580());
    simulation.run(localArray(256), 1, 32);
    // The L1 has 128 lines: the least recently used goes, which is the next to be read.
    LoadStoreCounters counts = simulation.gpu.counts().memory;
    assertThat(counts.localStores).isEqualTo(256);
    assertThat(counts.misses).isEqualTo(256);
    assertThat(counts.localWriteBacks).isEqualTo(256);
    assertThat(simulation.requests()).hasSize(512);
  }

  /** Writes words of local memory, then reads them in the same order. */
  private static String localArray(int words) {
    return kernel(
        0,
        """
        .local .align 16 .b8 mine[%d];
        mov.u64 %%rd1, mine;
        mov.u32 %%r0, 0;
        WRITE:
        st.local.u32 [%%rd1], %%r0;
        add.u64 %%rd1, %%rd1, 4;
        add.u32 %%r0, %%r0, 1;
        setp.lt.u32 %%p0, %%r0, %d;
        @%%p0 bra WRITE;
        mov.u64 %%rd1, mine;
        mov.u32 %%r0, 0;
        READ:
        ld.local.u32 %%r1, [%%rd1];
        add.u64 %%rd1, %%rd1, 4;
        add.u32 %%r0, %%r0, 1;
        setp.lt.u32 %%p0, %%r0, %d;
        @%%p0 bra READ;
        """
            .formatted(4 * words, words, words));
  }

  @Test
  void observersLookAtTheirTimes() {
    FixedLatencyGpu simulation = new FixedLatencyGpu(gtx580());
    List<Long> samples = new ArrayList<>();
    simulation.gpu.observe(
        new GpuObserver() {
          @Override
          public long sampleInterval() {
            return 100;
          }

          @Override
          public void sample(long cycle) {
            samples.add(cycle);
            assertThat(simulation.gpu.cycle()).isEqualTo(cycle);
          }
        });
    LaunchTiming timing = simulation.run(kernel(0, chain()), 16, 32);
    assertThat(samples).hasSize((int) (timing.cycles() - 1) / 100);
    assertThat(samples.getFirst()).isEqualTo(100);
  }

  @Test
  void theMemoryIsToldHowMuchLatencyTheProgramHides() {
    FixedLatencyGpu simulation = new FixedLatencyGpu(gtx580());
    simulation.run(kernel(0, chain()), 16, 32);
    List<Double> tolerances = simulation.tolerances();
    // One of 32 schedulers' warps is ready each fourth cycle, half of the schedulers have one.
    assertThat(tolerances).hasSize(4);
    assertThat(tolerances.get(1)).isEqualTo(0.125);
  }

  /** Instructions that need what the one before has made. */
  private static String chain() {
    return "mov.u32 %r0, 1;\n" + "add.u32 %r0, %r0, %r0;\n".repeat(1100);
  }

  private static int latency(OperationClass kind) {
    return Objects.requireNonNull(gtx580().core().timing().get(kind)).latency();
  }
}
