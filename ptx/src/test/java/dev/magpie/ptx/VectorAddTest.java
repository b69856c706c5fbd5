package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorAddTest {
  /** What nvcc 13.0 prints for {@code if (i < n) c[i] = a[i] + b[i];}. */
  static final String PTX =
      """
      .version 9.0
      .target sm_75
      .address_size 64

      .visible .entry vectorAdd(
      	.param .u64 vectorAdd_param_0,
      	.param .u64 vectorAdd_param_1,
      	.param .u64 vectorAdd_param_2,
      	.param .u32 vectorAdd_param_3
      )
      {
      	.reg .pred 	%p<2>;
      	.reg .f32 	%f<4>;
      	.reg .b32 	%r<6>;
      	.reg .b64 	%rd<11>;


      	ld.param.u64 	%rd1, [vectorAdd_param_0];
      	ld.param.u64 	%rd2, [vectorAdd_param_1];
      	ld.param.u64 	%rd3, [vectorAdd_param_2];
      	ld.param.u32 	%r2, [vectorAdd_param_3];
      	mov.u32 	%r3, %ctaid.x;
      	mov.u32 	%r4, %ntid.x;
      	mov.u32 	%r5, %tid.x;
      	mad.lo.s32 	%r1, %r3, %r4, %r5;
      	setp.ge.s32 	%p1, %r1, %r2;
      	@%p1 bra 	$L__BB4_2;

      	cvta.to.global.u64 	%rd4, %rd1;
      	mul.wide.s32 	%rd5, %r1, 4;
      	add.s64 	%rd6, %rd4, %rd5;
      	cvta.to.global.u64 	%rd7, %rd2;
      	add.s64 	%rd8, %rd7, %rd5;
      	ld.global.f32 	%f1, [%rd8];
      	ld.global.f32 	%f2, [%rd6];
      	add.f32 	%f3, %f2, %f1;
      	cvta.to.global.u64 	%rd9, %rd3;
      	add.s64 	%rd10, %rd9, %rd5;
      	st.global.f32 	[%rd10], %f3;

      $L__BB4_2:
      	ret;

      }
      """;

  private static DeviceBuffer random(Device device, String name, int n, Random random) {
    DeviceBuffer buffer = device.malloc(name, Dtype.F32, List.of((long) n));
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = random.nextFloat();
    }
    device.memcpy(buffer, MemorySegment.ofArray(values));
    return buffer;
  }

  private static float at(DeviceBuffer buffer, int i) {
    return buffer.memory().getAtIndex(ValueLayout.JAVA_FLOAT, i);
  }

  @Test
  void addsWithAPartialBlock() {
    int n = 1000;
    Random random = new Random(1);
    Device device = new Device();
    DeviceBuffer a = random(device, "a", n, random);
    DeviceBuffer b = random(device, "b", n, random);
    DeviceBuffer c = device.malloc("c", Dtype.F32, List.of((long) n));
    Kernel kernel = device.load("add.ptx", PTX).kernel("vectorAdd");
    device.launch(
        Launch.of(
            kernel,
            Dim3.of(4),
            Dim3.of(256),
            Argument.of(a),
            Argument.of(b),
            Argument.of(c),
            Argument.of(n)));
    for (int i = 0; i < n; i++) {
      assertThat(at(c, i)).isEqualTo(at(a, i) + at(b, i));
    }
  }

  @Test
  void accessBeyondABufferNamesThreadAndLine() {
    Device device = new Device();
    DeviceBuffer a = device.malloc("a", Dtype.F32, List.of(64L));
    Kernel kernel = device.load("add.ptx", PTX).kernel("vectorAdd");
    Argument p = Argument.of(a);
    assertThatThrownBy(() ->
            device.launch(Launch.of(kernel, Dim3.of(3), Dim3.of(32), p, p, p, Argument.of(65))))
        .isInstanceOf(KernelFaultException.class)
        .hasMessage(
            "add.ptx:34: kernel vectorAdd, block (2,0,0), thread (0,0,0), ld.global.f32:"
                + " accesses 4 bytes at address 0x200000000100, 256 bytes into a, which has 256"
                + " bytes");
  }
}
