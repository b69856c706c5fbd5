package dev.magpie.ptx.texture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.CudaArray;
import dev.magpie.ptx.TextureResource;
import dev.magpie.ptx.ir.PtxException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MipmapTest {
  private static final int PLACES = 64;
  private static final ChannelFormat FORMAT = new ChannelFormat(ChannelFormat.Kind.FLOAT, 32, 4);

  private final SplittableRandom random = new SplittableRandom(23);
  private final TextureDevice on = new TextureDevice("textures.ptx");

  /** The levels of a mipmap with all that instructions can name. */
  private final class Mipmap {
    final List<PlainTexture> levels = new ArrayList<>();
    final TextureDescription description;
    final long handle;

    Mipmap(ArrayExtent extent, int count, TextureDescription description) {
      this.description = description;
      List<CudaArray> arrays =
          on.device.mallocMipmappedArray("mipmap" + random.nextLong(), FORMAT, extent, count);
      for (CudaArray array : arrays) {
        PlainTexture level = new PlainTexture(FORMAT, array.extent(), description, random);
        level.copyTo(array.buffer().memory());
        levels.add(level);
      }
      handle = on.device.createTexture(new TextureResource.Mipmapped(arrays), description);
    }

    /** A channel at a level between others. */
    double sample(double lod, ToDoubleFunction<PlainTexture> of) {
      TextureDescription.Mipmap clamps = description.mipmap();
      double level = Math.clamp(lod + clamps.bias(), clamps.least(), clamps.most());
      level = Math.clamp(level, 0, levels.size() - 1);
      if (clamps.filter() == FilterMode.POINT) {
        return of.applyAsDouble(levels.get((int) Math.round(level)));
      }
      int first = (int) level;
      double share = Math.round((level - first) * 256) / 256.0;
      double low = of.applyAsDouble(levels.get(first));
      return share == 0 ? low : (1 - share) * low + share * of.applyAsDouble(levels.get(first + 1));
    }
  }

  private TextureDescription description(boolean filters, boolean between) {
    return TextureDescription.ZERO
        .withNormalized(true)
        .withFilter(filters ? FilterMode.LINEAR : FilterMode.POINT)
        .withMipmap(
            new TextureDescription.Mipmap(
                between ? FilterMode.LINEAR : FilterMode.POINT, 0.25f, 0.5f, 2.75f));
  }

  private static ArrayExtent extent(String geometry) {
    return switch (geometry) {
      case "1" -> ArrayExtent.of(13);
      case "2" -> ArrayExtent.of(16, 5);
      case "3" -> ArrayExtent.of(7, 8, 3);
      case "A1" -> ArrayExtent.layered(9, 3);
      case "A2" -> ArrayExtent.layered(10, 6, 3);
      case "Cube" -> ArrayExtent.cubemap(8);
      default -> ArrayExtent.layeredCubemap(6, 2);
    };
  }

  private static void check(float is, double right) {
    assertThat((double) is)
        .isCloseTo(right, org.assertj.core.data.Offset.offset(1e-5 * Math.max(1, Math.abs(right))));
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "A1", "A2", "Cube", "ACube"})
  void aNamedLevel(String geometry) {
    for (int mode = 0; mode < 4; mode++) {
      Mipmap mipmap =
          new Mipmap(extent(geometry), 4, description((mode & 1) != 0, (mode & 2) != 0));
      boolean inW = geometry.equals("3") || geometry.endsWith("Cube");
      float[] at = new float[4 * PLACES];
      for (int i = 0; i < at.length; i++) {
        at[i] = (float) random.nextDouble(-2, 4);
      }
      for (int i = 0; i < PLACES && !inW; i++) {
        at[4 * i + 3] = Float.intBitsToFloat(random.nextInt(3));
      }
      int[] results = on.fetch("lod" + geometry, mipmap.handle, at, PLACES);
      for (int i = 0; i < results.length; i++) {
        int first = i / 4 * 4;
        int channel = i % 4;
        double[] place = {at[first], at[first + 1], at[first + 2]};
        int layer =
            switch (geometry) {
              case "A1", "A2" -> Float.floatToRawIntBits(at[first + 3]);
              case "Cube" -> PlainTexture.face(place);
              case "ACube" -> 6 + PlainTexture.face(place);
              default -> 0;
            };
        check(
            Float.intBitsToFloat(results[i]),
            mipmap.sample(at[first + (inW ? 3 : 2)], level -> level.sample(place, layer, channel)));
      }
    }
  }

  /** The level is that at which the larger change is a texel. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3", "A2"})
  void aLevelFromGradients(String geometry) {
    ArrayExtent extent = extent(geometry);
    int dimensions = extent.geometry().dimensions();
    int[] sizes = {extent.width(), extent.height(), extent.depth()};
    Mipmap mipmap = new Mipmap(extent, 4, description(true, false));
    float[] at = new float[12 * PLACES];
    for (int i = 0; i < at.length; i++) {
      at[i] = (float) random.nextDouble(-1, 1);
    }
    int[] results = on.fetch("grad" + geometry, mipmap.handle, at, PLACES);
    for (int i = 0; i < results.length; i++) {
      int first = i / 4 * 12;
      int channel = i % 4;
      double[] place = {at[first], at[first + 1], at[first + 2]};
      double[] longest = new double[2];
      for (int d = 0; d < dimensions; d++) {
        longest[0] = Math.hypot(longest[0], at[first + 4 + d] * sizes[d]);
        longest[1] = Math.hypot(longest[1], at[first + 8 + d] * sizes[d]);
      }
      double lod = Math.log(Math.max(longest[0], longest[1])) / Math.log(2);
      check(
          Float.intBitsToFloat(results[i]),
          mipmap.sample(lod, level -> level.sample(place, geometry.equals("A2") ? 1 : 0, channel)));
    }
  }

  /** On a face of 8 texels, 0.25 along a direction of length 1 is a texel. */
  @ParameterizedTest
  @CsvSource({"0.25, 0", "0.5, 1", "1, 2", "2, 3"})
  void aLevelFromGradientsOfADirection(float change, int level) {
    Mipmap mipmap =
        new Mipmap(
            ArrayExtent.cubemap(8),
            4,
            TextureDescription.ZERO
                .withNormalized(true)
                .withMipmap(new TextureDescription.Mipmap(FilterMode.POINT, 0, 0, 9)));
    float[] at = {0.1f, -0.2f, 1, 0, change, 0, 0, 0, 0, change / 2, 0, 0};
    int[] results = on.fetch("gradCube", mipmap.handle, at, 1);
    double[] place = {at[0], at[1], at[2]};
    int face = PlainTexture.face(place);
    assertThat(Float.intBitsToFloat(results[0]))
        .isEqualTo((float) mipmap.levels.get(level).sample(place, face, 0));
  }

  @Test
  void withoutLevelsTheOneIsRead() {
    PlainTexture texture =
        new PlainTexture(FORMAT, ArrayExtent.of(4, 4), TextureDescription.ZERO, random);
    CudaArray array = on.array(FORMAT, texture.extent);
    texture.copyTo(array.buffer().memory());
    long handle = on.device.createTexture(new TextureResource.OfArray(array), texture.description);
    int[] results = on.fetch("lod2", handle, new float[] {1.5f, 2.5f, 3, 0}, 1);
    assertThat(results[0]).isEqualTo(texture.bits[(2 * 4 + 1) * 4]);
  }

  @Test
  void aMipmapEndsAtOneTexel() {
    assertThat(on.device.mallocMipmappedArray("m", FORMAT, ArrayExtent.of(5, 2), 9))
        .extracting(CudaArray::extent)
        .containsExactly(ArrayExtent.of(5, 2), ArrayExtent.of(2, 1), ArrayExtent.of(1, 1));
  }

  @Test
  void aMipmapNeedsNormalizedCoordinatesAndLevelsOfHalfTheSize() {
    List<CudaArray> levels = on.device.mallocMipmappedArray("m", FORMAT, ArrayExtent.of(8, 8), 4);
    assertThatThrownBy(() ->
            on.device.createTexture(new TextureResource.Mipmapped(levels), TextureDescription.ZERO))
        .isInstanceOf(PtxException.class)
        .hasMessage("no texture object: the coordinates of a mipmap must be normalized");
    assertThatThrownBy(() ->
            on.device.createTexture(
                new TextureResource.Mipmapped(List.of(levels.get(0), levels.get(2))),
                TextureDescription.ZERO.withNormalized(true)))
        .hasMessage("no texture object: 'm@2' is not the level of a mipmap after 'm'");
  }
}
