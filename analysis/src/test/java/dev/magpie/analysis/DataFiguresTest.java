package dev.magpie.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataFiguresTest {
  private static final List<BlockCodec> CODECS = List.of(Codecs.create("bdi", Granularity.DEFAULT));

  private static Map<String, Double> measured(byte[] memory, int threads, int rangeBytes) {
    List<DataFigure> all =
        DataFigures.names().stream().map(DataFigures::named).flatMap(Optional::stream).toList();
    return new BlockScan(CODECS, threads, rangeBytes)
        .measuring(all)
        .summarize(List.of(MemorySegment.ofArray(memory)), null, _ -> {})
        .getFirst()
        .data()
        .values();
  }

  @Test
  void entropyIsEightBitsOfEachValueOnceAndNoneOfOne() {
    byte[] each = new byte[1024];
    for (int i = 0; i < each.length; i++) {
      each[i] = (byte) i;
    }
    assertThat(measured(each, 1, 2 << 20).get("entropy")).isCloseTo(8, within(1e-12));
    assertThat(measured(new byte[1000], 1, 2 << 20)).containsEntry("entropy", 0.0);
    byte[] half = new byte[512];
    Arrays.fill(half, 0, 256, (byte) 7);
    assertThat(measured(half, 1, 2 << 20).get("entropy")).isCloseTo(1, within(1e-12));
  }

  /** As of bf16: one byte of a number is noise, the other says nothing. */
  @Test
  void entropyByPlaceTellsBytesOfNumbersApart() {
    byte[] numbers = new byte[1 << 16];
    for (int i = 0; i < numbers.length; i += 2) {
      numbers[i] = (byte) (i / 8 * 37);
      numbers[i + 1] = 0x3f;
    }
    assertThat(measured(numbers, 1, 2 << 20).get("entropyByPlace")).isCloseTo(4, within(1e-9));
    assertThat(measured(numbers, 1, 2 << 20).get("entropy")).isGreaterThan(4.9);
    assertThat(measured(new byte[1000], 1, 2 << 20)).containsEntry("entropyByPlace", 0.0);
  }

  @Test
  void zeroBlocksAreThoseWithoutAnotherByteTheShortLastOneToo() {
    byte[] memory = new byte[4 * 128 + 5];
    memory[128] = 1;
    memory[3 * 128 - 1] = 1;
    assertThat(measured(memory, 1, 2 << 20)).containsEntry("zeroBlocks", 60.0);
  }

  @Test
  void ofNoDataThereIsNone() {
    assertThat(measured(new byte[0], 1, 2 << 20).values()).allMatch(value -> value.isNaN());
  }

  /** Whatever is registered. */
  @ParameterizedTest
  @CsvSource({"1, 128", "2, 128", "3, 640", "8, 33024", "5, 2097152"})
  void areTheSameOnAnyThreadsInAnyRanges(int threads, int rangeBytes) {
    byte[] memory = new byte[100_003];
    new Random(1).nextBytes(memory);
    Arrays.fill(memory, 5_000, 70_000, (byte) 0);
    assertThat(measured(memory, threads, rangeBytes)).isEqualTo(measured(memory, 1, 2 << 20));
  }

  @Test
  void areCalledDifferently() {
    assertThat(DataFigures.names())
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z][A-Za-z0-9]*"));
  }
}
