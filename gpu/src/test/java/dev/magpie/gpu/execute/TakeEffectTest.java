package dev.magpie.gpu.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.stream.StuckException;
import dev.magpie.gpu.stream.WrittenLines;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks that take no time do the same at once and, where somebody watches, step by step. */
class TakeEffectTest {
  private static final GpuConfig GPU = GpuConfigs.named("gtx580").orElseThrow();
  private static final int BLOCKS = 40;
  private static final int THREADS = 96;
  private static final int WORDS = 1 << 16;

  /**
   * Stores rows, vectors, words far apart and under a guard; adds; turns words around in shared.
   */
  private static final String PTX =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry k(.param .u64 data) {
        .reg .pred %p<4>;
        .reg .b32 %r<16>;
        .reg .b64 %rd<16>;
        .shared .align 4 .b8 turned[384];
        ld.param.u64 %rd0, [data];
        mov.u32 %r0, %tid.x;
        mov.u32 %r1, %ctaid.x;
        mad.lo.u32 %r2, %r1, 96, %r0;
        shl.b32 %r3, %r0, 2;
        mov.u32 %r4, turned;
        add.u32 %r5, %r4, %r3;
        st.shared.u32 [%r5], %r2;
        bar.sync 0;
        sub.u32 %r6, 380, %r3;
        add.u32 %r6, %r4, %r6;
        ld.shared.u32 %r7, [%r6];
        mul.wide.u32 %rd1, %r2, 4;
        add.u64 %rd2, %rd0, %rd1;
        st.global.u32 [%rd2], %r7;
        mul.wide.u32 %rd3, %r2, 8;
        add.u64 %rd4, %rd0, %rd3;
        st.global.v2.u32 [%rd4 + 40000], {%r7, %r2};
        mul.lo.u32 %r8, %r2, 1723;
        and.b32 %r8, %r8, 255;
        mul.wide.u32 %rd5, %r8, 512;
        add.u64 %rd6, %rd0, %rd5;
        and.b32 %r9, %r2, 7;
        setp.eq.u32 %p1, %r9, 3;
        @%p1 st.global.u16 [%rd6 + 131074], %r2;
        setp.eq.u32 %p2, %r9, 5;
        @%p2 red.global.add.u32 [%rd6 + 131328], %r1;
        mov.u32 %r10, %nsmid;
        st.global.u32 [%rd0 + 128], %r10;
        ret;
      }
      .visible .entry forever(.param .u64 data) {
        AGAIN:
        bra AGAIN;
      }
      """;

  /** What blocks did to memory, which ranges they said they wrote, and their instructions. */
  private record Effect(
      List<Integer> memory, List<List<Long>> written, long issued, long threadInstructions) {}

  private static Kernel kernel(Device device, String name) {
    return device.load("k.ptx", PTX).kernel(name);
  }

  private static PtxKernel prepare(Device device, String name, LaunchOptions options) {
    DeviceBuffer data = device.malloc("data", Dtype.I32, List.of((long) WORDS));
    return new PtxKernel(
        device,
        Launch.of(kernel(device, name), Dim3.of(BLOCKS), Dim3.of(THREADS), Argument.of(data)),
        options,
        GPU,
        1 << 20);
  }

  private static Effect effect(LaunchOptions options) {
    Device device = new Device();
    PtxKernel kernel = prepare(device, "k", options);
    WrittenLines written = new WrittenLines();
    long issued = kernel.takeEffect(3, 17, 1 << 20, written);
    issued += kernel.takeEffect(20, BLOCKS, 1 << 20, written);
    List<List<Long>> ranges = new ArrayList<>();
    written.forEach((address, bytes) -> ranges.add(List.of(address, bytes)));
    return new Effect(
        Arrays.stream(
                Objects.requireNonNull(device.buffers().get("data"))
                    .memory()
                    .toArray(ValueLayout.JAVA_INT))
            .boxed()
            .toList(),
        ranges,
        issued,
        kernel.profile().threadInstructions());
  }

  private static LaunchOptions watched() {
    return LaunchOptions.DEFAULT.withObserver((_, _, _, _, _, _, _) -> {});
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20, Integer.MAX_VALUE})
  void theEffectIsTheSame(int compilesAfter) {
    Effect stepped = effect(watched());
    Effect whole = effect(LaunchOptions.DEFAULT.compilingAfter(compilesAfter));

    assertThat(whole).isEqualTo(stepped);
    assertThat(whole.memory().get(32)).as("%nsmid").isEqualTo(GPU.multiprocessors());
    assertThat(whole.written())
        .as("rows, vectors, and words and sums far apart")
        .hasSizeGreaterThan(50);
  }

  @Test
  void aBlockThatHangsIsEnded() {
    assertThatThrownBy(() ->
            prepare(new Device(), "forever", LaunchOptions.DEFAULT)
                .takeEffect(0, 1, 1000, new WrittenLines()))
        .isInstanceOf(StuckException.class)
        .hasMessage("has issued more than 1000 warp-instructions");
    assertThatThrownBy(() ->
            prepare(new Device(), "forever", watched()).takeEffect(0, 1, 1000, new WrittenLines()))
        .isInstanceOf(StuckException.class)
        .hasMessageContaining("has issued more than 1000 warp-instructions");
  }
}
