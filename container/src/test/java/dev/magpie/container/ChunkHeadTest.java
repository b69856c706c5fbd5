package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of blocks of 128 bytes, at most 16 of them in a chunk. */
class ChunkHeadTest {
  private static boolean isPlausible(
      int member, int blocks, long firstBlock, int dataBytes, int payloadBytes) {
    return new ChunkHead(0, 0, 0, member, blocks, firstBlock, dataBytes, payloadBytes)
        .isPlausible(128, 16);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0, 1, 0",
    "0, 1, 0, 128, 128",
    "7, 16, 160, 2048, 2048",
    "7, 16, 160, 1921, 32",
    "0, 1, 72057594037927920, 1, 0",
    "0, 15, 72057594037927920, 1920, 0",
  })
  void sizesMayBeThoseOfAChunk(int member, int blocks, long first, int data, int payload) {
    assertThat(isPlausible(member, blocks, first, data, payload)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1, 0, 1, 0",
    "0, 0, 0, 0, 0",
    "0, -1, 0, -129, 0",
    "0, 17, 0, 2176, 0",
    "0, 1, -16, 1, 0",
    "0, 1, 8, 1, 0",
    "0, 1, 72057594037927936, 1, 0",
    "0, 16, 72057594037927920, 2048, 0",
    "0, 2, 0, 128, 0",
    "0, 2, 0, 257, 0",
    "0, 1, 0, 0, 0",
    "0, 1, 0, 1, -1",
    "0, 1, 0, 1, 129",
  })
  void orNot(int member, int blocks, long first, int data, int payload) {
    assertThat(isPlausible(member, blocks, first, data, payload)).isFalse();
  }

  @Test
  void aHeadIsWholeOrNotThere() {
    byte[] bytes = new byte[112];
    MemorySegment file = MemorySegment.ofArray(bytes);
    new ChunkHead(0, 0, 0, 0, 1, 0, 1, 0).write(file.asSlice(64), 48);
    assertThat(ChunkHead.isAt(file, 64)).isTrue();
    assertThat(ChunkHead.isAt(file, 63)).isFalse();
    assertThat(ChunkHead.isAt(file, 0)).isFalse();
    assertThat(ChunkHead.isAt(file.asSlice(0, 111), 64)).isFalse();
    assertThat(ChunkHead.isAt(file, 112)).isFalse();
  }
}
