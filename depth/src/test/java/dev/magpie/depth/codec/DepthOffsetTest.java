package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.BitReader;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DepthOffsetTest {
  private static DepthOffset codec(int lines, int referenceBits) {
    return new DepthOffset(TileShape.DEFAULT, lines, referenceBits, Kernels.VECTOR);
  }

  @Test
  void residualsHaveTheBitsOfThePaper() {
    for (int referenceBits : new int[] {16, 24}) {
      assertThat(codec(1, referenceBits).residualBits()).isEqualTo(6);
      assertThat(codec(2, referenceBits).residualBits()).isEqualTo(14);
      assertThat(codec(3, referenceBits).residualBits()).isEqualTo(22);
    }
    TileShape small = TileShape.of(4, 4, 16, TileShape.Lines.QUADRANTS);
    // floor((2 * 128 - 2 * 16) / 16) - 1
    assertThat(new DepthOffset(small, 2, 16, Kernels.VECTOR).residualBits()).isEqualTo(13);
    assertThatThrownBy(() -> new DepthOffset(small, 1, 64, Kernels.VECTOR))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theBitsAreReferencesFirstAndFieldsLast() {
    int[] depths = new int[64];
    Arrays.fill(depths, 0x123456);
    depths[1] = 0x123400 + 255;
    depths[63] = 0x123401;
    long[] words = new long[33];
    DepthOffset codec = codec(2, 16);
    assertThat(codec.encode(depths, -1, 0x123401, 0x1234FF, words)).isTrue();
    ByteBuffer bytes = ByteBuffer.allocate(128);
    bytes.asLongBuffer().put(words, 0, 16);
    BitReader bits = new BitReader();
    bits.load(MemorySegment.ofBuffer(bytes), 0, 1024);
    assertThat(bits.read(16)).isEqualTo(0x1234);
    assertThat(bits.read(16)).isEqualTo(0x1234);
    assertThat(bits.read(32)).isZero();
    assertThat(bits.read(15)).isEqualTo(0x56);
    assertThat(bits.read(15)).isEqualTo(0xFF);
    bits.skip(61 * 15);
    assertThat(bits.read(15)).isEqualTo(1);
    assertThat(bits.remaining()).isZero();
  }

  @Test
  void referencesAreRoundedOutwards() {
    long[] words = new long[33];
    int[] depths = new int[64];
    Arrays.fill(depths, 0x123456);
    depths[0] = 0xABCDEF;
    DepthOffset codec = codec(3, 16);
    assertThat(codec.encode(depths, -1, 0x123456, 0xABCDEF, words)).isTrue();
    assertThat(codec.nearest(words)).isEqualTo(0x123400);
    assertThat(codec.farthest(words)).isEqualTo(0xABCDFF);
    DepthOffset precise = codec(3, 24);
    assertThat(precise.encode(depths, -1, 0x123456, 0xABCDEF, words)).isTrue();
    assertThat(precise.nearest(words)).isEqualTo(0x123456);
    assertThat(precise.farthest(words)).isEqualTo(0xABCDEF);
  }

  @Test
  void residualsEndWhereTheirBitsDo() {
    DepthOffset codec = codec(1, 24);
    long[] words = new long[33];
    for (int distance : new int[] {63, 64}) {
      int[] depths = new int[64];
      Arrays.fill(depths, 1000);
      depths[7] = 1000 + distance;
      depths[9] = 9000;
      depths[11] = 9000 - distance;
      assertThat(codec.encode(depths, -1, 1000, 9000, words)).isEqualTo(distance == 63);
    }
  }

  @Test
  void oneReferenceIsEnoughIfAllAreNear() {
    DepthOffset codec = codec(1, 24);
    long[] words = new long[33];
    int[] depths = new int[64];
    Arrays.setAll(depths, s -> 500 + s % 64);
    assertThat(codec.encode(depths, -1, 500, 563, words)).isTrue();
    assertThat(codec.oneReference()).isTrue();
    depths[5] = 9000;
    assertThat(codec.encode(depths, -1, 500, 9000, words)).isTrue();
    assertThat(codec.oneReference()).isFalse();
    // Cleared samples do not count.
    assertThat(codec.encode(depths, ~(1L << 5), 500, 563, words)).isTrue();
    assertThat(codec.oneReference()).isTrue();
  }

  @Test
  void wideReferencesAreAllowed() {
    DepthOffset codec = codec(2, 16);
    long[] words = new long[33];
    int[] depths = new int[64];
    Arrays.fill(depths, 5000);
    assertThat(codec.encode(depths, -1, 0, 6000, words)).isTrue();
    int[] back = new int[64];
    codec.decode(words, -1, back);
    assertThat(back).containsOnly(5000);
  }
}
