package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every codec that works on depths alone. */
class TileCodecTest {
  private static final List<TileShape> SHAPES =
      List.of(
          TileShape.DEFAULT,
          TileShape.of(8, 8, 32, TileShape.Lines.QUADRANTS),
          TileShape.of(8, 8, 128, TileShape.Lines.QUADRANTS),
          TileShape.of(4, 4, 16, TileShape.Lines.QUADRANTS),
          TileShape.of(16, 4, 64, TileShape.Lines.STRIPS),
          TileShape.of(4, 8, 32, TileShape.Lines.QUADRANTS),
          TileShape.of(64, 1, 64, TileShape.Lines.QUADRANTS),
          TileShape.of(2, 2, 8, TileShape.Lines.QUADRANTS),
          TileShape.DEFAULT.with(DepthFormat.D16),
          TileShape.of(8, 8, 32, TileShape.Lines.QUADRANTS, DepthFormat.D16),
          TileShape.of(4, 8, 16, TileShape.Lines.QUADRANTS, DepthFormat.D16),
          TileShape.DEFAULT.with(DepthFormat.D32F),
          TileShape.of(16, 4, 64, TileShape.Lines.STRIPS, DepthFormat.D32F),
          TileShape.of(2, 2, 8, TileShape.Lines.QUADRANTS, DepthFormat.D32F));

  private static final long POISON = 0xDEAD_BEEF_DEAD_BEEFL;

  static Stream<TileMode> codecs() {
    return Stream.of(TileMode.values()).filter(mode -> mode != TileMode.PLANE);
  }

  private static long[] lines(TileShape shape) {
    long[] lines = new long[shape.samples() / 2 + 1];
    Arrays.fill(lines, POISON);
    return lines;
  }

