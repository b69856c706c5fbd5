package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChecksumsTest {
  @Test
  void crc32cIsTheStandardOne() {
    MemorySegment digits = MemorySegment.ofArray("123456789".getBytes(StandardCharsets.US_ASCII));
    assertThat(Checksums.crc32c(digits, 0, 9)).isEqualTo(0xe3069283);
    assertThat(Checksums.crc32c(digits, 0, 0)).isZero();
  }

  @Test
  void combinedChecksAreThoseOfThePiecesOnEnd() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[random.nextInt(1, 3000)];
      random.nextBytes(bytes);
      MemorySegment memory = MemorySegment.ofArray(bytes);
      int cut = random.nextInt(bytes.length + 1);
      int first = Checksums.crc32c(memory, 0, cut);
      int second = Checksums.crc32c(memory, cut, bytes.length - cut);
      assertThat(Checksums.combine(first, second, bytes.length - cut))
          .isEqualTo(Checksums.crc32c(memory, 0, bytes.length));
    }
  }

  /** As docs/format.md says it. */
  @Test
  void theCheckOfABlockIsTheHighestBitsOfASum() {
    byte[] bytes = Sample.bytes(300, 5);
    MemorySegment memory = MemorySegment.ofArray(bytes);
    BigInteger factor = new BigInteger("9e3779b97f4a7c15", 16);
    for (int length = 0; length <= 256; length++) {
      BigInteger sum = BigInteger.ZERO;
      for (int i = 0; 8 * i < length; i++) {
        byte[] word = new byte[8];
        for (int b = 0; b < 8 && 8 * i + b < length; b++) {
          word[7 - b] = bytes[11 + 8 * i + b];
        }
        sum = sum.add(new BigInteger(1, word).multiply(BigInteger.valueOf(2 * i + 1)));
      }
      assertThat(Checksums.ofBlock(memory, 11, length))
          .as("%d bytes", length)
          .isEqualTo(sum.multiply(factor).shiftRight(48).shortValue());
    }
  }

  @Test
  void theCheckOfABlockSeesEveryFlippedBit() {
    byte[] block = Sample.bytes(128, 3);
    for (int bytes : new int[] {1, 7, 8, 20, 32, 96, 128}) {
      MemorySegment memory = MemorySegment.ofArray(block);
      short check = Checksums.ofBlock(memory, 0, bytes);
      for (int bit = 0; bit < 8 * bytes; bit++) {
        block[bit / 8] ^= (byte) (1 << bit % 8);
        assertThat(Checksums.ofBlock(memory, 0, bytes)).as("bit %d", bit).isNotEqualTo(check);
        block[bit / 8] ^= (byte) (1 << bit % 8);
      }
    }
  }
}
