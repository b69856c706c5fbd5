package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.settings.Records;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Launches that find nothing in caches, and what a launch takes besides its blocks. */
class ColdCachesTest {
  private static final GpuConfig GTX580 = GpuConfigs.named("gtx580").orElseThrow();
  private static final int WORDS = 32 * 256;

  /** Adds one to each word. */
  private static final String PTX =
      """
      .version 6.0
      .target sm_50
      .address_size 64
      .visible .entry k(.param .u64 p)
      {
        .reg .b32 %r<6>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [p];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.s32 %r4, %r1, %r2, %r3;
        mul.wide.u32 %rd2, %r4, 4;
        add.u64 %rd3, %rd1, %rd2;
        ld.global.u32 %r5, [%rd3];
        add.u32 %r5, %r5, 1;
        st.global.u32 [%rd3], %r5;
        ret;
      }
      """;

  private static List<SimulationResult.Launch> launches(
      GpuConfig config, UnaryOperator<TimedGpuBuilder> with) {
    Device device = new Device();
    DeviceBuffer buffer = device.malloc("p", Dtype.U32, List.of((long) WORDS));
    Launch launch =
        Launch.of(
            device.load("k.ptx", PTX).kernel("k"),
            Dim3.of(WORDS / 256),
            Dim3.of(256),
            Argument.of(buffer));
    try (TimedDevice timed = with.apply(TimedGpu.builder(config)).build(device)) {
      for (int i = 0; i < 3; i++) {
        timed.launch(launch, LaunchOptions.DEFAULT);
      }
      assertThat(buffer.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(3);
      return timed.gpu().result("test", "k").launches();
    }
  }

  @Test
  void everyLaunchReadsItsDataFromMemory() {
    List<SimulationResult.Launch> warm = launches(GTX580, gpu -> gpu);
    List<SimulationResult.Launch> cold = launches(GTX580, TimedGpuBuilder::coldCaches);
    assertThat(warm.get(1).dramBytes()).as("all is in the L2").isZero();
    assertThat(cold).extracting(each -> each.dramBytes()).containsOnly(4L * WORDS);
    assertThat(cold.get(0).cycles()).isEqualTo(warm.get(0).cycles());
    assertThat(cold.get(1).cycles()).isGreaterThan(warm.get(1).cycles());
  }

  @Test
  void aLaunchTakesItsOwnCyclesBesides() {
    List<SimulationResult.Launch> none = launches(GTX580, gpu -> gpu);
    List<SimulationResult.Launch> some =
        launches(Records.with(GTX580, "launch-cycles", 700), gpu -> gpu);
    for (int i = 0; i < 3; i++) {
      // The DRAM refreshes at other times.
      assertThat(some.get(i).cycles() - none.get(i).cycles()).isBetween(650L, 750L);
    }
  }
}
