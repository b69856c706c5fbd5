package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Accesses of compiled loops that are neither words nor whole: they do what interpreted ones do.
 */
class CompiledAccessTest {
  private static final String SHARED = ".shared .align 16 .b8 s[1024];";

  private static final String FILL =
      """
        mov.u32 %r2, s;
        shl.b32 %r3, %r0, 3;
        add.u32 %r4, %r2, %r3;
        mul.lo.u32 %r5, %r0, 0x81c3a597;
        add.u32 %r5, %r5, 0x8091a2b3;
        st.shared.u32 [%r4], %r5;
        not.b32 %r6, %r5;
        st.shared.u32 [%r4+4], %r6;
      """;

  @Test
  void vectorsOfBytesInSharedMemoryHaveAValueEach() {
    String body =
        FILL
            + """
              ld.shared.v4.u8 {%r7, %r8, %r9, %r10}, [%r4];
              mad.lo.u32 %r1, %r7, 3, %r8;
              mad.lo.u32 %r1, %r1, 5, %r9;
              mad.lo.u32 %r1, %r1, 7, %r10;
            """;
    int value = 0x8091a2b3;
    int expected =
        (((value & 0xff) * 3 + (value >> 8 & 0xff)) * 5 + (value >> 16 & 0xff)) * 7
            + (value >>> 24);
    assertThat(Ptx.run(Ptx.module(SHARED, body), 32)).startsWith(expected);
  }

  @Test
  void vectorsOfHalvesInSharedMemoryHaveAValueEach() {
    String body =
        FILL
            + """
              ld.shared.v2.s16 {%r7, %r8}, [%r4];
              ld.shared.v4.u16 {%r9, %r10, %r11, %r12}, [%r4];
              mad.lo.u32 %r1, %r7, 3, %r8;
              mad.lo.u32 %r1, %r1, 5, %r9;
              mad.lo.u32 %r1, %r1, 7, %r10;
              mad.lo.u32 %r1, %r1, 11, %r11;
              mad.lo.u32 %r1, %r1, 13, %r12;
            """;
    int value = 0x8091a2b3;
    int expected = ((short) value * 3 + (value >> 16)) * 5 + (value & 0xffff);
    expected = expected * 7 + (value >>> 16);
    expected = expected * 11 + (~value & 0xffff);
    expected = expected * 13 + (~value >>> 16);
    assertThat(Ptx.run(Ptx.module(SHARED, body), 32)).startsWith(expected);
  }

  /** Shared memory of such a size is not there as words. */
  @Test
  void whatIsDoneOnceStaysSoWhereSharedMemoryHasOddBytes() {
    String body =
        """
          mov.u32 %r2, odd;
          add.u32 %r2, %r2, %r0;
          ld.global.u32 %r1, [%rd2];
          add.u32 %r1, %r1, 1;
          st.global.u32 [%rd2], %r1;
          st.shared.u8 [%r2], %r1;
        """;
    String module = Ptx.module(".extern .shared .align 1 .b8 odd[];", body);
    Device device = new Device();
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of(32L));
    Kernel kernel = device.load("test.ptx", module).kernel("k");
    device.launch(
        new Launch(kernel, Dim3.of(1), Dim3.of(32), 37, List.of(Argument.of(out))),
        LaunchOptions.DEFAULT.compilingAfter(0));
    assertThat(out.memory().toArray(ValueLayout.JAVA_INT)).containsOnly(1);
  }

  @Test
  void offsetsBeyondSharedMemoryAreFaults() {
    String body = "mov.u64 %rd3, s;\nld.shared.u32 %r1, [%rd3+17179869184];\n";
    String module = Ptx.module(SHARED, body);
    for (LaunchOptions options :
        List.of(LaunchOptions.DEFAULT.interpreting(), LaunchOptions.DEFAULT.compilingAfter(0))) {
      assertThatThrownBy(() -> Ptx.run(module, 1, options))
          .isInstanceOf(KernelFaultException.class)
          .hasMessageContaining("offset 17179869184 of shared memory");
    }
  }

  /** The others have not stored yet when one is found to be outside. */
  @Test
  void noLaneStoresWhereOneFaults() {
    String body =
        """
          mov.u32 %r1, 7;
          setp.eq.u32 %p0, %r0, 20;
          selp.b64 %rd3, 1, 0, %p0;
          add.u64 %rd2, %rd2, %rd3;
          bar.sync 0;
        """;
    String module = Ptx.module("", body);
    assertThat(afterFault(module, LaunchOptions.DEFAULT.compilingAfter(0)))
        .isEqualTo(afterFault(module, LaunchOptions.DEFAULT.interpreting()));
  }

  /** Which is undefined, but the same however often a kernel ran before. */
  @Test
  void shufflesReadWhatLanesElsewhereHaveLast() {
    String body =
        """
          setp.lt.u32 %p0, %r0, 16;
          @%p0 bra LOW;
          mov.u32 %r3, 9;
          activemask.b32 %r6;
          shfl.sync.idx.b32 %r1, %r3, 0, 31, %r6;
          bra.uni END;
        LOW:
          add.u32 %r3, %r0, 100;
          add.u32 %r1, %r3, 1;
        END:
        """;
    assertThat(Ptx.run(Ptx.module("", body), 32)).startsWith(101).endsWith(100);
  }

  private static void addOneTo(MemorySegment memory) {
    Device device = new Device();
    DeviceBuffer mapped = device.map("mapped", 0x7000_0000_0000L, memory, false);
    String body = "ld.global.u32 %r1, [%rd2];\nadd.u32 %r1, %r1, 1;\n";
    Kernel kernel = device.load("test.ptx", Ptx.module("", body)).kernel("k");
    device.launch(
        Launch.of(kernel, Dim3.of(1), Dim3.of(32), Argument.of(mapped)),
        LaunchOptions.DEFAULT.compilingAfter(0));
  }

  @Test
  void memoryOfTheHeapHasNoAddressButCanBeMapped() {
    int[] memory = new int[32];
    addOneTo(MemorySegment.ofArray(memory));
    assertThat(memory).containsOnly(1);
  }

  @Test
  void memoryThatTheHostMayOnlyReadIsNotWritten() {
    MemorySegment memory = Arena.ofAuto().allocate(128, 8);
    assertThatThrownBy(() -> addOneTo(memory.asReadOnly()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(memory.toArray(ValueLayout.JAVA_INT)).containsOnly(0);
  }

  private static int[] afterFault(String module, LaunchOptions options) {
    Device device = new Device();
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of(32L));
    device.memcpy(out, MemorySegment.ofArray(new int[32]));
    Kernel kernel = device.load("test.ptx", module).kernel("k");
    Launch launch = Launch.of(kernel, Dim3.of(1), Dim3.of(32), Argument.of(out));
    assertThatThrownBy(() -> device.launch(launch, options))
        .isInstanceOf(KernelFaultException.class);
    return out.memory().toArray(ValueLayout.JAVA_INT);
  }
}
