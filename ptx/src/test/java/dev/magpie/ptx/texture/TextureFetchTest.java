package dev.magpie.ptx.texture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.CudaArray;
import dev.magpie.ptx.TextureResource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random textures of every geometry, read at random places, against {@link PlainTexture}. */
class TextureFetchTest {
  private static final int TEXTURES = 60;
  private static final int PLACES = 96;

  private static final List<ChannelFormat> FORMATS = new ArrayList<>();

  static {
    for (ChannelFormat.Kind kind : ChannelFormat.Kind.values()) {
      for (int bits : new int[] {8, 16, 32}) {
        for (int channels : new int[] {1, 2, 4}) {
          if (kind != ChannelFormat.Kind.FLOAT || bits > 8) {
            FORMATS.add(new ChannelFormat(kind, bits, channels));
          }
        }
      }
    }
  }

  private final SplittableRandom random = new SplittableRandom(17);

  static Stream<Arguments> reals() {
    return Stream.of(
        Arguments.of("real1", TextureGeometry.ONE_DIMENSIONAL),
        Arguments.of("real2", TextureGeometry.TWO_DIMENSIONAL),
        Arguments.of("real3", TextureGeometry.THREE_DIMENSIONAL),
        Arguments.of("realA1", TextureGeometry.LAYERED_ONE_DIMENSIONAL),
        Arguments.of("realA2", TextureGeometry.LAYERED_TWO_DIMENSIONAL),
        Arguments.of("realCube", TextureGeometry.CUBEMAP),
        Arguments.of("realACube", TextureGeometry.LAYERED_CUBEMAP));
  }

  static Stream<Arguments> integers() {
    return Stream.of(
        Arguments.of("signed1", TextureGeometry.ONE_DIMENSIONAL, ChannelFormat.Kind.SIGNED),
        Arguments.of("signed2", TextureGeometry.TWO_DIMENSIONAL, ChannelFormat.Kind.SIGNED),
        Arguments.of("signed3", TextureGeometry.THREE_DIMENSIONAL, ChannelFormat.Kind.SIGNED),
        Arguments.of(
            "signedA2", TextureGeometry.LAYERED_TWO_DIMENSIONAL, ChannelFormat.Kind.SIGNED),
        Arguments.of("unsigned1", TextureGeometry.ONE_DIMENSIONAL, ChannelFormat.Kind.UNSIGNED),
        Arguments.of("unsigned2", TextureGeometry.TWO_DIMENSIONAL, ChannelFormat.Kind.UNSIGNED));
  }

  private int size() {
    return random.nextInt(3) == 0 ? 1 : random.nextInt(1, 9);
  }

  private ArrayExtent extent(TextureGeometry geometry) {
    return switch (geometry) {
      case ONE_DIMENSIONAL -> ArrayExtent.of(size());
      case TWO_DIMENSIONAL -> ArrayExtent.of(size(), size());
      case THREE_DIMENSIONAL -> ArrayExtent.of(size(), size(), size());
      case LAYERED_ONE_DIMENSIONAL -> ArrayExtent.layered(size(), size());
      case LAYERED_TWO_DIMENSIONAL -> ArrayExtent.layered(size(), size(), size());
      case CUBEMAP -> ArrayExtent.cubemap(size());
      case LAYERED_CUBEMAP -> ArrayExtent.layeredCubemap(size(), random.nextInt(1, 4));
    };
  }

  private AddressMode mode() {
    return List.of(AddressMode.values()).get(random.nextInt(4));
  }

  private TextureDescription description() {
    return TextureDescription.ZERO
        .withAddressModes(mode(), mode(), mode())
        .withNormalized(random.nextBoolean())
        .withBorder(0.25f, -2, 1e6f, 0.5f);
  }

  /** Places in and around a texture: anywhere, on texels' centres, and on their edges. */
  private float[] places(PlainTexture texture) {
    ArrayExtent extent = texture.extent;
    float[] at = new float[4 * PLACES];
    for (int i = 0; i < PLACES; i++) {
      for (int d = 0; d < 3; d++) {
        int size = d == 0 ? extent.width() : d == 1 ? extent.height() : extent.depth();
        double x =
            switch (random.nextInt(5)) {
              case 0 -> random.nextInt(-2 * size, 3 * size) + 0.5;
              case 1 -> random.nextInt(-2 * size, 3 * size);
              case 2 -> random.nextDouble(-1e5, 1e5);
              default -> random.nextDouble(-size, 2 * size);
            };
        at[4 * i + d] =
            (float) (texture.description.normalized() || extent.geometry().isCube() ? x / size : x);
      }
      // Layers beyond the last one are the last, also what is below 0 as a number with a sign.
      int layers = extent.layers() / (extent.geometry().isCube() ? 6 : 1);
      at[4 * i + 3] = Float.intBitsToFloat(random.nextInt(-1, layers + 2));
    }
    return at;
  }

  private static double expected(PlainTexture texture, float[] places, int i, int channel) {
    double[] at = {places[4 * i], places[4 * i + 1], places[4 * i + 2]};
    int layer = 0;
    TextureGeometry geometry = texture.extent.geometry();
    int layers = texture.extent.layers() / (geometry.isCube() ? 6 : 1);
    if (geometry.isLayered()) {
      int named = Float.floatToRawIntBits(places[4 * i + 3]);
      layer = named < 0 || named >= layers ? layers - 1 : named;
    }
    if (geometry.isCube()) {
      layer = 6 * layer + PlainTexture.face(at);
    }
    return texture.sample(at, layer, channel);
  }

  private static long create(TextureDevice on, PlainTexture texture) {
    CudaArray array = on.array(texture.format, texture.extent);
    texture.copyTo(array.buffer().memory());
    return on.device.createTexture(new TextureResource.OfArray(array), texture.description);
  }

