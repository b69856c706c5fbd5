package dev.magpie.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.analysis.page.Arrangement.Order;
import dev.magpie.analysis.page.Arrangement.Split;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders of elements and splits of pages against a slow oracle that looks at single ones. */
class ArrangementTest {
  private static byte[] random(int bytes, long seed) {
    byte[] data = new byte[bytes];
    new Random(seed).nextBytes(data);
    return data;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5, 3, 1, 2",
    "2, 64, 7, 2, 64",
    "3, 65, 5, 4, 64",
    "1, 3, 100, 8, 64",
    "4, 9, 2, 2, 1"
  })
  void channelsAreColumnsOfSomeRows(int count, int rows, int columns, int bytes, int groupRows) {
    byte[] data = random(count * rows * columns * bytes, 1);
    Matrices shape = new Matrices(count, rows, columns, bytes, 0);
    byte[] expected = new byte[data.length];
    int to = 0;
    for (int m = 0; m < count; m++) {
      for (int first = 0; first < rows; first += groupRows) {
        for (int c = 0; c < columns; c++) {
          for (int r = first; r < Math.min(rows, first + groupRows); r++) {
            System.arraycopy(data, ((m * rows + r) * columns + c) * bytes, expected, to, bytes);
            to += bytes;
          }
        }
      }
    }
    ElementOrder order =
        new ElementOrder(MemorySegment.ofArray(data), shape, Order.CHANNELS, groupRows);
    assertThat(order.sideBytes()).isZero();
    for (int part : new int[] {1, 3, 64, data.length}) {
      byte[] found = new byte[data.length];
      byte[] page = new byte[part * bytes];
      int elements = data.length / bytes;
      for (int at = 0; at < elements; at += part) {
        int some = Math.min(part, elements - at);
        byte[] read = part == data.length ? found : page;
        order.read(at, some, read);
        System.arraycopy(read, 0, found, at * bytes, some * bytes);
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 8, 7", "2, 5, 10", "4, 8, 23", "1, 4, 3", "1, 5, 2"})
  void deltasAreExponentsAboveTheSmallestOfTheirColumn(
      int bytes, int exponentBits, int mantissaBits) {
    int rows = 70;
    int columns = 3;
    byte[] data = random(rows * columns * bytes, 2);
    Matrices shape = new Matrices(1, rows, columns, bytes, exponentBits);
    ElementOrder deltas =
        new ElementOrder(MemorySegment.ofArray(data), shape, Order.CHANNEL_DELTAS, 64);
    ElementOrder plain = new ElementOrder(MemorySegment.ofArray(data), shape, Order.CHANNELS, 64);
    // Groups of 64 rows and of 6, each with three columns.
    assertThat(deltas.sideBytes()).isEqualTo(6);
    byte[] found = new byte[data.length];
    byte[] stored = new byte[data.length];
    deltas.read(0, rows * columns, found);
    plain.read(0, rows * columns, stored);
    int mask = (1 << exponentBits) - 1;
    int at = 0;
    for (int group : new int[] {64, 64, 64, 6, 6, 6}) {
      int smallest = mask;
      int least = mask;
      for (int i = at; i < at + group; i++) {
        smallest = Math.min(smallest, ((int) word(stored, i, bytes) >>> mantissaBits) & mask);
        least = Math.min(least, ((int) word(found, i, bytes) >>> mantissaBits) & mask);
      }
      assertThat(least).isZero();
      for (int i = at; i < at + group; i++) {
        assertThat(word(found, i, bytes) + ((long) smallest << mantissaBits))
            .isEqualTo(word(stored, i, bytes));
      }
      at += group;
    }
  }

  private static long word(byte[] data, int element, int bytes) {
    long word = 0;
    for (int b = bytes - 1; b >= 0; b--) {
      word = (word << 8) | (data[element * bytes + b] & 0xFF);
    }
    return word;
  }

  @ParameterizedTest
  @CsvSource({"64, 2", "4096, 2", "88, 8", "24, 1", "32, 4", "4096, 4", "30, 2", "6, 1"})
  void bitsOfAPageAreItsPlanesFromTheHighestOn(int bytes, int elementBytes) {
    byte[] page = random(bytes, bytes);
    byte[] out = new byte[bytes];
    new PageSplit(Split.BITS, elementBytes).apply(page, bytes, out);
    int elements = (bytes / elementBytes) & -8;
    BigInteger planes = BigInteger.ZERO;
    for (int bit = 8 * elementBytes - 1; bit >= 0; bit--) {
      for (int e = 0; e < elements; e++) {
        int of = (page[e * elementBytes + bit / 8] >> (bit % 8)) & 1;
        planes = planes.shiftLeft(1).or(BigInteger.valueOf(of));
      }
    }
    byte[] expected = page.clone();
    for (int i = elements * elementBytes - 1; i >= 0; i--) {
      expected[i] = planes.byteValue();
      planes = planes.shiftRight(8);
    }
    assertThat(out).isEqualTo(expected);
  }

  @Test
  void bytesOfAPageAreFirstThoseOfTheLowest() {
    byte[] out = new byte[6];
    new PageSplit(Split.BYTES, 2).apply(new byte[] {1, 2, 3, 4, 5, 6}, 6, out);
    assertThat(out).containsExactly(1, 3, 5, 2, 4, 6);
  }

  @Test
  void namesAreThoseThatUsersType() {
    assertThat(Stream.of(Arrangement.values()).map(Arrangement::toString))
        .contains("as-stored", "channel-delta-bits")
        .allSatisfy(name -> assertThat(Arrangement.parse(name).toString()).isEqualTo(name));
    assertThatThrownBy(() -> Arrangement.parse("planes"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("as-stored, bytes, bits");
  }
}
