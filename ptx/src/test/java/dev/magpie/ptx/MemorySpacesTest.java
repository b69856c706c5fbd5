package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Memory spaces: who reserves what, and which accesses are faults. */
class MemorySpacesTest {
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
        .hasMessageContaining("thread (0,0,0), ld.global.u32: ")
        .hasMessageContaining("is not a multiple of 4 bytes");
  }

  @Test
  void constantMemoryCannotBeWritten() {
    assertThatThrownBy(() ->
            Ptx.run(
                Ptx.module(".const .u32 c = 1;", "mov.u64 %rd3, c; st.global.u32 [%rd3], %r0;"), 1))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("writes to c, which may only be read");
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
}
