package dev.magpie.ptx.texture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.CudaArray;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.TextureResource;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.execute.MemoryObserver;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SurfaceTest {
  private static final ChannelFormat INT = new ChannelFormat(ChannelFormat.Kind.SIGNED, 32, 1);

  private final SplittableRandom random = new SplittableRandom(31);
  private final TextureDevice on = new TextureDevice("surfaces.ptx");

  static Stream<Arguments> copies() {
    return Stream.of(
        Arguments.of("copy1", 32, 4, ArrayExtent.of(5)),
        Arguments.of("copy1", 32, 4, ArrayExtent.of(1)),
        Arguments.of("copy2", 8, 2, ArrayExtent.of(7, 4)),
        Arguments.of("copy2", 8, 2, ArrayExtent.of(1, 9)),
        Arguments.of("copy3", 16, 4, ArrayExtent.of(3, 4, 5)),
        Arguments.of("copyA1", 8, 1, ArrayExtent.layered(11, 3)),
        Arguments.of("copyA2", 32, 1, ArrayExtent.layered(5, 3, 4)),
        Arguments.of("copyCube", 32, 4, ArrayExtent.cubemap(3)),
        Arguments.of("copyACube", 16, 1, ArrayExtent.layeredCubemap(2, 3)));
  }

  /** Some texels are copied, and all others stay zero. */
  @ParameterizedTest
  @MethodSource("copies")
  void copiesTexels(String kernel, int bits, int channels, ArrayExtent extent) {
    ChannelFormat format = new ChannelFormat(ChannelFormat.Kind.SIGNED, bits, channels);
    CudaArray from = on.array(format, extent);
    CudaArray to = on.array(format, extent);
    PlainTexture plain = new PlainTexture(format, extent, TextureDescription.ZERO, random);
    plain.copyTo(from.buffer().memory());
    int rows = extent.height() * extent.depth() * extent.layers();
    List<int[]> places = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (int x = 0; x < extent.width(); x++) {
        if (random.nextInt(3) > 0) {
          int slice = row / extent.height();
          int[] at = {x * format.bytes(), row % extent.height(), slice, slice};
          places.add(random.nextInt(places.size() + 1), at);
        }
      }
    }
    DeviceBuffer at = on.buffer(places.stream().flatMapToInt(java.util.Arrays::stream).toArray());
    on.run(
        kernel,
        places.size(),
        Argument.of(on.device.createSurface(from)),
        Argument.of(on.device.createSurface(to)),
        Argument.of(at),
        Argument.of(places.size()));
    byte[] source = from.buffer().memory().toArray(ValueLayout.JAVA_BYTE);
    byte[] copied = new byte[source.length];
    for (int[] place : places) {
      int row = place[2] * extent.height() + place[1];
      int offset = row * extent.width() * format.bytes() + place[0];
      System.arraycopy(source, offset, copied, offset, format.bytes());
    }
    assertThat(to.buffer().memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(copied);
  }

  /** An array of numbers from 1 on, row by row. */
  private CudaArray counted(int width, int height) {
    CudaArray array = on.array(INT, ArrayExtent.of(width, height));
    for (int i = 0; i < width * height; i++) {
      array.buffer().memory().setAtIndex(ValueLayout.JAVA_INT, i, i + 1);
    }
    return array;
  }

  @ParameterizedTest
  @CsvSource({
    "3, 2", "1, 1", "1, 5", "6, 1",
  })
  void boundaries(int width, int height) {
    CudaArray array = counted(width, height);
    long surface = on.device.createSurface(array);
    DeviceBuffer out = on.buffer(Dtype.I32, 2);
    int[] expected = TextureDevice.ints(array.buffer());
    for (int y = -2; y < height + 2; y++) {
      for (int x = -2; x < width + 2; x++) {
        boolean in = x >= 0 && x < width && y >= 0 && y < height;
        int near = Math.clamp(y, 0, height - 1) * width + Math.clamp(x, 0, width - 1);
        Argument[] place = {Argument.of(surface), Argument.of(4 * x), Argument.of(y)};
        on.run("read", 1, place[0], place[1], place[2], Argument.of(out));
        assertThat(TextureDevice.ints(out))
            .containsExactly(expected[near], in ? expected[near] : 0);
        int value = random.nextInt();
        on.run("writeZero", 1, place[0], place[1], place[2], Argument.of(value));
        if (in) {
          expected[near] = value;
        }
        assertThat(TextureDevice.ints(array.buffer())).isEqualTo(expected);
        expected[near] = value + 1;
        on.run("writeClamp", 1, place[0], place[1], place[2], Argument.of(value + 1));
        assertThat(TextureDevice.ints(array.buffer())).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"12, 0", "-4, 0", "0, 2", "0, -1", "2147483644, 0", "0, -2147483648"})
  void trapsOutside(int x, int y) {
    CudaArray array = counted(3, 2);
    int[] before = TextureDevice.ints(array.buffer());
    Argument surface = Argument.of(on.device.createSurface(array));
    String problem =
        "accesses 4 bytes at (%d,%d,0) in layer 0 of array0, which is outside: a row has 12 bytes"
            .formatted(x, y);
    assertThatThrownBy(() ->
            on.run(
                "readTrap",
                1,
                surface,
                Argument.of(x),
                Argument.of(y),
                Argument.of(on.buffer(Dtype.I32, 1))))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageMatching(
            "surfaces\\.ptx:\\d+: kernel readTrap, block \\(0,0,0\\), thread \\(0,0,0\\),"
                + " suld\\.b\\.2d\\.b32\\.trap: .*")
        .hasMessageEndingWith(": " + problem);
    assertThatThrownBy(
            () -> on.run("writeTrap", 1, surface, Argument.of(x), Argument.of(y), Argument.of(9)))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("sust.b.2d.b32.trap: " + problem);
    assertThat(TextureDevice.ints(array.buffer())).isEqualTo(before);
  }

  private void fails(long surface, int x, String problem) {
    assertThatThrownBy(() ->
            on.run(
                "writeTrap",
                1,
                Argument.of(surface),
                Argument.of(x),
                Argument.of(0),
                Argument.of(9)))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageEndingWith("sust.b.2d.b32.trap: " + problem);
  }

  @Test
  void mistakesAreFaults() {
    CudaArray array = counted(3, 2);
    long surface = on.device.createSurface(array);
    fails(surface, 2, "the x coordinate 2 is not a multiple of 4 bytes");
    fails(7, 0, "takes the handle of a surface object, and 0x7 is no handle");
    long texture =
        on.device.createTexture(new TextureResource.OfArray(array), TextureDescription.ZERO);
    fails(
        texture,
        0,
        "takes the handle of a surface object, and 0x%x is the handle of a texture"
            .formatted(texture));
    fails(
        on.device.createSurface(on.array(INT, ArrayExtent.of(4, 4, 4))),
        0,
        "accesses a surface of array1, which is .3d");
    ChannelFormat bytes = new ChannelFormat(ChannelFormat.Kind.UNSIGNED, 8, 1);
    fails(
        on.device.createSurface(on.array(bytes, ArrayExtent.of(3, 3))),
        0,
        "accesses 4 bytes of a surface of array2, whose rows have 3");
    on.device.destroySurface(surface);
    fails(
        surface,
        0,
        "takes the handle of a surface object, and 0x%x is the handle of an object that was"
                .formatted(surface)
            + " destroyed");
    assertThatThrownBy(() -> on.device.destroySurface(surface))
        .isInstanceOf(PtxException.class)
        .hasMessage("0x%x is not the handle of a surface object".formatted(surface));
    long other = on.device.createSurface(array);
    on.device.free(array.buffer());
    fails(other, 0, "accesses the texels of array0, which was freed");
  }

  @Test
  void accessesAreTold() {
    CudaArray from = on.array(INT, ArrayExtent.layered(3, 2, 2));
    CudaArray to = on.array(INT, ArrayExtent.layered(3, 2, 2));
    Set<String> told = new HashSet<>();
    MemoryObserver observer =
        (_, operation, access, space, mask, addresses, bytes) -> {
          if (operation.source().opcode().startsWith("su")) {
            assertThat(space).isEqualTo(StateSpace.GLOBAL);
            assertThat(bytes).isEqualTo(4);
            assertThat(mask).isEqualTo(3);
            CudaArray array = access == MemoryObserver.Access.LOAD ? from : to;
            long base = array.buffer().address();
            told.add("%s %d %d".formatted(access, addresses[0] - base, addresses[1] - base));
          }
        };
    on.run(
        "copyA2",
        2,
        LaunchOptions.DEFAULT.withObserver(observer),
        Argument.of(on.device.createSurface(from)),
        Argument.of(on.device.createSurface(to)),
        Argument.of(on.buffer(4, 1, 0, 0, 8, 0, 0, 1)),
        Argument.of(2));
    assertThat(told).containsExactlyInAnyOrder("LOAD 16 32", "STORE 16 32");
  }

  @Test
  void queries() {
    ChannelFormat halves = new ChannelFormat(ChannelFormat.Kind.FLOAT, 16, 4);
    DeviceBuffer out = on.buffer(Dtype.I32, 7);
    on.run(
        "query",
        1,
        Argument.of(on.device.createSurface(on.array(halves, ArrayExtent.layeredCubemap(4, 2)))),
        Argument.of(out));
    // CL_HALF_FLOAT and CL_RGBA.
    assertThat(TextureDevice.ints(out)).containsExactly(4, 4, 0, 0x10dd, 0x10b5, 2, 0);
    on.run(
        "query",
        1,
        Argument.of(on.device.createSurface(on.array(INT, ArrayExtent.of(9)))),
        Argument.of(out));
    assertThat(TextureDevice.ints(out)).containsExactly(9, 0, 0, 0x10d9, 0x10b0, 0, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "'sust.p.2d.b32.trap [%rd3, {%r2, %r3}], {%r1};', 'only unformatted accesses (.b)'",
    "'suld.b.cube.b32.trap {%r1}, [%rd3, {%r2, %r3}];', 'modifier .cube is not supported'",
    "'suld.b.a1d.b32.trap {%r1}, [%rd3, {}];', '1 elements are expected, not 0'",
    "'suld.b.1d.b128.trap {%r1}, [%rd3, {%r1}];', 'type .b128 is not supported'",
    "'suld.b.2d.b32.trap {%r1}, [%rd3, {%r2}];', '2 elements are expected, not 1'",
    "'tex.2d.v4.f32.f32 {%r1,%r1,%r1,%r1}, [%rd3, %rd4, {%r2,%r2}];', 'samplers of their own'",
    "'tex.2d.v4.f32.f32 {%r1,%r1,%r1,%r1}, [%rd3, {%r2,%r2}], {%r2,%r2};', 'takes 2 operands'",
    "'tex.cube.v4.f32.s32 {%r1,%r1,%r1,%r1}, [%rd3, {%r2,%r2,%r2,%r2}];', 'type .s32'",
    "'tex.2d.v2.f16x2.f32 {%r1,%r1}, [%rd3, {%r2,%r2}];', 'only results .v4'",
    "'tld4.r.3d.v4.f32.f32 {%r1,%r1,%r1,%r1}, [%rd3, {%r2,%r2,%r2,%r2}];', 'modifier .3d'",
    "'txq.num_samples.b32 %r1, [%rd3];', 'query .num_samples is not supported'",
  })
  void whatIsNotSupportedIsRefused(String instruction, String problem) {
    String module =
        """
        .version 8.0
        .target sm_75
        .address_size 64
        .visible .entry k() {
          .reg .b32 %%r<4>;
          .reg .b64 %%rd<5>;
          %s
          ret;
        }
        """
            .formatted(instruction);
    assertThatThrownBy(() -> on.device.load("m.ptx", module).kernel("k"))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining(problem);
  }
}
