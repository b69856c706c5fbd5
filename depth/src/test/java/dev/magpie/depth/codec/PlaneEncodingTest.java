package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlaneEncodingTest {
  private static PlaneEncoding planes(PlaneEncoding.Slots slots) {
    return new PlaneEncoding(TileShape.DEFAULT, PlaneFormat.FIXED, slots);
  }

  @Test
  void aLineHoldsAsManyPlanesAsFitWithTheirNumbers() {
    assertThat(capacity(8, 8, 64)).isEqualTo(4);
    assertThat(capacity(8, 8, 32)).isEqualTo(2);
    assertThat(capacity(8, 8, 128)).isEqualTo(8);
    assertThat(capacity(4, 4, 32)).isEqualTo(2);
    assertThat(capacity(4, 4, 16)).isEqualTo(1);
    assertThatThrownBy(() -> capacity(4, 4, 8)).hasMessageContaining("64 bits holds no plane");
  }

  private static int capacity(int width, int height, int lineBytes) {
    TileShape shape = TileShape.of(width, height, lineBytes, TileShape.Lines.QUADRANTS);
    return capacity(
        shape, new PlaneEncoding(shape, PlaneFormat.FIXED, PlaneEncoding.Slots.RECLAIMED));
  }

  /** Planes that go into a line, each with a sample of its own. */
  private static int capacity(TileShape shape, PlaneEncoding planes) {
    long[] line = new long[shape.lineBytes() / 8 + 1];
    planes.clear(line);
    int added = 0;
    while (planes.add(line, (1L << added) - 1, 1L << added, 0, 0, 0, 9)) {
      added++;
    }
    return added;
  }

  @ParameterizedTest
  @EnumSource(PlaneFormat.class)
  void samplesAreOnTheLastPlaneThatTheyWerePutOn(PlaneFormat format) {
    for (TileShape shape :
        new TileShape[] {
          TileShape.DEFAULT,
          TileShape.of(8, 8, 128, TileShape.Lines.STRIPS),
          TileShape.of(8, 8, 32, TileShape.Lines.STRIPS),
          TileShape.of(4, 4, 16, TileShape.Lines.QUADRANTS)
        }) {
      Random random = new Random(4);
      PlaneEncoding planes = new PlaneEncoding(shape, format, PlaneEncoding.Slots.RECLAIMED);
      int capacity = capacity(shape, planes);
      for (int tile = 0; tile < 400; tile++) {
        long[] line = random.longs(shape.lineBytes() / 8 + 1).toArray();
        planes.clear(line);
        int[] expected = new int[shape.samples()];
        int[] plane = new int[shape.samples()];
        long valid = 0;
        for (int add = 0; add < 12; add++) {
          long moved = random.nextLong() & shape.mask();
          moved &= random.nextLong();
          moved = moved == 0 ? 1 : moved;
          int f = format == PlaneFormat.FIXED ? 9 : random.nextInt(14);
          long c0 = signed(random, format.constantBits());
          long cx = signed(random, format.gradientBits());
          long cy = signed(random, format.gradientBits());
          long kept = valid & ~moved;
          long used =
              IntStream.range(0, plane.length)
                  .filter(s -> (kept >>> s & 1) != 0)
                  .map(s -> plane[s])
                  .distinct()
                  .count();
          boolean added = planes.add(line, kept, moved, c0, cx, cy, f);
          assertThat(added).isEqualTo(used < capacity);
          if (!added) {
            break;
          }
          valid |= moved;
          for (int s = 0; s < shape.samples(); s++) {
            if ((moved >>> s & 1) != 0) {
              plane[s] = add;
              expected[s] =
                  PlaneEquation.depth(c0, cx, cy, f, s % shape.width(), s / shape.width());
            }
          }
          int[] depths = new int[shape.samples()];
          planes.decode(line, valid, depths);
          assertThat(depths).isEqualTo(expected);
        }
      }
    }
  }

  private static long signed(Random random, int bits) {
    return random.nextLong() >> (64 - bits) >> random.nextInt(bits);
  }

  @Test
  void slotsOutOfUseAreReclaimedOrNot() {
    for (PlaneEncoding.Slots slots : PlaneEncoding.Slots.values()) {
      PlaneEncoding planes = planes(slots);
      long[] line = new long[9];
      planes.clear(line);
      assertThat(planes.add(line, 0, 0b11, 0, 0, 0, 9)).isTrue();
      assertThat(planes.add(line, 0b11, 0b1100, 1 << 9, 0, 0, 9)).isTrue();
      assertThat(planes.add(line, 0b1111, 0b10000, 2 << 9, 0, 0, 9)).isTrue();
      // The second plane loses its last sample here, which leaves a slot.
      assertThat(planes.add(line, 0b10011, 0b1100, 3 << 9, 0, 0, 9)).isTrue();
      boolean fifth = planes.add(line, 0b11111, 0b100000, 4 << 9, 0, 0, 9);
      assertThat(fifth).isEqualTo(slots == PlaneEncoding.Slots.RECLAIMED);
      int[] depths = new int[64];
      planes.decode(line, 0b11111, depths);
      assertThat(depths).startsWith(0, 0, 3, 3, 2);
    }
  }

  @Test
  void aFifthPlaneDoesNotFitAndChangesNothing() {
    PlaneEncoding planes = planes(PlaneEncoding.Slots.RECLAIMED);
    long[] line = new long[9];
    planes.clear(line);
    long valid = 0;
    for (int n = 0; n < 4; n++) {
      assertThat(planes.add(line, valid, 1L << n, n << 9, 0, 0, 9)).isTrue();
      valid |= 1L << n;
    }
    long[] before = line.clone();
    assertThat(planes.add(line, valid, 1L << 4, 0, 0, 0, 9)).isFalse();
    assertThat(line).isEqualTo(before);
    // It does if it covers all of another: the compressor works with one more plane.
    assertThat(planes.add(line, valid & ~2, 0b110010, 9 << 9, 0, 0, 9)).isTrue();
  }
}
