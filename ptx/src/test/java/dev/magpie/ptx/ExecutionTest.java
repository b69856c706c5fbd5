package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory spaces, calls, barriers, and what is said of kernels that go wrong. */
class ExecutionTest {

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
  void kernelsAllocateMemoryAndFreeIt() {
    String heap =
        """
        .extern .func (.param .b64 result) malloc(.param .b64 bytes);
        .extern .func free(.param .b64 address);
        """;
    String allocate =
        """
          .param .b64 size;
          .param .b64 made;
          mov.u64 %%rd3, %s;
          st.param.b64 [size], %%rd3;
          call.uni (made), malloc, (size);
          ld.param.b64 %%rd4, [made];
        """;
    String free =
        """
          .param .b64 gone;
          st.param.b64 [gone], %rd4;
          call.uni free, (gone);
        """;
    String use = "st.u32 [%rd4+8], %r0;\nld.u32 %r1, [%rd4+8];\n";
    assertThat(Ptx.run(Ptx.module(heap, allocate.formatted("12") + use + free), 40))
        .isEqualTo(IntStream.range(0, 40).toArray());
    String tooMuch = "setp.eq.u64 %p1, %rd4, 0;\nselp.u32 %r1, 7, 8, %p1;\n";
    assertThat(Ptx.run(Ptx.module(heap, allocate.formatted("0x4000000000") + tooMuch + free), 3))
        .containsOnly(7);
    assertThatThrownBy(() -> Ptx.run(Ptx.module(heap, allocate.formatted("8") + use), 1))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("8 bytes into memory from malloc, which has 8 bytes");
    assertThatThrownBy(() ->
            Ptx.run(Ptx.module(heap, allocate.formatted("12") + free + "ld.u32 %r1, [%rd4];"), 1))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("where nothing is allocated");
    assertThatThrownBy(() -> Ptx.run(Ptx.module(heap, "add.u64 %rd4, %rd0, 4;\n" + free), 1))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("which malloc has not given");
  }

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
            "t.ptx: kernel textured: line 11: tex.1d.v4.f32.s32: this instruction is not"
                + " supported");
  }

  /** What cooperative groups in debug builds ask for. */
  @Test
  void sharedMemoryIsReservedForWhoAsksForIt() {
    String body =
        """
          mov.u32 %r2, %reserved_smem_offset_1;
          mov.u32 %r3, %reserved_smem_offset_end;
          st.shared.u32 [%r2+1020], %r3;
          sub.u32 %r1, %r3, %r2;
        """;
    assertThat(Ptx.run(Ptx.module("", body), 1)).containsExactly(1024);
    Kernel kernel = new Device().load("r.ptx", Ptx.module("", body)).kernel("k");
    assertThat(kernel.staticSharedBytes()).isEqualTo(1024);
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

  /** Cooperative groups read it, in functions that most kernels never call. */
  @Test
  void aRegisterOfCooperativeLaunchesIsRefusedOnlyWhereAKernelReachesIt() {
    assertThat(
            Ptx.run(
                Ptx.module(
                    ".func f() { .reg .u32 %a; mov.u32 %a, %envreg2; ret; }", "mov.u32 %r1, 3;"),
                1))
        .containsExactly(3);
    assertThatThrownBy(() -> Ptx.run(Ptx.module("", "mov.u32 %r1, %envreg2;"), 1))
        .hasMessageContaining("kernel k: line 14: mov.u32")
        .hasMessageContaining(
            "%envreg2 is not supported, which launches set whose blocks all wait");
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
  void initialisedVariablesHoldNumbersAndAddresses() {
    int[] out =
        Ptx.run(
            Ptx.module(
                """
                .const .align 4 .u32 numbers[4] = {7, 0x10, 3};
                .global .align 8 .u64 middle = generic(numbers)+4;
                """,
                """
                  ld.global.u64 %rd3, [middle];
                  ld.u32 %r2, [%rd3];
                  ld.const.u32 %r3, [numbers+8];
                  ld.const.u32 %r4, [numbers+12];
                  add.s32 %r1, %r2, %r3;
                  add.s32 %r1, %r1, %r4;
                """),
            1);
    assertThat(out).containsExactly(19);
  }

  @Test
  void genericAddressesReachEverySpaceInOneInstruction() {
    int[] out =
        Ptx.run(
            Ptx.module(
                "",
                """
                  .shared .align 4 .u32 s;
                  .local .align 4 .u32 l;
                  mov.u32 %r2, 5;
                  st.shared.u32 [s], %r2;
                  st.local.u32 [l], %r0;
                  mov.u64 %rd3, s;
                  cvta.shared.u64 %rd3, %rd3;
                  mov.u64 %rd4, l;
                  cvta.local.u64 %rd4, %rd4;
                  and.b32 %r3, %r0, 1;
                  setp.eq.u32 %p1, %r3, 0;
                  selp.b64 %rd5, %rd3, %rd4, %p1;
                  bar.sync 0;
                  ld.u32 %r1, [%rd5];
                """),
            64);
    assertThat(Arrays.copyOf(out, 4)).containsExactly(5, 1, 5, 3);
  }

  @Test
  void misalignedAccessesAreFaults() {
    assertThatThrownBy(() -> Ptx.run(Ptx.module("", "ld.global.u32 %r1, [%rd2+2];"), 2))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("thread (0,0,0), line 14 (ld.global.u32)")
        .hasMessageContaining("is not a multiple of 4 bytes");
  }

  @Test
  void constantMemoryCannotBeWritten() {
    assertThatThrownBy(() ->
            Ptx.run(
                Ptx.module(".const .u32 c = 1;", "mov.u64 %rd3, c; st.global.u32 [%rd3], %r0;"), 1))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("writes to c, which is constant memory");
  }

  @Test
  void whatTheHostHasNoRoomForIsRefused() {
    Device device = new Device();
    assertThatThrownBy(() -> device.malloc("large", Dtype.F64, List.of(1L << 50)))
        .isInstanceOf(PtxException.class)
        .hasMessageStartingWith("buffer 'large' of 9007199254740992 bytes does not fit");
    assertThatThrownBy(() ->
            device.load("test.ptx", Ptx.module(".global .b8 x[1099511627775];", "mov.u32 %r1, 1;")))
        .isInstanceOf(PtxException.class);
  }

  @Test
  void freedMemoryCannotBeAccessed() {
    Device device = new Device();
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of(32L));
    Kernel kernel = device.load("test.ptx", Ptx.module("", "mov.u32 %r1, 1;")).kernel("k");
    Launch launch = Launch.of(kernel, Dim3.of(1), Dim3.of(32), Argument.of(out));
    device.launch(launch);
    device.free(out);
    assertThatThrownBy(() -> device.launch(launch))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("where nothing is allocated");
  }

  @Test
  void whatAKernelCannotReachMayBeUnsupported() {
    String module =
        Ptx.module("", "mov.u32 %r1, 1;")
            + ".entry other() { .reg .b32 %r<2>; mma.sync %r1, %r1; ret; }";
    assertThat(Ptx.run(module, 1)).containsExactly(1);
    Device device = new Device();
    Module loaded = device.load("test.ptx", module);
    assertThatThrownBy(() -> loaded.kernel("other"))
        .isInstanceOf(PtxException.class)
        .hasMessage("test.ptx: kernel other: line 18: mma.sync: this instruction is not supported");
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
            .global .align 1 .b8 text[26] = {37, 53, 100, 124, 37, 45, 52, 117, 124, 37, 46, 50,
              102, 124, 37, 103, 124, 37, 37, 124, 37, 120, 10};
            """,
            """
              .local .align 8 .b8 values[32];
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
    assertThat(printed).hasToString("  -42|7   |3.14|1e-05|%|ff\n");
  }
}