  private static boolean encode(TileCodec codec, SampleTiles.Tile tile, int[] depths, long[] out) {
    int near = Integer.MAX_VALUE;
    int far = 0;
    for (int s = 0; s < depths.length; s++) {
      if ((tile.valid() >>> s & 1) != 0) {
        near = Math.min(near, depths[s]);
        far = Math.max(far, depths[s]);
      }
    }
    return codec.encode(depths, tile.valid(), near, far, out);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void validSamplesComeBackExactlyFromTheModesLinesAlone(TileMode mode) {
    int encoded = 0;
    for (TileShape shape : SHAPES) {
      for (int referenceBits : new int[] {16, 24}) {
        if (mode.lines(shape) == 0 || referenceBits > shape.format().bits()) {
          continue;
        }
        TileCodec codec = mode.codec(shape, referenceBits);
        TileCodec decoder = mode.codec(shape, referenceBits);
        int used = mode.lines(shape) * shape.lineBytes() / Long.BYTES;
        for (SampleTiles.Tile tile : SampleTiles.of(shape, 11, 1200)) {
          long[] out = lines(shape);
          int[] given = tile.depths().clone();
          if (!encode(codec, tile, given, out)) {
            continue;
          }
          encoded++;
          assertThat(Arrays.copyOfRange(out, used, out.length)).containsOnly(POISON);
          Arrays.fill(out, used, out.length, 0);
          int[] back = new int[shape.samples()];
          decoder.decode(out, tile.valid(), back);
          for (int s = 0; s < back.length; s++) {
            if ((tile.valid() >>> s & 1) == 0) {
              back[s] = tile.depths()[s];
              given[s] = tile.depths()[s];
            }
          }
          assertThat(back).as("%s, %s, %s", mode, shape, tile.kind()).isEqualTo(tile.depths());
          assertThat(given).as("valid depths are left alone").isEqualTo(tile.depths());
        }
      }
    }
    assertThat(encoded).isGreaterThan(200);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void planesOfTheRasteriserFitWhereTheCodecIsMadeForThem(TileMode mode) {
    TileCodec codec = mode.codec(TileShape.DEFAULT, 24);
    int[] depths = new int[64];
    for (int s = 0; s < 64; s++) {
      depths[s] = 5_000_000 + (3 * (s % 8) - 2 * (s / 8) + 1) / 2;
    }
    long[] out = lines(TileShape.DEFAULT);
    assertThat(encode(codec, new SampleTiles.Tile("plane", depths, -1), depths, out)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void anyBitsDecodeOrAreRefused(TileMode mode) {
    Random random = new Random(5);
    for (TileShape shape : SHAPES) {
      if (mode.lines(shape) == 0) {
        continue;
      }
      TileCodec codec = mode.codec(shape, 16);
      List<SampleTiles.Tile> tiles = SampleTiles.of(shape, 3, 2000);
      for (SampleTiles.Tile tile : tiles) {
        long[] bits = random.longs(lines(shape).length).toArray();
        if (random.nextBoolean() && encode(codec, tile, tile.depths().clone(), bits)) {
          int words = mode.lines(shape) * shape.lineBytes() / Long.BYTES;
          bits[random.nextInt(words)] ^= 1L << random.nextInt(64);
        }
        try {
          codec.decode(bits, random.nextLong() & shape.mask(), new int[shape.samples()]);
        } catch (CorruptBlockException e) {
          assertThat(e).hasMessageMatching(".*\\d.*");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(TileMode.class)
  void aCompressedTileTakesFewerLinesThanARawOne(TileMode mode) {
    for (TileShape shape : SHAPES) {
      assertThat(mode.lines(shape)).isLessThan(shape.lines());
      if (mode.lines(shape) == 0) {
        assertThatThrownBy(() -> mode.codec(shape, 16))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    int expected = mode.toString().endsWith("50") ? 2 : mode.toString().endsWith("75") ? 3 : 1;
    assertThat(mode.lines(TileShape.DEFAULT)).isEqualTo(expected);
  }

  @Test
  void fieldsHaveTheBitsOfTheFormat() {
    TileShape d16 = TileShape.DEFAULT.with(DepthFormat.D16);
    TileShape d32f = TileShape.DEFAULT.with(DepthFormat.D32F);
    // A corner of one depth and two differences, and two bits for each of 61 samples.
    assertThat(Ddpcm.bits(TileShape.DEFAULT)).isEqualTo(24 + 2 * 25 + 122).isEqualTo(196);
    assertThat(Ddpcm.bits(d16)).isEqualTo(16 + 2 * 17 + 122);
    assertThat(Ddpcm.bits(d32f)).isEqualTo(30 + 2 * 31 + 122);
    assertThat(TwoPlaneDdpcm.bits(TileShape.DEFAULT)).isEqualTo(310);
    assertThat(TwoPlaneDdpcm.bits(d16)).isEqualTo(262);
    assertThat(TwoPlaneDdpcm.bits(d32f)).isEqualTo(346);
    // (512 - 1 - 16 - 2 * 17) / 61, and (512 - 1 - 30 - 2 * 31) / 61.
    assertThat(Anchor.residualBits(d16, 1)).isEqualTo(7);
    assertThat(Anchor.residualBits(d32f, 1)).isEqualTo(6);
    // Headers of 16 + 2 * 17 + 3 * 10 and 30 + 2 * 31 + 3 * 12 bits, and 58 residuals.
    assertThat(DifferentialAnchor.residualBits(d16, 1)).isEqualTo((512 - 80) / 58);
    assertThat(DifferentialAnchor.residualBits(d32f, 2)).isEqualTo((1024 - 128) / 58);
  }

  @Test
  void floatsOfAllSizesComeBack() {
    TileCodec codec = TileMode.FLOAT50.codec(TileShape.DEFAULT, 16);
    int encoded = 0;
    for (int trial = 0; trial < 500; trial++) {
      Random random = new Random(trial);
      float base = random.nextFloat() * (float) Math.pow(10, random.nextInt(-20, 20));
      int[] depths = new int[64];
      for (int s = 0; s < 64; s++) {
        int row = s / 8;
        float z = base * (1 + 1e-5f * (s % 8) + 2e-5f * row);
        depths[s] = Float.floatToRawIntBits(s % 8 < trial % 9 ? z : 3 * z);
      }
      int[] given = depths.clone();
      long[] out = lines(TileShape.DEFAULT);
      if (encode(codec, new SampleTiles.Tile("floats", given, -1), given, out)) {
        int[] back = new int[64];
        codec.decode(out, -1, back);
        assertThat(back).isEqualTo(depths);
        encoded++;
      }
    }
    assertThat(encoded).isGreaterThan(450);
  }

  @Test
  void largeUnsignedDepthsComeBackToo() {
    TileCodec codec = TileMode.FLOAT25.codec(TileShape.DEFAULT, 16);
    int[] depths = new int[64];
    Arrays.setAll(depths, s -> -1 - 7 * s);
    long[] out = lines(TileShape.DEFAULT);
    assertThat(codec.encode(depths, -1, depths[63], depths[0], out)).isTrue();
    int[] back = new int[64];
    codec.decode(out, -1, back);
    assertThat(back).isEqualTo(depths);
  }

  @ParameterizedTest
  @EnumSource(
      value = TileMode.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PLANE"})
  void scalarCodeEncodesAsVectorsDo(TileMode mode) {
    for (TileShape shape : SHAPES) {
      if (mode.lines(shape) == 0) {
        continue;
      }
      TileCodec vector = TileMode.codecs(List.of(mode), shape, 16, Kernels.VECTOR).getFirst();
      TileCodec scalar = TileMode.codecs(List.of(mode), shape, 16, Kernels.SCALAR).getFirst();
      for (SampleTiles.Tile tile : SampleTiles.of(shape, 5, 500)) {
        long[] out = lines(shape);
        long[] other = lines(shape);
        boolean fits = encode(vector, tile, tile.depths().clone(), out);
        assertThat(encode(scalar, tile, tile.depths().clone(), other)).isEqualTo(fits);
        if (fits) {
          assertThat(other).isEqualTo(out);
        }
      }
    }
  }

  @Test
  void modesThatShareWorkEncodeAsEachAlone() {
    List<TileMode> modes = List.of(TileMode.FLOAT25, TileMode.FLOAT50);
    long[] ones = new long[33];
    Arrays.fill(ones, -1);
    int tried = 0;
    for (TileShape shape : List.of(TileShape.DEFAULT, SHAPES.get(4))) {
      List<TileCodec> together = TileMode.codecs(modes, shape, 16, Kernels.VECTOR);
      for (SampleTiles.Tile tile : SampleTiles.of(shape, 4, 900)) {
        for (int mode = 0; mode < modes.size(); mode++) {
          long[] out = lines(shape);
          long[] alone = lines(shape);
          boolean fits = encode(together.get(mode), tile, tile.depths().clone(), out);
          assertThat(fits)
              .isEqualTo(
                  encode(modes.get(mode).codec(shape, 16), tile, tile.depths().clone(), alone));
          if (fits) {
            assertThat(out).isEqualTo(alone);
          }
          // Whatever they decode between two sizes is forgotten, also if they refuse it.
          if (tried++ % 3 == 0) {
            decoded(together.get(mode), ones, tile.valid());
          }
        }
      }
    }
  }

  @Test
  void floatLinesThatNoTileHasAreRefused() {
    for (TileShape shape : List.of(TileShape.DEFAULT, SHAPES.get(4))) {
      TileCodec codec = TileMode.FLOAT25.codec(shape, 16);
      int[] depths = new int[64];
      long[] ones = new long[33];
      Arrays.fill(ones, -1);
      // Parameters of 31, and so more low bits than there are.
      assertThatThrownBy(() -> codec.decode(ones, -1, depths))
          .isInstanceOf(CorruptBlockException.class)
          .hasMessageContaining("where parameters begin");
      // One surface, its first depth and two parameters of 0 at the end; in front, ones only.
      BitFields.put(ones, 512 - 43, 0, 43);
      assertThatThrownBy(() -> codec.decode(ones, 0xFL, depths))
          .isInstanceOf(CorruptBlockException.class)
          .hasMessageContaining("ones");
    }
  }

  /** The valid depths of lines, or why there are none. */
  private static Object decoded(TileCodec codec, long[] words, long valid) {
    int[] depths = new int[64];
    try {
      codec.decode(words.clone(), valid, depths);
    } catch (CorruptBlockException e) {
      return String.valueOf(e.getMessage());
    }
    return those(depths, valid);
  }

  private static List<Integer> those(int[] depths, long samples) {
    return IntStream.range(0, 64)
        .filter(s -> (samples >>> s & 1) != 0)
        .mapToObj(s -> depths[s])
        .toList();
  }

  @Test
  void residualsOfMoreThanAnIntAreRefused() {
    TileCodec codec = TileMode.FLOAT25.codec(TileShape.DEFAULT, 16);
    long[] words = new long[33];
    // At the end the bit for a second surface, before that the first depth and a parameter of 31;
    // in front the only residual's low bits and ones.
    BitFields.put(words, 512 - 1 - 32 - 5, 31, 5);
    BitFields.put(words, 31, 0b10, 2);
    int[] depths = new int[64];
    codec.decode(words, 0b11, depths);
    assertThat(depths[1]).isEqualTo(1 << 30);
    BitFields.put(words, 31, 0b110, 3);
    assertThatThrownBy(() -> codec.decode(words, 0b11, depths))
        .isInstanceOf(CorruptBlockException.class)
        .hasMessageContaining("more than 32 bits");
  }

  @Test
  void largeResidualsAmongSmallOnesComeBack() {
    TileCodec codec = TileMode.FLOAT50.codec(TileShape.DEFAULT, 16);
    int[] steps = {(1 << 27) - 1, -(1 << 27) - 1, 1 << 28, 1 << 30, -1, 1 << 31, -1 >>> 1};
    int encoded = 0;
    for (int trial = 0; trial < 900; trial++) {
      Random random = new Random(trial);
      int[] depths = new int[64];
      int base = trial % 3 == 0 ? 0 : random.nextInt();
      Arrays.setAll(depths, s -> base + random.nextInt(3));
      for (int outliers = random.nextInt(4); outliers >= 0; outliers--) {
        depths[random.nextInt(64)] += steps[trial % steps.length];
      }
      long valid = trial % 2 == 0 ? -1 : ~(1L << random.nextInt(64)) | 1;
      SampleTiles.Tile tile = new SampleTiles.Tile("outliers", depths, valid);
      long[] out = lines(TileShape.DEFAULT);
      if (encode(codec, tile, depths.clone(), out)) {
        encoded++;
        assertThat(decoded(codec, out, valid)).isEqualTo(those(depths, valid));
      }
    }
    assertThat(encoded).isGreaterThan(500);
  }

  @Test
  void predictionsThatLeaveTheRangeOfDepthsComeInAgainAtItsOtherEnd() {
    TileCodec codec = TileMode.FLOAT50.codec(TileShape.DEFAULT, 16);
    int left = 0;
    for (int trial = 0; trial < 300; trial++) {
      Random random = new Random(trial);
      int[] depths = new int[64];
      Arrays.setAll(depths, s -> Math.max(0, 40 - (1 + random.nextInt(9)) * (s % 8 + s / 8)));
      for (int s = 9; s < 64; s++) {
        left += s % 8 != 0 && depths[s - 1] + depths[s - 8] < depths[s - 9] ? 1 : 0;
      }
      if (trial % 4 < 2) {
        // The largest depths, as unsigned numbers.
        Arrays.setAll(depths, s -> ~depths[s]);
      }
      long valid = trial % 2 == 0 ? -1 : random.nextLong() | 1;
      SampleTiles.Tile tile = new SampleTiles.Tile("steep", depths, valid);
      long[] out = lines(TileShape.DEFAULT);
      assertThat(encode(codec, tile, depths.clone(), out)).isTrue();
      assertThat(decoded(codec, out, valid)).isEqualTo(those(depths, valid));
    }
    assertThat(left).isPositive();
  }
}
