package dev.magpie.gpu;

import static dev.magpie.gpu.Simulation.gtx580;
import static dev.magpie.gpu.Simulation.kernel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
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
      Simulation simulation = new Simulation(gtx580());
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
    LaunchTiming timing = new Simulation(gtx580()).run(kernel(0, chain), 1, 32);
    // The move, then each when the one before is done; the last one's end is not waited for.
    int move = latency(OperationClass.INTEGER_ADD);
    int multiplyAdd = latency(OperationClass.INTEGER_MULTIPLY_ADD);
    assertThat(timing.cycles()).isEqualTo(move + (long) (count - 1) * multiplyAdd + 1 + 1);
  }

  private static int latency(OperationClass kind) {
    return Objects.requireNonNull(gtx580().core().timing().get(kind)).latency();
  }
}
