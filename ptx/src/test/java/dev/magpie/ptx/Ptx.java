package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Modules of one kernel {@code k} whose parameter {@code out} is the address of integers. */
final class Ptx {
  private Ptx() {}

  /** A module whose kernel has a body, after some declarations. */
  static String module(String declarations, String body) {
    return """
    .version 7.0
    .target sm_75
    .address_size 64
    %s
    .visible .entry k(.param .u64 out)
    {
      .reg .pred %%p<9>;
      .reg .b32 %%r<20>;
      .reg .b64 %%rd<20>;
      ld.param.u64 %%rd0, [out];
      mov.u32 %%r0, %%tid.x;
      mul.wide.u32 %%rd1, %%r0, 4;
      add.s64 %%rd2, %%rd0, %%rd1;
    %s
      st.global.u32 [%%rd2], %%r1;
      ret;
    }
    """
        .formatted(declarations, body);
  }

  /** What a kernel leaves in the integers of one block of threads, interpreted and compiled. */
  static int[] run(String module, int threads) {
    int[] interpreted = run(module, threads, LaunchOptions.DEFAULT.interpreting());
    assertThat(run(module, threads, LaunchOptions.DEFAULT.compilingAfter(0)))
        .isEqualTo(interpreted);
    return interpreted;
  }

  static int[] run(String module, int threads, LaunchOptions options) {
    Device device = new Device();
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of((long) threads));
    Kernel kernel = device.load("test.ptx", module).kernel("k");
    device.launch(Launch.of(kernel, Dim3.of(1), Dim3.of(threads), Argument.of(out)), options);
    return out.memory().toArray(ValueLayout.JAVA_INT);
  }
}
