package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawLinesTest {
  private static final int SLOTS = 3;

  @ParameterizedTest
  @CsvSource({
    "8, 8, 64, QUADRANTS",
    "8, 8, 64, STRIPS",
    "8, 8, 32, QUADRANTS",
    "8, 8, 128, QUADRANTS",
    "16, 4, 64, QUADRANTS",
    "4, 16, 64, QUADRANTS",
    "4, 4, 64, QUADRANTS"
  })
  void vectorsPutAndGetWhatScalarCodeDoes(
      int width, int height, int lineBytes, TileShape.Lines lines) {
    TileShape shape = TileShape.of(width, height, lineBytes, lines);
    RawLines scalar = new RawLines(shape, Kernels.SCALAR);
    RawLines vector = new RawLines(shape, Kernels.VECTOR);
    int tileWords = shape.lines() * scalar.wordsPerLine();
    long[] expected = new long[SLOTS * tileWords];
    long[] found = new long[SLOTS * tileWords];
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 300; round++) {
      int[] depths = random.ints(shape.samples(), 0, 1 << 24).toArray();
      long samples = random.nextLong() & shape.mask();
      int base = random.nextInt(SLOTS) * tileWords;
      int line = random.nextInt(shape.lines());
      int at = random.nextInt(SLOTS * shape.lines()) * scalar.wordsPerLine();
      long ofLine = samples & shape.lineMask(line);

      scalar.put(expected, base, samples, depths);
      scalar.putLine(expected, at, line, ofLine, depths);
      vector.put(found, base, samples, depths);
      vector.putLine(found, at, line, ofLine, depths);
      assertThat(found).isEqualTo(expected);

      int[] expectedTile = new int[shape.samples()];
      int[] tile = new int[shape.samples()];
      scalar.get(expected, base, samples, expectedTile);
      vector.get(found, base, samples, tile);
      int[] ofOneLine = new int[shape.samples()];
      vector.getLine(found, at, line, ofLine, ofOneLine);
      for (int s = 0; s < depths.length; s++) {
        if ((samples >>> s & 1) != 0) {
          assertThat(tile[s]).isEqualTo(expectedTile[s]);
        }
        if ((ofLine >>> s & 1) != 0) {
          assertThat(ofOneLine[s]).isEqualTo(depths[s]);
        }
      }
    }
  }
}
