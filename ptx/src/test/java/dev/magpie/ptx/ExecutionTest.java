package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters, limits, threads and output of kernels that are executed. */
class ExecutionTest {
  @ParameterizedTest
  @CsvSource({
    "f32, i32, true",
    "f32, f32, false",
    "u32, f32, true",
    "s32, u32, false",
    "b32, f32, false",
    "f64, pointer, true",
    "u64, pointer, false",
    "f64, i64, true"
  })
  void numbersAreOfTheKindThatAParameterTakes(String parameter, String given, boolean refused) {
    Device device = new Device();
    Kernel kernel =
        device
            .load(
                "a.ptx",
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .visible .entry k(.param .%s p) { ret; }
                """
                    .formatted(parameter))
            .kernel("k");
    Argument argument =
        given.equals("pointer")
            ? Argument.of(device.malloc("x", Dtype.U8, List.of(1L)))
            : new Argument.Scalar(Dtype.parse(given), 0);
    Launch launch = Launch.of(kernel, Dim3.of(1), Dim3.of(1), argument);
    if (refused) {
      assertThatThrownBy(() -> device.launch(launch))
          .isInstanceOf(PtxException.class)
          .hasMessageContaining("kernel k: argument 1 is ")
          .hasMessageContaining("and the parameter is ." + parameter);
    } else {
      device.launch(launch);
    }
  }

  /** What {@code __hlt2} becomes from sm_80 on. */
  @Test
  void pairsOfHalvesAreComparedToNumbers() {
    int[] out =
        Ptx.run(
            Ptx.module(
                "",
                """
                  mov.b32 %r2, 0x3c00bc00;
                  mov.b32 %r3, 0x00000000;
                  set.lt.f16x2.f16x2 %r1, %r2, %r3;
                  set.gt.u32.f16x2 %r4, %r2, %r3;
                  xor.b32 %r1, %r1, %r4;
                """),
            1);
    assertThat(out[0]).isEqualTo(0xffff_3c00);
  }

  @Test
  void aLaunchBeyondTheLimitSaysWhereItStands() {
    assertThatThrownBy(() ->
            Ptx.run(
                Ptx.module("", "L: bra L;"), 32, LaunchOptions.DEFAULT.withInstructionLimit(1000)))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("the limit of 1000 warp-instructions is reached")
        .hasMessageContaining("warp 0 is at line 14 (bra)");
  }

  @Test
  void kernelsWhoseBlocksAreClustersAreRefused() {
    String one =
        Ptx.module("", "mov.u32 %r1, 1;").replace("out)", "out) .reqnctapercluster 1, 1, 1");
    assertThat(Ptx.run(one, 1)).containsExactly(1);
    assertThatThrownBy(() -> Ptx.run(one.replace("cluster 1,", "cluster 2,"), 1))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("kernel k: clusters of several blocks are not supported");
  }

  @Test
  void severalThreadsLeaveWhatOneLeaves() {
    String module =
        """
        .version 7.0
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 out)
        {
          .reg .b32 %r<9>;
          .reg .b64 %rd<4>;
          ld.param.u64 %rd0, [out];
          mov.u32 %r1, %ctaid.x;
          mov.u32 %r2, %tid.x;
          mul.lo.u32 %r3, %r1, %r2;
          and.b32 %r4, %r3, 63;
          mul.wide.u32 %rd1, %r4, 4;
          add.s64 %rd2, %rd0, %rd1;
          red.global.add.u32 [%rd2], %r3;
          ret;
        }
        """;
    int[][] results = new int[2][];
    for (int i = 0; i < 2; i++) {
      Device device = new Device();
      DeviceBuffer out = device.malloc("out", Dtype.I32, List.of(64L));
      LaunchResult result =
          device.launch(
              Launch.of(
                  device.load("test.ptx", module).kernel("k"),
                  Dim3.of(200),
                  Dim3.of(96),
                  Argument.of(out)),
              LaunchOptions.DEFAULT.withThreads(1 + 3 * i));
      assertThat(result.profile().warpInstructions()).isEqualTo(200 * 3 * 9);
      results[i] = out.memory().toArray(ValueLayout.JAVA_INT);
    }
    assertThat(results[1]).isEqualTo(results[0]);
  }

  @Test
  void blocksMayWaitForLaterBlocks() {
    String module =
        """
        .version 7.0
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 out)
        {
          .reg .pred %p<2>;
          .reg .b32 %r<9>;
          .reg .b64 %rd<4>;
          ld.param.u64 %rd0, [out];
          atom.global.add.u32 %r1, [%rd0], 1;
          W: ld.volatile.global.u32 %r2, [%rd0];
          setp.lt.u32 %p1, %r2, 3;
          @%p1 bra W;
          ret;
        }
        """;
    Device device = new Device();
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of(1L));
    device.launch(
        Launch.of(
            device.load("test.ptx", module).kernel("k"), Dim3.of(3), Dim3.of(1), Argument.of(out)));
    assertThat(out.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(3);
  }

  @Test
  void printfFormatsAsCDoes() {
    StringBuilder printed = new StringBuilder();
    Ptx.run(
        Ptx.module(
            """
            .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);
            .global .align 1 .b8 text[29] = {37, 53, 100, 124, 37, 45, 52, 117, 124, 37, 46, 50,
              102, 124, 37, 103, 124, 37, 37, 124, 37, 120, 124, 37, 115, 10};
            """,
            """
              .local .align 8 .b8 values[40];
              .reg .f64 %fd<3>;
              mov.u32 %r2, -42;
              st.local.u32 [values], %r2;
              mov.u32 %r3, 7;
              st.local.u32 [values+4], %r3;
              mov.f64 %fd1, 0d4009220B00000000;
              st.local.f64 [values+8], %fd1;
              mov.f64 %fd2, 0d3EE4F8B588E368F1;
              st.local.f64 [values+16], %fd2;
              mov.u32 %r4, 255;
              st.local.u32 [values+24], %r4;
              mov.u64 %rd5, 0;
              st.local.u64 [values+32], %rd5;
              mov.u64 %rd3, text;
              cvta.global.u64 %rd3, %rd3;
              mov.u64 %rd4, values;
              cvta.local.u64 %rd4, %rd4;
              {
              .param .b64 f;
              .param .b64 v;
              .param .b32 r;
              st.param.b64 [f], %rd3;
              st.param.b64 [v], %rd4;
              call.uni (r), vprintf, (f, v);
              ld.param.b32 %r1, [r];
              }
            """),
        1,
        LaunchOptions.DEFAULT.withOutput(printed));
    assertThat(printed).hasToString("  -42|7   |3.14|1e-05|%|ff|(null)\n");
  }
}
