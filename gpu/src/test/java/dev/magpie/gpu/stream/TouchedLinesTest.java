package dev.magpie.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TouchedLinesTest {
  private static final int LANES = 32;

  /** A line that is touched, its sectors, those that are touched as a whole, and lanes. */
  private record Line(long address, int sectors, int full, int lanes) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64})
  void lanesSideBySideTouchWhatEachTouches(int bytes) {
    for (long start = 0; start <= 2 * MemoryAccess.LINE_BYTES; start += bytes) {
      TouchedLines together = new TouchedLines();
      together.touch(start, bytes);
      TouchedLines oneByOne = new TouchedLines();
      for (int lane = 0; lane < LANES; lane++) {
        long at = start + (long) lane * bytes;
        long line = at & -MemoryAccess.LINE_BYTES;
        oneByOne.touch(line, (int) (at - line), bytes);
      }
      assertThat(lines(together)).as("at %d", start).isEqualTo(lines(oneByOne));
    }
  }

  private static List<Line> lines(TouchedLines touched) {
    MemoryAccess access = new MemoryAccess();
    access.setKind(MemoryAccess.Kind.STORE, false);
    touched.addTo(access);
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < access.count(); i++) {
      lines.add(
          new Line(access.line(i), access.sectors(i), access.fullSectors(i), access.lanes(i)));
    }
    return lines;
  }
}
