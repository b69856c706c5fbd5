package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
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
