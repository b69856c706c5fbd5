package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StencilCodecTest {
  private static final int SAMPLES = StencilCodec.SAMPLES;

  /** Of so many values: 256 indices and a palette, in whole lines of 64 B. */
  @ParameterizedTest
  @CsvSource({
    "1, uniform, 0",
    "2, palette2, 1",
    "3, palette3, 1",
    "4, palette4, 2",
    "5, palette8, 2",
    "8, palette8, 2",
    "9, palette16, 3",
    "16, palette16, 3",
    "17, palette32, 3",
    "32, palette32, 3",
    "33, raw, 4",
    "256, raw, 4",
  })
  void aTileTakesLinesByHowManyValuesItHas(int different, String mode, int lines) {
    StencilCodec codec = new StencilCodec(64);
    int found = codec.encode(tile(new Random(different), different), 0, new byte[SAMPLES]);
    assertThat(StencilCodec.name(found)).isEqualTo(mode);
    assertThat(codec.lines(found)).isEqualTo(lines);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128, 256})
  void whatIsDecodedIsWhatWasEncoded(int lineBytes) {
    StencilCodec codec = new StencilCodec(lineBytes);
    Random random = new Random(lineBytes);
    byte[] coded = new byte[SAMPLES];
    for (int n = 0; n < 2000; n++) {
      byte[] values = new byte[SAMPLES + 5];
      System.arraycopy(tile(random, 1 + random.nextInt(36)), 0, values, 5, SAMPLES);
      random.nextBytes(coded);
      int mode = codec.encode(values, 5, coded);
      assertThat(codec.lines(mode)).isLessThanOrEqualTo(SAMPLES / lineBytes);
      if (mode == StencilCodec.UNIFORM) {
        assertThat(Arrays.copyOfRange(values, 5, values.length)).containsOnly(values[5]);
      } else if (mode != StencilCodec.RAW) {
        assertThat(codec.lines(mode)).isLessThan(SAMPLES / lineBytes);
        byte[] stored = new byte[SAMPLES];
        System.arraycopy(coded, 0, stored, 0, codec.lines(mode) * lineBytes);
        byte[] found = new byte[SAMPLES + 3];
        codec.decode(mode, stored, found, 3);
        assertThat(Arrays.copyOfRange(found, 3, found.length))
            .isEqualTo(Arrays.copyOfRange(values, 5, values.length));
      }
    }
  }

  /** The palette, then indices, lower bits first. */
  @Test
  void bitsLieAsTheyAreDescribed() {
    byte[] coded = coded("palette4", 7, 200, 9, 1);
    assertThat(Arrays.copyOf(coded, 6))
        .containsExactly(7, (byte) 200, 9, 1, 0b11_10_01_00, 0b11_10_01_00);
    assertThat(Arrays.copyOf(coded("palette2", 3, 3, 4), 4))
        .containsExactly(3, 4, 0b0010_0100, (byte) 0b0100_1001);
  }

  /** Five indices a byte: 0, 1, 2, 0, 1, and then 2, 0, 1, 2, 0. */
  @Test
  void threeValuesAreDigitsToBaseThree() {
    byte[] coded = coded("palette3", 7, 200, 9);
    int first = 3 + 2 * 9 + 81;
    int second = 2 + 9 + 2 * 27;
    assertThat(Arrays.copyOf(coded, 5))
        .containsExactly(7, (byte) 200, 9, (byte) first, (byte) second);
  }

  /** A tile in which these follow one another again and again. */
  private static byte[] coded(String mode, int... repeated) {
    byte[] values = new byte[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
      values[s] = (byte) repeated[s % repeated.length];
    }
    byte[] coded = new byte[SAMPLES];
    assertThat(StencilCodec.name(new StencilCodec(64).encode(values, 0, coded))).isEqualTo(mode);
    return coded;
  }

  /** So many values, each at least once, in any order. */
  private static byte[] tile(Random random, int different) {
    byte[] palette = new byte[different];
    int first = random.nextInt(256);
    for (int n = 0; n < different; n++) {
      palette[n] = (byte) (first + 77 * n);
    }
    byte[] values = new byte[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
      values[s] = palette[s < different ? s : random.nextInt(different)];
    }
    for (int s = SAMPLES - 1; s > 0; s--) {
      int other = random.nextInt(s + 1);
      byte swapped = values[s];
      values[s] = values[other];
      values[other] = swapped;
    }
    return values;
  }
}
