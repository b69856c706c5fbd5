package dev.magpie.lab.mag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.analysis.BlockRange;
import dev.magpie.codec.BlockCodec;
import dev.magpie.lab.data.DataSet;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatioBoundsTest {
  private static DataSet data(byte[] bytes) {
    return new DataSet("data", List.of(MemorySegment.ofArray(bytes)), List.of(Dtype.U32), "", "");
  }

  @Test
  void equalBytesTakeOneBurst() {
    assertThat(RatioBounds.entropyOfBlocks(data(new byte[1024]))).isEqualTo(4);
  }

  /** 128 different bytes have 7 bits each: 896 bits, four bursts; of 16 it is 512, two. */
  @Test
  void bytesTakeTheLogarithmOfHowManyThereAre() {
    byte[] bytes = new byte[128];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    assertThat(RatioBounds.entropyOfBlocks(data(bytes))).isEqualTo(1);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i % 16);
    }
    assertThat(RatioBounds.entropyOfBlocks(data(bytes))).isEqualTo(2);
  }

  /** Four words, each as often, take two bits. */
  @Test
  void wordsTakeTheLogarithmOfHowManyThereAre() {
    ByteBuffer words = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    while (words.hasRemaining()) {
      words.putInt(0x12345678 * (words.position() / 4 % 4));
    }
    assertThat(RatioBounds.entropyOfProgram(data(words.array()))).isCloseTo(16, within(1e-9));
  }

  @Test
  void theBestOfCodecsIsThatOfEachBlock() {
    BestOfCodecs best = new BestOfCodecs(2);
    best.observe(
        new BlockRange(0, 0, 2), new int[][] {{256, BlockCodec.RAW}, {BlockCodec.RAW, 512}});
    assertThat(best.ratio()).isCloseTo(8.0 / 3, within(1e-9));
  }
}
