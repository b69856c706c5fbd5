package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.DeviceRuntime;
import dev.magpie.ptx.execute.DeviceWork;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What kernels ask of the device: launches, copies, fills, conditions of graphs. */
class DeviceRuntimeTest {
  /** A kernel that adds, one that launches it, and one that asks for the rest. */
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .extern .func (.param .b64 result) __cudaCDP2GetParameterBufferV2(
        .param .b64 function, .param .align 4 .b8 grid[12], .param .align 4 .b8 block[12],
        .param .b32 shared);
      .extern .func (.param .b32 result) __cudaCDP2LaunchDeviceV2(
        .param .b64 buffer, .param .b64 stream);
      .extern .func (.param .b32 result) __cudaCDP2MemcpyAsync(
        .param .b64 to, .param .b64 from, .param .b64 bytes, .param .b32 kind, .param .b64 stream);
      .extern .func (.param .b32 result) __cudaCDP2MemsetAsync(
        .param .b64 to, .param .b32 value, .param .b64 bytes, .param .b64 stream);
      .extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);

      .visible .entry add(.param .u64 at, .param .u32 number) {
        .reg .u64 %a; .reg .u32 %r<3>;
        ld.param.u64 %a, [at];
        ld.param.u32 %r1, [number];
        atom.global.add.u32 %r2, [%a], %r1;
        ret;
      }

      .visible .entry launch(.param .u64 at, .param .u64 stream, .param .u32 threads) {
        .reg .u64 %a<4>; .reg .u32 %r<3>;
        .param .b64 function; .param .align 4 .b8 grid[12]; .param .align 4 .b8 block[12];
        .param .b32 shared; .param .b64 buffer; .param .b64 on; .param .b32 error;
        mov.u64 %a1, add;
        st.param.b64 [function], %a1;
        st.param.b32 [grid], 3;
        st.param.b32 [grid+4], 1;
        st.param.b32 [grid+8], 1;
        ld.param.u32 %r1, [threads];
        st.param.b32 [block], %r1;
        st.param.b32 [block+4], 1;
        st.param.b32 [block+8], 1;
        st.param.b32 [shared], 64;
        call (buffer), __cudaCDP2GetParameterBufferV2, (function, grid, block, shared);
        ld.param.b64 %a2, [buffer];
        ld.param.u64 %a1, [at];
        .reg .pred %p;
        setp.eq.u64 %p, %a2, 0;
        @%p bra NONE;
        st.u64 [%a2], %a1;
        st.u32 [%a2+8], 7;
        ld.param.u64 %a3, [stream];
        st.param.b64 [on], %a3;
        call (error), __cudaCDP2LaunchDeviceV2, (buffer, on);
        ret;
      NONE:
        st.global.u32 [%a1], 99;
        ret;
      }

      .visible .entry rest(.param .u64 at) {
        .reg .u64 %a<3>; .reg .u32 %r<3>;
        .param .b64 to; .param .b64 from; .param .b64 bytes; .param .b32 kind; .param .b64 on;
        .param .b32 value; .param .b32 error; .param .b64 handle;
        ld.param.u64 %a1, [at];
        st.param.b64 [to], %a1;
        st.param.b32 [value], 0x101;
        st.param.b64 [bytes], 4;
        st.param.b64 [on], 0;
        call (error), __cudaCDP2MemsetAsync, (to, value, bytes, on);
        add.u64 %a2, %a1, 8;
        st.param.b64 [to], %a2;
        st.param.b64 [from], %a1;
        st.param.b32 [kind], 3;
        call (error), __cudaCDP2MemcpyAsync, (to, from, bytes, kind, on);
        st.param.b64 [handle], 5;
        call cudaGraphSetConditional, (handle, value);
        ret;
      }
      """;

  private final Device device = new Device();
  private final DeviceBuffer memory = device.malloc("memory", Dtype.U32, List.of(4L));

  private int word(int index) {
    return memory.memory().getAtIndex(ValueLayout.JAVA_INT, index);
  }

  private void launch(long stream, int threads) {
    device.launch(
        Launch.of(
            device.load("nested.ptx", PTX).kernel("launch"),
            Dim3.of(1),
            Dim3.of(1),
            Argument.of(memory),
            Argument.of(stream),
            Argument.of(threads)));
  }

  @Test
  void launchesAreKeptUntilTheyAreTaken() {
    DeviceRuntime runtime = device.serveKernels(_ -> OptionalInt.empty());
    launch(0, 5);
    assertThat(word(0)).isZero();
    DeviceWork work = runtime.takeWork().getFirst();
    assertThat(runtime.takeWork()).isEmpty();
    assertThat(work).isInstanceOf(DeviceWork.Launch.class);
    Launch asked = device.launchOf((DeviceWork.Launch) work);
    assertThat(asked.kernel().name()).isEqualTo("add");
    assertThat(asked.grid()).isEqualTo(Dim3.of(3));
    assertThat(asked.block()).isEqualTo(Dim3.of(5));
    assertThat(asked.sharedBytes()).isEqualTo(64);
    device.launch(asked);
    assertThat(word(0)).isEqualTo(3 * 5 * 7);
  }

  @Test
  void whatIsForTheTailComesLast() {
    DeviceRuntime runtime = device.serveKernels(_ -> OptionalInt.empty());
    launch(3, 1);
    launch(0, 1);
    assertThat(runtime.takeWork()).extracting(DeviceWork::isTail).containsExactly(false, true);
  }

  @Test
  void whatCannotBeLaunchedHasNoBuffer() {
    DeviceRuntime runtime = device.serveKernels(_ -> OptionalInt.empty());
    launch(0, 2000);
    assertThat(runtime.takeWork()).isEmpty();
    assertThat(word(0)).isEqualTo(99);
  }

  @Test
  void copiesAndFillsAndConditions() {
    DeviceRuntime runtime = device.serveKernels(_ -> OptionalInt.empty());
    Kernel rest = device.load("nested.ptx", PTX).kernel("rest");
    device.launch(Launch.of(rest, Dim3.of(1), Dim3.of(1), Argument.of(memory)));
    assertThat(runtime.condition(5)).isEqualTo(0x101);
    assertThat(runtime.condition(6)).isZero();
    List<DeviceWork> work = runtime.takeWork();
    device.perform((DeviceWork.Fill) work.get(0));
    device.perform((DeviceWork.Copy) work.get(1));
    assertThat(word(0)).isEqualTo(0x01010101);
    assertThat(word(1)).isZero();
    assertThat(word(2)).isEqualTo(0x01010101);
    DeviceWork.Fill outside = new DeviceWork.Fill(memory.address() + 8, (byte) 1, 9, false);
    assertThatThrownBy(() -> device.perform(outside))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("9 bytes")
        .hasMessageContaining("not in an allocation");
  }

  @Test
  void withoutSomebodyToDoTheWorkItIsAFault() {
    assertThatThrownBy(() -> launch(0, 1))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("calls the device runtime (cudaGetParameterBufferV2)")
        .hasMessageContaining("magpie exec");
  }

  @Test
  void somebodysMemoryCanBeMapped() {
    DeviceRuntime runtime = device.serveKernels(_ -> OptionalInt.empty());
    DeviceBuffer other = device.map("other", 0x3000_0000_0000L, memory.memory(), false);
    device.perform(new DeviceWork.Fill(other.address(), (byte) 2, 4, false));
    assertThat(word(0)).isEqualTo(0x02020202);
    device.unmap(other);
    DeviceWork.Fill gone = new DeviceWork.Fill(other.address(), (byte) 2, 4, false);
    assertThatThrownBy(() -> device.perform(gone)).isInstanceOf(PtxException.class);
    assertThatThrownBy(() -> device.unmap(other)).isInstanceOf(PtxException.class);
    assertThat(runtime.takeWork()).isEmpty();
  }
}
