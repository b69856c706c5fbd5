package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Functions: calls, jumps, and what a kernel can reach. */
class FunctionTest {
  @Test
  void aliasesAreTheFunctionsThatTheyStandFor() {
    int[] out =
        Ptx.run(
            Ptx.module(
                """
                .func (.reg .b32 %y) twice(.reg .b32 %x);
                .func (.reg .b32 %y) real(.reg .b32 %x) { add.u32 %y, %x, %x; ret; }
                .alias twice, real;
                .global .align 8 .u64 table[1] = {twice};
                """,
                """
                  call (%r1), twice, (%r0);
                  mov.u64 %rd3, real;
                  ld.global.u64 %rd4, [table];
                  setp.eq.u64 %p1, %rd3, %rd4;
                  P: .callprototype (.reg .b32 _) _ (.reg .b32 _);
                  @%p1 call (%r1), %rd4, (%r1), P;
                """),
            5);
    assertThat(out).containsExactly(0, 4, 8, 12, 16);
  }

  @Test
  void onlyKernelsThatReachATextureAreRefused() {
    Module module =
        new Device()
            .load(
                "t.ptx",
                """
                .version 4.0
                .target sm_50
                .address_size 64
                .tex .u32 old;
                .global .texref image;
                .visible .entry plain() { ret; }
                .visible .entry textured() {
                  .reg .f32 %f<5>;
                  .reg .b32 %r<2>;
                  mov.u32 %r0, 0;
                  tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [image, {%r0}];
                  ret;
                }
                """);
    assertThat(module.kernel("plain").name()).isEqualTo("plain");
    assertThatThrownBy(() -> module.kernel("textured"))
        .isInstanceOf(PtxException.class)
        .hasMessage(
            "t.ptx:11: kernel textured: tex.1d.v4.f32.s32: references are not supported, only"
                + " objects, whose handles are in registers");
  }

  /** Those of the grid's barrier are known. */
  @Test
  void aRegisterOfTheEnvironmentIsRefusedOnlyWhereAKernelReachesIt() {
    assertThat(
            Ptx.run(
                Ptx.module(
                    ".func f() { .reg .u32 %a; mov.u32 %a, %envreg3; ret; }", "mov.u32 %r1, 3;"),
                1))
        .containsExactly(3);
    assertThatThrownBy(() -> Ptx.run(Ptx.module("", "mov.u32 %r1, %envreg3;"), 1))
        .hasMessageContaining("14: kernel k: mov.u32")
        .hasMessageContaining("%envreg3 is not supported here");
    assertThat(Ptx.run(Ptx.module("", "mov.u32 %r1, %envreg2;"), 1)).containsExactly(0);
  }

  @Test
  void aRecursionWithoutEndIsAFault() {
    String function =
        """
        .func f(.param .b32 n)
        {
          .param .b32 a;
          .reg .b32 %r<2>;
          ld.param.u32 %r1, [n];
          st.param.b32 [a], %r1;
          call f, (a);
          ret;
        }
        """;
    assertThatThrownBy(() ->
            Ptx.run(
                Ptx.module(
                    function,
                    """
                      .param .b32 a;
                      st.param.b32 [a], %r0;
                      call f, (a);
                    """),
                32))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("does a recursion not end?");
  }

  @Test
  void functionsAreCalledByTheAddressOfEachLane() {
    String functions =
        """
        .func (.reg .b32 y) twice(.reg .b32 x) { add.s32 y, x, x; ret; }
        .func (.reg .b32 y) square(.reg .b32 x) { mul.lo.s32 y, x, x; ret; }
        .global .align 8 .u64 table[2] = {twice, square};
        """;
    int[] out =
        Ptx.run(
            Ptx.module(
                functions,
                """
                  and.b32 %r2, %r0, 1;
                  mul.wide.u32 %rd3, %r2, 8;
                  mov.u64 %rd4, table;
                  add.s64 %rd5, %rd4, %rd3;
                  ld.global.u64 %rd6, [%rd5];
                  P: .callprototype (.reg .b32 _) _ (.reg .b32 _);
                  call (%r1), %rd6, (%r0), P;
                """),
            33);
    for (int i = 0; i < out.length; i++) {
      assertThat(out[i]).isEqualTo(i % 2 == 0 ? 2 * i : i * i);
    }
  }

  @Test
  void aJumpTableServesEachLane() {
    int[] out =
        Ptx.run(
            Ptx.module(
                "",
                """
                  and.b32 %r2, %r0, 3;
                  T: .branchtargets A, B, C, B;
                  brx.idx %r2, T;
                  A: mov.u32 %r1, 10;
                  bra E;
                  B: mov.u32 %r1, 20;
                  bra E;
                  C: mov.u32 %r1, 30;
                  E:
                """),
            32);
    assertThat(Arrays.copyOf(out, 5)).containsExactly(10, 20, 30, 20, 10);
  }

  @Test
  void whatAKernelCannotReachMayBeUnsupported() {
    String module =
        Ptx.module("", "mov.u32 %r1, 1;")
            + ".entry other() { .reg .b32 %r<2>; wgmma.fence %r1, %r1; ret; }";
    assertThat(Ptx.run(module, 1)).containsExactly(1);
    Device device = new Device();
    Module loaded = device.load("test.ptx", module);
    assertThatThrownBy(() -> loaded.kernel("other"))
        .isInstanceOf(PtxException.class)
        .hasMessage("test.ptx:18: kernel other: wgmma.fence: this instruction is not supported");
  }
}
