package dev.magpie.ptx.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.check.RaceCheck;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Kernels of {@code matrix/*.cu} as nvcc compiled them, against loops in Java. */
class CompiledMatricesTest {
  private final Device device = new Device();
  private final RaceCheck races = new RaceCheck();
  private final SplittableRandom random = new SplittableRandom(1);

  private static String text(String name) {
    try (InputStream in = CompiledMatricesTest.class.getResourceAsStream("/matrix/" + name)) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private DeviceBuffer buffer(String name, Object array) {
    MemorySegment bytes =
        switch (array) {
          case float[] floats -> MemorySegment.ofArray(floats);
          case short[] shorts -> MemorySegment.ofArray(shorts);
          case int[] ints -> MemorySegment.ofArray(ints);
          case byte[] octets -> MemorySegment.ofArray(octets);
          default -> throw new AssertionError(array);
        };
    DeviceBuffer buffer = device.malloc(name, Dtype.U8, List.of(bytes.byteSize()));
    buffer.memory().copyFrom(bytes);
    return buffer;
  }

  private void launch(String file, String kernel, Dim3 grid, int threads, Argument... arguments) {
    device.launch(
        new Launch(
            device.load(file, text(file)).kernel(kernel),
            grid,
            Dim3.of(threads),
            0,
            List.of(arguments)),
        LaunchOptions.DEFAULT.withObserver(races));
    assertThat(races.findings()).isEmpty();
  }

  private short[] halves(int count, boolean bfloat) {
    short[] values = new short[count];
    for (int i = 0; i < count; i++) {
      float value = (float) random.nextDouble(-2, 2);
      values[i] =
          bfloat ? (short) (Float.floatToRawIntBits(value) >>> 16) : Float.floatToFloat16(value);
    }
    return values;
  }

  @Test
  void elementsOfFragmentsGoTogether() {
    int m = 48;
    int n = 64;
    int k = 80;
    short[] a = halves(m * k, false);
    short[] b = halves(k * n, false);
    float[] c = new float[m * n];
    for (int i = 0; i < c.length; i++) {
      c[i] = (float) random.nextDouble(-9, 9);
    }
    DeviceBuffer d = buffer("d", new float[m * n]);
    launch(
        "product.ptx",
        "scaled_halves",
        Dim3.of(m / 16),
        n / 16 * 32,
        Argument.of(buffer("a", a)),
        Argument.of(buffer("b", b)),
        Argument.of(buffer("c", c)),
        Argument.of(d),
        Argument.of(n),
        Argument.of(k));
    float[] wanted = new float[m * n];
    for (int i = 0; i < wanted.length; i++) {
      float sum = 0;
      for (int x = 0; x < k; x++) {
        float left = Float.float16ToFloat(a[i / n * k + x]);
        float right = Float.float16ToFloat(b[i % n * k + x]);
        // The product has 22 bits, so that only the sum is rounded.
        sum = left * right + sum;
      }
      wanted[i] = 2 * sum + c[i] / 2;
    }
    assertThat(d.memory().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(wanted);
  }

  @Test
  void bytesAtTheirExtremesSaturate() {
    byte[] a = new byte[32 * 16];
    byte[] b = new byte[16 * 16];
    int[] c = new int[32 * 8];
    for (int i = 0; i < b.length; i++) {
      b[i] = (byte) (-128 + i % 16);
    }
    for (int i = 0; i < a.length; i++) {
      a[i] = (byte) (i % 32 < 16 ? -128 : 127);
    }
    for (int i = 0; i < c.length; i++) {
      c[i] = i % 2 == 0 ? Integer.MAX_VALUE - i * 4096 : Integer.MIN_VALUE + i * 4096;
    }
    DeviceBuffer d = buffer("d", new int[32 * 8]);
    launch(
        "product.ptx",
        "saturated_bytes",
        Dim3.of(1),
        32,
        Argument.of(buffer("a", a)),
        Argument.of(buffer("b", b)),
        Argument.of(buffer("c", c)),
        Argument.of(d));
    int[] wanted = new int[32 * 8];
    for (int i = 0; i < wanted.length; i++) {
      // B has rows that are apart by 16, the others columns.
      long sum = c[i];
      for (int x = 0; x < 16; x++) {
        sum += a[x * 32 + i % 32] * b[x * 16 + i / 32];
      }
      wanted[i] = Math.clamp(sum, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    assertThat(wanted).contains(Integer.MAX_VALUE, Integer.MIN_VALUE);
    assertThat(d.memory().toArray(ValueLayout.JAVA_INT)).containsExactly(wanted);
  }

  @Test
  void rowsOfSharedMemoryFeedProducts() {
    int m = 32;
    int n = 24;
    int k = 64;
    short[] a = halves(m * k, true);
    short[] b = halves(k * n, true);
    DeviceBuffer d = buffer("d", new float[m * n]);
    launch(
        "product.ptx",
        "swizzled_bfloats",
        new Dim3(n / 8, m / 16, 1),
        32,
        Argument.of(buffer("a", a)),
        Argument.of(buffer("b", b)),
        Argument.of(d),
        Argument.of(n),
        Argument.of(k));
    float[] wanted = new float[m * n];
    for (int i = 0; i < wanted.length; i++) {
      for (int x = 0; x < k; x++) {
        float left = Float.intBitsToFloat(a[i / n * k + x] << 16);
        float right = Float.intBitsToFloat(b[x * n + i % n] << 16);
        wanted[i] = left * right + wanted[i];
      }
    }
    assertThat(d.memory().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(wanted);
  }

  @Test
  void tilesAreTransposedThroughRegisters() {
    short[] tiles = new short[3 * 256];
    for (int i = 0; i < tiles.length; i++) {
      tiles[i] = (short) random.nextInt();
    }
    DeviceBuffer buffer = buffer("tiles", tiles);
    launch("hopper.ptx", "transposed", Dim3.of(3), 32, Argument.of(buffer));
    short[] turned = new short[tiles.length];
    for (int i = 0; i < tiles.length; i++) {
      turned[i / 256 * 256 + i % 16 * 16 + i / 16 % 16] = tiles[i];
    }
    assertThat(buffer.memory().toArray(ValueLayout.JAVA_SHORT)).containsExactly(turned);
  }

  /** A load of 16 by 16 halves is 4 of words, in rows, and 8 of halves, in columns of others. */
  @Test
  void whoWatchesIsToldOfEachAccess() {
    List<String> told = new ArrayList<>();
    String kernel =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 p)
        {
        .reg .b32 %x<8>;
        .reg .b64 %p;
        ld.param.u64 %p, [p];
        wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%x0,%x1,%x2,%x3,%x4,%x5,%x6,%x7}, [%p];
        wmma.load.a.sync.aligned.col.m16n16k16.global.f16 {%x0,%x1,%x2,%x3,%x4,%x5,%x6,%x7}, [%p];
        wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%p+512], {%x0,%x1,%x2,%x3};
        ret;
        }
        """;
    DeviceBuffer matrices = device.malloc("m", Dtype.U16, List.of(512L));
    boolean[][] read = new boolean[2][512];
    Launch launch =
        Launch.of(
            device.load("k.ptx", kernel).kernel("k"),
            Dim3.of(1),
            Dim3.of(32),
            Argument.of(matrices));
    device.launch(
        launch,
        LaunchOptions.DEFAULT.withObserver(
            (warp, operation, access, space, mask, addresses, bytes) -> {
              if (!operation.source().opcode().equals("wmma")) {
                return;
              }
              String layout = operation.source().modifiers().get(4);
              told.add("%s %s %d %s".formatted(access, layout, bytes, operation.kind()));
              for (int lane = 0; lane < 32; lane++) {
                long at = addresses[lane] - matrices.address();
                for (int byteAt = 0; byteAt < bytes; byteAt++) {
                  read[layout.equals("row") ? 0 : 1][(int) (at + byteAt) / 2] = true;
                }
              }
            }));
    List<String> wanted = new ArrayList<>();
    IntStream.range(0, 4).forEach(_ -> wanted.add("LOAD row 4 " + InstructionClass.LOAD));
    IntStream.range(0, 8).forEach(_ -> wanted.add("LOAD col 2 " + InstructionClass.LOAD));
    IntStream.range(0, 4).forEach(_ -> wanted.add("STORE row 4 " + InstructionClass.STORE));
    assertThat(told).containsExactlyElementsOf(wanted);
    // All of the matrix that is loaded, and of the one that is stored behind it.
    assertThat(read[0]).doesNotContain(false);
    assertThat(Arrays.copyOf(read[1], 256)).doesNotContain(false);
    assertThat(Arrays.copyOfRange(read[1], 256, 512)).doesNotContain(true);
  }
}
