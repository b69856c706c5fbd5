package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;

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
  void whatIsPutIsGot(int width, int height, int lineBytes, TileShape.Lines lines) {
    TileShape shape = TileShape.of(width, height, lineBytes, lines);
    RawLines raw = new RawLines(shape);
    int tileWords = shape.lines() * raw.wordsPerLine();
    long[] data = new long[SLOTS * tileWords];
    int[][] expected = new int[SLOTS][shape.samples()];
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 300; round++) {
      int[] depths = random.ints(shape.samples(), 0, 1 << 24).toArray();
      long samples = random.nextLong() & shape.mask();
      int slot = random.nextInt(SLOTS);
      int base = slot * tileWords;
      raw.put(data, base, samples, depths);
      put(expected[slot], samples, depths);

      int line = random.nextInt(shape.lines());
      int at = base + line * raw.wordsPerLine();
      long ofLine = random.nextLong() & shape.lineMask(line);
      int[] others = random.ints(shape.samples(), 0, 1 << 24).toArray();
      raw.putLine(data, at, line, ofLine, others);
      put(expected[slot], ofLine, others);

      int[] tile = new int[shape.samples()];
      for (int s = 0; s < SLOTS; s++) {
        raw.get(data, s * tileWords, shape.mask(), tile);
        assertThat(tile).isEqualTo(expected[s]);
      }
      int[] oneLine = expected[slot].clone();
      raw.getLine(data, at, line, ofLine, oneLine);
      assertThat(oneLine).isEqualTo(expected[slot]);
    }
  }

  private static void put(int[] tile, long samples, int[] depths) {
    for (long left = samples; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      tile[s] = depths[s];
    }
  }
}
