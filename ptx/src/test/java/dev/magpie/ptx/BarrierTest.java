package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.KernelFaultException;
import org.junit.jupiter.api.Test;

/** Barriers, who waits at them, and what is said when nobody can go on. */
class BarrierTest {
  @Test
  void warpsMeetAtABarrierAndReadEachOthersSharedMemory() {
    int[] out =
        Ptx.run(
            Ptx.module(
                "",
                """
                  .shared .align 4 .b8 cells[512];
                  mov.u32 %r2, cells;
                  shl.b32 %r3, %r0, 2;
                  add.s32 %r4, %r2, %r3;
                  st.shared.u32 [%r4], %r0;
                  bar.sync 0;
                  sub.s32 %r5, 508, %r3;
                  add.s32 %r6, %r2, %r5;
                  ld.shared.u32 %r1, [%r6];
                """),
            128);
    assertThat(out[0]).isEqualTo(127);
    assertThat(out[127]).isZero();
  }

  /**
   * Threads of several warps do the same work twice, in a race that GPUs let them get away with.
   */
  @Test
  void warpsOfABlockStartTogether() {
    int[] out =
        Ptx.run(
            Ptx.module(
                "",
                """
                  and.b32 %r2, %r0, 31;
                  mul.wide.u32 %rd3, %r2, 4;
                  add.s64 %rd4, %rd0, %rd3;
                  ld.global.u32 %r1, [%rd4];
                  mov.u32 %r3, 0;
                  AGAIN:
                  add.s32 %r1, %r1, 5;
                  st.global.u32 [%rd4], %r1;
                  add.s32 %r3, %r3, 1;
                  setp.lt.u32 %p1, %r3, 4;
                  @%p1 bra AGAIN;
                """),
            128);
    assertThat(out).containsOnly(20);
  }

  @Test
  void threadsThatHaveExitedDoNotHoldABarrier() {
    int[] out =
        Ptx.run(
            Ptx.module(
                "",
                """
                  setp.ge.u32 %p1, %r0, 40;
                  @%p1 exit;
                  bar.sync 0;
                  bar.red.popc.u32 %r1, 1, %p1;
                  setp.lt.u32 %p2, %r0, 3;
                  bar.red.popc.u32 %r1, 1, %p2;
                """),
            96);
    assertThat(out[39]).isEqualTo(3);
    assertThat(out[40]).isZero();
  }

  /** What a compiler makes of {@code if (t == 5) return; __syncthreads();}. */
  @Test
  void threadsThatBranchToTheEndDoNotHoldABarrier() {
    int[] out =
        Ptx.run(
            Ptx.module(
                "",
                """
                  setp.eq.u32 %p1, %r0, 5;
                  @%p1 bra END;
                  setp.lt.u32 %p2, %r0, 9;
                  bar.red.popc.u32 %r1, 0, %p2;
                  st.global.u32 [%rd2], %r1;
                  END: ret;
                """),
            40);
    assertThat(out[4]).isEqualTo(8);
    assertThat(out[5]).isZero();
    assertThat(out[39]).isEqualTo(8);
  }