  @ParameterizedTest
  @MethodSource("reals")
  void realsOfEveryFormatModeAndFilter(String kernel, TextureGeometry geometry) {
    TextureDevice on = new TextureDevice("textures.ptx");
    for (int run = 0; run < TEXTURES; run++) {
      ChannelFormat format;
      do {
        format = FORMATS.get(random.nextInt(FORMATS.size()));
      } while (format.kind() != ChannelFormat.Kind.FLOAT && format.bits() == 32);
      PlainTexture texture =
          new PlainTexture(
              format,
              extent(geometry),
              description()
                  .withRead(ReadMode.NORMALIZED_FLOAT)
                  .withSrgb(random.nextBoolean())
                  .withFilter(random.nextBoolean() ? FilterMode.LINEAR : FilterMode.POINT),
              random);
      float[] places = places(texture);
      int[] results = on.fetch(kernel, create(on, texture), places, PLACES);
      for (int i = 0; i < 4 * PLACES; i++) {
        float right = (float) expected(texture, places, i / 4, i % 4);
        float is = Float.intBitsToFloat(results[i]);
        // The order in which products are summed may change the last bit.
        assertThat(Math.abs(is - right))
            .as(
                "%s of %s at (%s, %s, %s): %s, not %s",
                texture.description,
                texture.extent,
                places[i / 4 * 4],
                places[i / 4 * 4 + 1],
                places[i / 4 * 4 + 2],
                is,
                right)
            .isLessThanOrEqualTo(Math.ulp(right));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("integers")
  void integersOfEveryFormatAndMode(
      String kernel, TextureGeometry geometry, ChannelFormat.Kind kind) {
    TextureDevice on = new TextureDevice("textures.ptx");
    for (int run = 0; run < TEXTURES; run++) {
      ChannelFormat format;
      do {
        format = FORMATS.get(random.nextInt(FORMATS.size()));
      } while (format.kind() != kind);
      // Integers of 32 bits stay integers.
      ReadMode read =
          format.bits() == 32 && random.nextBoolean()
              ? ReadMode.NORMALIZED_FLOAT
              : ReadMode.ELEMENT;
      PlainTexture texture =
          new PlainTexture(format, extent(geometry), description().withRead(read), random);
      float[] places = places(texture);
      int[] results = on.fetch(kernel, create(on, texture), places, PLACES);
      for (int i = 0; i < 4 * PLACES; i++) {
        assertThat(results[i]).isEqualTo((int) (long) expected(texture, places, i / 4, i % 4));
      }
    }
  }

  @Test
  void bytesOfAnImage() {
    TextureDevice on = new TextureDevice("textures.ptx");
    ChannelFormat format = new ChannelFormat(ChannelFormat.Kind.UNSIGNED, 8, 4);
    PlainTexture texture =
        new PlainTexture(format, ArrayExtent.of(7, 5), TextureDescription.ZERO, random);
    float[] places = places(texture);
    int[] results = on.fetch("bytes2", create(on, texture), places, PLACES);
    for (int i = 0; i < PLACES; i++) {
      int packed = 0;
      for (int channel = 0; channel < 4; channel++) {
        packed |= (int) expected(texture, places, i, channel) << (8 * channel);
      }
      assertThat(results[i]).isEqualTo(packed);
    }
  }

  /** The texels around a place, from the lower left on against the clock. */
  @Test
  void gathersTheTexelsThatAFilterReads() {
    TextureDevice on = new TextureDevice("textures.ptx");
    String[] kernels = {"gatherR", "gatherG", "gatherB", "gatherA"};
    for (int run = 0; run < TEXTURES; run++) {
      int channel = run % 4;
      ChannelFormat.Kind kind =
          new ChannelFormat.Kind[] {
                ChannelFormat.Kind.FLOAT,
                ChannelFormat.Kind.FLOAT,
                ChannelFormat.Kind.SIGNED,
                ChannelFormat.Kind.UNSIGNED
              }
              [channel];
      PlainTexture texture =
          new PlainTexture(
              new ChannelFormat(kind, 16, 4),
              extent(TextureGeometry.TWO_DIMENSIONAL),
              description().withNormalized(false),
              random);
      float[] places = places(texture);
      int[] results = on.fetch(kernels[channel], create(on, texture), places, PLACES);
      for (int i = 0; i < 4 * PLACES; i++) {
        double x = Math.floor(places[i / 4 * 4] - 0.5) + (i % 4 == 1 || i % 4 == 2 ? 1 : 0);
        double y = Math.floor(places[i / 4 * 4 + 1] - 0.5) + (i % 4 < 2 ? 1 : 0);
        double right = texture.sample(new double[] {x, y, 0}, 0, channel);
        assertThat(results[i])
            .isEqualTo(
                kind == ChannelFormat.Kind.FLOAT
                    ? Float.floatToRawIntBits((float) right)
                    : (int) right);
      }
    }
  }

  @Test
  void whatIsNoNumberIsZero() {
    TextureDevice on = new TextureDevice("textures.ptx");
    PlainTexture texture =
        new PlainTexture(
            new ChannelFormat(ChannelFormat.Kind.FLOAT, 32, 1),
            ArrayExtent.of(5),
            TextureDescription.ZERO.withNormalized(true),
            random);
    float infinity = Float.POSITIVE_INFINITY;
    float[] places = {Float.NaN, 0, 0, 0, infinity, 0, 0, 0, -infinity, 0, 0, 0};
    int[] results = on.fetch("real1", create(on, texture), places, 3);
    assertThat(results[0]).isEqualTo(texture.bits[0]);
    assertThat(results[4]).isEqualTo(texture.bits[0]);
    assertThat(results[8]).isEqualTo(texture.bits[0]);
  }
}
