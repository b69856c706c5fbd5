package dev.magpie.gpu.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.gpu.stream.WarpStream;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.CudaArray;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.TextureResource;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.texture.AddressMode;
import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.ChannelFormat;
import dev.magpie.ptx.texture.FilterMode;
import dev.magpie.ptx.texture.TextureDescription;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Textures are loads through the L1, surfaces are global memory. */
class TexturedKernelTest {
  private static final int WIDTH = 64;
  private static final int HEIGHT = 48;
  private static final ChannelFormat SINGLE = new ChannelFormat(ChannelFormat.Kind.FLOAT, 32, 1);

  /** A thread a texel: the mean of the four texels up and left of it, from and to an image. */
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry k(.param .u64 from, .param .u64 to) {
        .reg .b32 %r<9>;
        .reg .f32 %f<9>;
        .reg .b64 %d<3>;
        ld.param.u64 %d1, [from];
        ld.param.u64 %d2, [to];
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, %ctaid.x;
        cvt.rn.f32.u32 %f1, %r1;
        cvt.rn.f32.u32 %f2, %r2;
        tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%d1, {%f1, %f2}];
        shl.b32 %r3, %r1, 2;
        sust.b.2d.b32.trap [%d2, {%r3, %r2}], {%f3};
        ret;
      }
      """;

  private final Device device = new Device();
  private final CudaArray from = device.mallocArray("from", SINGLE, ArrayExtent.of(WIDTH, HEIGHT));
  private final CudaArray to = device.mallocArray("to", SINGLE, ArrayExtent.of(WIDTH, HEIGHT));

  private Launch launch() {
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
      from.buffer().memory().setAtIndex(ValueLayout.JAVA_FLOAT, i, i % 7);
    }
    long texture =
        device.createTexture(
            new TextureResource.OfArray(from),
            TextureDescription.ZERO
                .withAddressMode(AddressMode.BORDER)
                .withFilter(FilterMode.LINEAR));
    return Launch.of(
        device.load("k.ptx", PTX).kernel("k"),
        Dim3.of(HEIGHT),
        Dim3.of(WIDTH),
        Argument.of(texture),
        Argument.of(device.createSurface(to)));
  }

  private static GpuConfig config(String name) {
    return GpuConfigs.named(name).orElseThrow();
  }

  @Test
  void aFilterTouchesTheLinesOfItsTexels() {
    PtxKernel kernel =
        new PtxKernel(device, launch(), LaunchOptions.DEFAULT, config("gtx580"), 1 << 20);
    WarpStream warp = kernel.begin(5, 0).warp(1);
    Map<String, Map<Long, Integer>> sectors = new HashMap<>();
    MemoryAccess access = new MemoryAccess();
    while (warp.state() == WarpStream.State.RUNNING) {
      StreamInstruction next = kernel.shape().instructions().get(warp.next());
      warp.issue(0, access);
      if (next.text().contains("tex.") || next.text().contains("sust.")) {
        boolean reads = next.text().contains("tex.");
        assertThat(next.kind()).isEqualTo(OperationClass.MEMORY);
        assertThat(access.kind()).isEqualTo(reads ? Kind.LOAD : Kind.STORE);
        Map<Long, Integer> lines = new HashMap<>();
        for (int i = 0; i < access.count(); i++) {
          lines.put(access.line(i), access.sectors(i));
        }
        sectors.put(reads ? "tex" : "sust", lines);
      }
    }
    long image = from.buffer().address() - AddressSpace.HEAP;
    long row = 4L * WIDTH;
    // Texels 31 to 63 of rows 4 and 5: a sector of the line before, and all of the one after.
    assertThat(sectors.get("tex"))
        .isEqualTo(
            Map.of(
                image + 4 * row,
                8,
                image + 4 * row + 128,
                15,
                image + 5 * row,
                8,
                image + 5 * row + 128,
                15));
    long written = to.buffer().address() - AddressSpace.HEAP;
    assertThat(sectors.get("sust")).isEqualTo(Map.of(written + 5 * row + 128, 15));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gtx580", "h200"})
  void timedResultsAreThoseOfFunctionalExecution(String gpu) {
    Launch launch = launch();
    device.launch(launch);
    float[] right = to.buffer().memory().toArray(ValueLayout.JAVA_FLOAT);
    assertThat(right[0]).as("a quarter of texel 0, which is 0").isZero();
    assertThat(right[WIDTH + 1]).isEqualTo((0 + 1 + 1 + 2) / 4f);
    device.memset(to.buffer(), (byte) 0);
    try (TimedDevice timed = TimedGpu.builder(config(gpu)).build(device)) {
      timed.launch(launch, LaunchOptions.DEFAULT);
      assertThat(to.buffer().memory().toArray(ValueLayout.JAVA_FLOAT)).isEqualTo(right);
      assertThat(timed.gpu().result("test", "k").launches().getFirst().dramBytes())
          .as("all texels once, and what has been written back")
          .isGreaterThanOrEqualTo(4L * WIDTH * HEIGHT)
          .isLessThanOrEqualTo(3 * 4L * WIDTH * HEIGHT);
    }
  }
}
