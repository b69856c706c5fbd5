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
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handles, resources, mistakes, and what is told of the memory that fetches read. */
class TextureObjectTest {
  private static final ChannelFormat SINGLE = new ChannelFormat(ChannelFormat.Kind.FLOAT, 32, 1);
  private static final ChannelFormat BYTES = new ChannelFormat(ChannelFormat.Kind.UNSIGNED, 8, 2);
  private static final TextureDescription ZERO = TextureDescription.ZERO;

  private final SplittableRandom random = new SplittableRandom(5);
  private final TextureDevice on = new TextureDevice("textures.ptx");

  private long texture(CudaArray array) {
    return on.device.createTexture(new TextureResource.OfArray(array), ZERO);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 31, 32, 33, 100})
  void linearMemoryIsZeroOutside(int texels) {
    float[] values = new float[texels];
    for (int i = 0; i < texels; i++) {
      values[i] = i + 1;
    }
    // Filters and address modes are ignored.
    long handle =
        on.device.createTexture(
            new TextureResource.Linear(on.buffer(values), SINGLE),
            ZERO.withFilter(FilterMode.LINEAR)
                .withAddressMode(AddressMode.BORDER)
                .withBorder(7, 7, 7, 7));
    int first = -5;
    int count = texels + 10;
    DeviceBuffer out = on.buffer(Dtype.F32, 4L * count);
    on.run(
        "linear",
        count,
        Argument.of(handle),
        Argument.of(first),
        Argument.of(out),
        Argument.of(count));
    int[] results = TextureDevice.ints(out);
    for (int i = 0; i < count; i++) {
      int at = first + i;
      float right = at < 0 || at >= texels ? 0 : at + 1;
      assertThat(Float.intBitsToFloat(results[4 * i])).isEqualTo(right);
    }
  }

  /** What is left of a whole texel is not read. */
  @Test
  void aPartOfLinearMemory() {
    DeviceBuffer memory = on.buffer(Dtype.U8, 16);
    memory
        .memory()
        .copyFrom(
            MemorySegment.ofArray(
                "abcdefghijklmnop".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    long handle =
        on.device.createTexture(
            new TextureResource.Linear(memory.range("part", 4, Dtype.U8, List.of(7L)), BYTES),
            ZERO);
    DeviceBuffer out = on.buffer(Dtype.U8, 10);
    on.run(
        "linearBytes", 5, Argument.of(handle), Argument.of(-1), Argument.of(out), Argument.of(5));
    assertThat(out.memory().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
        .isEqualTo(new byte[] {0, 0, 'e', 'f', 'g', 'h', 'i', 'j', 0, 0});
  }

  @Test
  void pitchedRows() {
    TextureDescription description =
        ZERO.withFilter(FilterMode.LINEAR)
            .withRead(ReadMode.NORMALIZED_FLOAT)
            .withAddressMode(AddressMode.BORDER);
    PlainTexture plain = new PlainTexture(BYTES, ArrayExtent.of(5, 3), description, random);
    DeviceBuffer memory = on.buffer(Dtype.U8, 2 * 32 + 10);
    plain.copyTo(memory.memory(), 32);
    long handle =
        on.device.createTexture(new TextureResource.Pitched(memory, BYTES, 5, 3, 32), description);
    float[] at = new float[4 * 50];
    for (int i = 0; i < at.length; i++) {
      at[i] = (float) random.nextDouble(-1, 6);
    }
    int[] results = on.fetch("real2", handle, at, 50);
    for (int i = 0; i < results.length; i++) {
      double right = plain.sample(new double[] {at[i / 4 * 4], at[i / 4 * 4 + 1]}, 0, i % 4);
      assertThat(Float.intBitsToFloat(results[i]))
          .isCloseTo((float) right, org.assertj.core.data.Offset.offset(1e-6f));
    }
  }

  /** CUDA allocates a row as two dimensions of height 1, and programs read it as one. */
  @Test
  void aRowIsOneDimensionOrTwo() {
    CudaArray row = on.array(SINGLE, ArrayExtent.of(3, 1));
    row.buffer().memory().copyFrom(MemorySegment.ofArray(new float[] {1, 2, 3}));
    CudaArray line = on.array(SINGLE, ArrayExtent.of(3));
    line.buffer().memory().copyFrom(row.buffer().memory());
    float[] at = {1.5f, 0.5f, 0, 0};
    int two = Float.floatToRawIntBits(2);
    assertThat(on.fetch("real1", texture(row), at, 1)[0]).isEqualTo(two);
    assertThat(on.fetch("real2", texture(line), at, 1)[0]).isEqualTo(two);
  }

  @Test
  void eachThreadMayHaveATextureOfItsOwn() {
    long[] handles = new long[32];
    float[][] texels = new float[32][40];
    for (int i = 0; i < 32; i++) {
      if (i % 4 == 3) {
        // Some share one.
        handles[i] = handles[i - 2];
        texels[i] = texels[i - 2];
        continue;
      }
      CudaArray array = on.array(SINGLE, ArrayExtent.of(1, 40));
      for (int y = 0; y < 40; y++) {
        texels[i][y] = random.nextInt(1, 1000);
      }
      array.buffer().memory().copyFrom(MemorySegment.ofArray(texels[i]));
      handles[i] = texture(array);
    }
    DeviceBuffer table = on.buffer(Dtype.U64, 32);
    DeviceBuffer out = on.buffer(Dtype.F32, 32);
    table.memory().copyFrom(MemorySegment.ofArray(handles));
    on.run("many", 32, Argument.of(table), Argument.of(out));
    int[] results = TextureDevice.ints(out);
    for (int i = 0; i < 32; i++) {
      assertThat(Float.intBitsToFloat(results[i])).isEqualTo(i % 5 == 3 ? 0 : texels[i][i]);
    }
  }

  @Test
  void blocksOnSeveralThreadsReadTheSame() {
    int count = 1000;
    float[] values = new float[40 * 30];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(1000);
    }
    CudaArray array = on.array(SINGLE, ArrayExtent.of(40, 30));
    array.buffer().memory().copyFrom(MemorySegment.ofArray(values));
    long handle =
        on.device.createTexture(
            new TextureResource.OfArray(array), ZERO.withFilter(FilterMode.LINEAR));
    float[] at = new float[4 * count];
    for (int i = 0; i < at.length; i++) {
      at[i] = (float) random.nextDouble(40);
    }
    DeviceBuffer out = on.buffer(Dtype.I32, 4L * count);
    on.run(
        "real2",
        count,
        LaunchOptions.DEFAULT.withThreads(3),
        Argument.of(handle),
        Argument.of(on.buffer(at)),
        Argument.of(out),
        Argument.of(count));
    assertThat(TextureDevice.ints(out)).isEqualTo(on.fetch("real2", handle, at, count));
  }

  @Test
  void memoryIsAlwaysResident() {
    CudaArray array = on.array(SINGLE, ArrayExtent.of(4, 4));
    DeviceBuffer out = on.buffer(Dtype.I32, 3);
    on.run("resident", 3, Argument.of(texture(array)), Argument.of(out));
    assertThat(TextureDevice.ints(out)).containsOnly(7);
  }

  @Test
  void queries() {
    CudaArray plain = on.array(SINGLE, ArrayExtent.layered(6, 5, 3));
    DeviceBuffer out = on.buffer(Dtype.I32, 13);
    long handle =
        on.device.createTexture(
            new TextureResource.OfArray(plain),
            ZERO.withAddressModes(AddressMode.MIRROR, AddressMode.CLAMP, AddressMode.BORDER)
                .withFilter(FilterMode.LINEAR));
    on.run("query", 1, Argument.of(handle), Argument.of(out));
    // CL_FLOAT and CL_R.
    assertThat(TextureDevice.ints(out))
        .containsExactly(6, 5, 0, 0x10de, 0x10b0, 0, 3, 1, 1, 1, 3, 4, 0);
    List<CudaArray> levels = on.device.mallocMipmappedArray("m", BYTES, ArrayExtent.of(9, 4, 2), 2);
    handle =
        on.device.createTexture(new TextureResource.Mipmapped(levels), ZERO.withNormalized(true));
    on.run("query", 1, Argument.of(handle), Argument.of(out));
    // CL_UNSIGNED_INT8 and CL_RG.
    assertThat(TextureDevice.ints(out))
        .containsExactly(9, 4, 2, 0x10da, 0x10b2, 1, 0, 2, 0, 0, 0, 0, 4);
  }

  private void fails(String kernel, long handle, String problem) {
    assertThatThrownBy(() -> on.fetch(kernel, handle, new float[] {0.5f, 0.5f, 0.5f, 0}, 1))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageStartingWith("textures.ptx:")
        .hasMessageContaining("kernel %s, block (0,0,0), thread (0,0,0), tex.".formatted(kernel))
        .hasMessageEndingWith(": " + problem);
  }

  @Test
  void whatIsNoTextureIsAFault() {
    CudaArray array = on.array(SINGLE, ArrayExtent.of(4, 4));
    long destroyed = texture(array);
    on.device.destroyTexture(destroyed);
    long surface = on.device.createSurface(array);
    String wants = "takes the handle of a texture object, and 0x%x is %s";
    fails("real2", 0, wants.formatted(0, "no handle"));
    fails("real2", -1, wants.formatted(-1L, "no handle"));
    fails("real2", surface + 1, wants.formatted(surface + 1, "no handle"));
    long address = array.buffer().address();
    fails("real2", address, wants.formatted(address, "no handle"));
    fails(
        "real2",
        destroyed,
        wants.formatted(destroyed, "the handle of an object that was destroyed"));
    fails("real2", surface, wants.formatted(surface, "the handle of a surface"));
    assertThatThrownBy(() -> on.device.destroyTexture(surface))
        .isInstanceOf(PtxException.class)
        .hasMessage("0x%x is not the handle of a texture object".formatted(surface));
    assertThatThrownBy(() -> on.device.destroyTexture(destroyed))
        .hasMessageContaining("is not the handle of a texture object");
  }

  @Test
  void aTextureOfAnotherKindIsAFault() {
    CudaArray array = on.array(SINGLE, ArrayExtent.of(4, 4));
    String name = array.buffer().name();
    fails("real3", texture(array), "reads a texture of %s, which is .2d".formatted(name));
    fails("realA2", texture(array), "reads a texture of %s, which is .2d".formatted(name));
    fails("real1", texture(array), "reads a texture of %s, which is .2d".formatted(name));
    long linear = on.device.createTexture(new TextureResource.Linear(array.buffer(), SINGLE), ZERO);
    fails(
        "real1",
        linear,
        "reads a texture of %s, which is linear memory and takes integers as coordinates"
            .formatted(name));
  }

  @Test
  void textureOfMemoryThatWasFreedIsAFault() {
    CudaArray array = on.array(SINGLE, ArrayExtent.of(4, 4));
    long handle = texture(array);
    on.device.free(array.buffer());
    fails("real2", handle, "accesses the texels of array0, which was freed");
  }

  private void isRefused(TextureResource resource, TextureDescription as, String problem) {
    assertThatThrownBy(() -> on.device.createTexture(resource, as))
        .isInstanceOf(PtxException.class)
        .hasMessage("no texture object: " + problem);
  }

  @Test
  void whatCudaCannotMakeIsRefused() {
    CudaArray array = on.array(BYTES, ArrayExtent.of(4, 4));
    String reals = "only textures that are read as floating-point numbers can be filtered";
    isRefused(new TextureResource.OfArray(array), ZERO.withFilter(FilterMode.LINEAR), reals);
    isRefused(
        new TextureResource.Pitched(array.buffer(), BYTES, 4, 5, 8),
        ZERO,
        "array0: 5 rows of 8 bytes with a pitch of 8 take 40 bytes, and the memory has 32");
    isRefused(
        new TextureResource.Pitched(array.buffer(), BYTES, 4, 2, 6),
        ZERO,
        "array0: 2 rows of 8 bytes with a pitch of 6 take 14 bytes, and the memory has 32");
    isRefused(
        new TextureResource.Linear(array.buffer().range("odd", 1, Dtype.U8, List.of(8L)), BYTES),
        ZERO,
        "odd: address 0x%x and pitch 8 must be multiples of a texel's 2 bytes"
            .formatted(array.buffer().address() + 1));
    assertThatThrownBy(() -> new ChannelFormat(ChannelFormat.Kind.FLOAT, 8, 1))
        .hasMessage("CUDA has no texels of 1 channels of float with 8 bits");
    assertThatThrownBy(() -> new ChannelFormat(ChannelFormat.Kind.UNSIGNED, 8, 3))
        .hasMessage("CUDA has no texels of 3 channels of unsigned with 8 bits");
    assertThatThrownBy(() -> ArrayExtent.of(0, 4))
        .hasMessage("0 by 4 by 1 texels in 1 layers are not .2d");
  }

  /** Every texel that a filter reads is told as a load of its bytes, the border is not. */
  @Test
  void texelsAreToldAsLoads() {
    ChannelFormat pairs = new ChannelFormat(ChannelFormat.Kind.FLOAT, 16, 2);
    CudaArray array = on.array(pairs, ArrayExtent.of(8, 8));
    TextureDescription description = ZERO.withAddressMode(AddressMode.BORDER);
    float[] at = {3, 4, 0, 0, 0, 0, 0, 0, 8.4f, 2.6f, 0, 0};
    long base = array.buffer().address();
    assertThat(
            loads(
                on.device.createTexture(
                    new TextureResource.OfArray(array), description.withFilter(FilterMode.LINEAR)),
                at,
                base))
        .containsExactlyInAnyOrder(
            3 * 8 + 2, 3 * 8 + 3, 4 * 8 + 2, 4 * 8 + 3, 0, 2 * 8 + 7, 3 * 8 + 7);
    assertThat(
            loads(
                on.device.createTexture(new TextureResource.OfArray(array), description), at, base))
        .containsExactlyInAnyOrder(4 * 8 + 3, 0);
  }

  /** The numbers of the texels that a fetch of three places loads. */
  private List<Integer> loads(long handle, float[] at, long base) {
    TreeMap<Integer, Integer> counts = new TreeMap<>();
    MemoryObserver observer =
        (_, operation, access, space, mask, addresses, bytes) -> {
          if (operation.source().opcode().equals("tex")) {
            assertThat(access).isEqualTo(MemoryObserver.Access.LOAD);
            assertThat(space).isEqualTo(StateSpace.GLOBAL);
            assertThat(bytes).isEqualTo(4);
            LongStream.range(0, 32)
                .filter(lane -> (mask >> lane & 1) != 0)
                .forEach(lane ->
                    counts.merge((int) (addresses[(int) lane] - base) / 4, 1, Integer::sum));
          }
        };
    on.run(
        "real2",
        3,
        LaunchOptions.DEFAULT.withObserver(observer),
        Argument.of(handle),
        Argument.of(on.buffer(at)),
        Argument.of(on.buffer(Dtype.F32, 12)),
        Argument.of(3));
    assertThat(counts.values()).containsOnly(1);
    return List.copyOf(counts.keySet());
  }
}