  /** Early returns deep in branches and in a function, with work left where all would meet. */
  @Test
  void threadsThatReturnEarlyWithWorkLeftDoNotHoldABarrier() {
    int[] out =
        Ptx.run(
            Ptx.module(
                """
                .func (.reg .b32 %gone) f(.reg .b32 %x)
                {
                  .reg .pred %p;
                  .reg .b32 %y;
                  mov.u32 %gone, 1;
                  and.b32 %y, %x, 3;
                  setp.eq.u32 %p, %y, 0;
                  @%p ret;
                  bar.sync 0;
                  mov.u32 %gone, 0;
                  ret;
                }
                """,
                """
                  mov.u32 %r1, 7;
                  setp.gt.u32 %p1, %r0, 20;
                  @!%p1 bra BEHIND;
                  and.b32 %r2, %r0, 1;
                  setp.eq.u32 %p2, %r2, 0;
                  @%p2 bra KEEP;
                  add.u32 %r1, %r1, 1;
                  BEHIND:
                  call (%r3), f, (%r0);
                  setp.eq.u32 %p3, %r3, 1;
                  @%p3 bra KEEP;
                  bar.red.popc.u32 %r1, 0, %p3;
                  bar.red.popc.u32 %r1, 0, !%p3;
                  KEEP:
                  add.u32 %r1, %r1, 100;
                """),
            40);
    for (int thread = 0; thread < 40; thread++) {
      boolean even = thread > 20 && (thread & 1) == 0;
      boolean fourth = (thread & 3) == 0;
      // Nine even threads above 20 go first, then the six multiples of four up to 20.
      int stay = 40 - 9 - 6;
      assertThat(out[thread]).as("thread %d", thread).isEqualTo(even || fourth ? 107 : 100 + stay);
    }
  }

  @Test
  void bothSidesOfABranchMayWaitAtABarrier() {
    int[] out =
        Ptx.run(
            Ptx.module(
                ".shared .align 4 .b32 sums[2];",
                """
                  and.b32 %r2, %r0, 1;
                  setp.eq.u32 %p1, %r2, 0;
                  @%p1 bra EVEN;
                  atom.shared.add.u32 %r3, [sums+4], 1;
                  barrier.sync 0;
                  ld.shared.u32 %r1, [sums];
                  bra MET;
                  EVEN:
                  atom.shared.add.u32 %r3, [sums], 1;
                  barrier.sync 0;
                  ld.shared.u32 %r1, [sums+4];
                  MET:
                  activemask.b32 %r4;
                  popc.b32 %r4, %r4;
                  mad.lo.u32 %r1, %r1, 1000, %r4;
                """),
            64);
    assertThat(out).containsOnly(32_032);
  }

  @Test
  void theOtherWayOfABranchGoesOnWhileOneWaits() {
    int[] out =
        Ptx.run(
            Ptx.module(
                "",
                """
                  setp.eq.u32 %p1, %r0, 5;
                  setp.ne.u32 %p2, %r0, 5;
                  @%p2 bra OTHERS;
                  mov.u32 %r2, 7;
                  bar.red.popc.u32 %r1, 0, %p1;
                  add.u32 %r1, %r1, %r2;
                  bra END;
                  OTHERS:
                  bar.red.popc.u32 %r1, 0, %p2;
                  END:
                """),
            32);
    assertThat(out[5]).isEqualTo(39);
    assertThat(out[6]).isEqualTo(32);
  }

  @Test
  void aDeadlockNamesEachWaitingWarpAndItsLine() {
    assertThatThrownBy(() ->
            Ptx.run(
                Ptx.module(
                    "",
                    """
                      setp.ge.u32 %p1, %r0, 32;
                      @%p1 bar.sync 1, 64;
                      @!%p1 bar.sync 2, 64;
                    """),
                64))
        .isInstanceOf(KernelFaultException.class)
        .hasMessage(
            "test.ptx: kernel k, block (0,0,0): deadlock: warp 0 waits in line 16 (bar.sync) with"
                + " lanes 0xffffffff; warp 1 waits in line 15 (bar.sync) with lanes 0xffffffff");
  }

  @Test
  void aDeadlockNamesAllPlacesWhereAWarpWaits() {
    assertThatThrownBy(() ->
            Ptx.run(
                Ptx.module(
                    "",
                    """
                      setp.ge.u32 %p1, %r0, 12;
                      @%p1 bra B;
                      barrier.sync 1;
                      bra C;
                      B: barrier.sync 2;
                      C:
                    """),
                32))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining(
            "warp 0 waits in line 18 (barrier.sync) with lanes 0xfffff000"
                + " and waits in line 16 (barrier.sync) with lanes 0x00000fff");
  }
}
