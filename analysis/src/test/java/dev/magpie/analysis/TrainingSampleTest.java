package dev.magpie.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.snapshot.Contents;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrainingSampleTest {
  /** Memories of three, none, two and a half, and four blocks of 32 bytes, numbered 1 to 10. */
  private static final List<MemorySegment> MEMORIES =
      List.of(blocks(1, 96), blocks(4, 0), blocks(4, 80), blocks(7, 128));

  private static MemorySegment blocks(int first, int bytes) {
    byte[] memory = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      memory[i] = i % 4 == 0 ? (byte) (first + i / 32) : 0;
    }
    return MemorySegment.ofArray(memory);
  }

  private static long[] values(TrainingSample sample) {
    CodecTable table = sample.train(CodecSpec.parse("sc2"), MEMORIES, 32);
    return table.fields().getFirst().entries().stream()
        .mapToLong(CodecTable.Entry::value)
        .sorted()
        .toArray();
  }

  @Test
  void takesTheBlocksItSays() {
    assertThat(values(TrainingSample.ALL)).isEqualTo(LongStream.rangeClosed(0, 10).toArray());
    assertThat(values(TrainingSample.first(4))).containsExactly(1, 2, 3, 4);
    assertThat(values(TrainingSample.first(0))).isEmpty();
    assertThat(values(new TrainingSample(4, 100))).containsExactly(1, 5, 9);
    assertThat(values(new TrainingSample(4, 9))).containsExactly(1, 5, 9);
    assertThat(values(new TrainingSample(4, 8))).containsExactly(1, 5);
  }

  @Test
  void countsTheBlocksItTakes() {
    assertThat(TrainingSample.ALL.blocksOf(10)).isEqualTo(10);
    assertThat(TrainingSample.first(4).blocksOf(10)).isEqualTo(4);
    assertThat(new TrainingSample(4, 9).blocksOf(10)).isEqualTo(3);
    assertThat(new TrainingSample(4, 8).blocksOf(10)).isEqualTo(2);
  }

  @Test
  void aSpreadSampleIsBounded() {
    assertThat(TrainingSample.spreadOver(0, 128)).isEqualTo(TrainingSample.ALL);
    assertThat(TrainingSample.spreadOver(1 << 17, 128)).isEqualTo(TrainingSample.ALL);
    assertThat(TrainingSample.spreadOver((1 << 17) + 1, 128).step()).isEqualTo(2);
    long blocks = 123_456_789;
    assertThat(128 * TrainingSample.spreadOver(blocks, 128).blocksOf(blocks))
        .isBetween(TrainingSample.SPREAD_BYTES * 9 / 10, TrainingSample.SPREAD_BYTES);
  }

  @Test
  void rangesCountWhatTheWholeDoes() {
    for (TrainingSample sample :
        List.of(
            TrainingSample.ALL,
            TrainingSample.first(5),
            new TrainingSample(2, 9),
            new TrainingSample(3000, 100))) {
      CodecTrainer all = CodecSpec.parse("sc2").trainer();
      long before = 0;
      for (MemorySegment memory : MEMORIES) {
        int blocks = (int) Math.ceilDiv(memory.byteSize(), 32);
        for (int first = 0; first < blocks; first += 2) {
          CodecTrainer part = CodecSpec.parse("sc2").trainer();
          sample.train(
              List.of(part),
              List.of(Contents.of(memory)),
              List.of(new BlockRange(0, first, Math.min(2, blocks - first))),
              List.of(before),
              32);
          all.add(part.counts());
        }
        before += blocks;
      }
      List<CodecSpec> specs = List.of(CodecSpec.parse("sc2"), CodecSpec.parse("e2mc"));
      assertThat(all.table()).isEqualTo(sample.train(specs.getFirst(), MEMORIES, 32));
      assertThat(sample.tables(specs, MEMORIES.stream().map(Contents::of).toList(), 32))
          .containsExactly(all.table(), sample.train(specs.getLast(), MEMORIES, 32));
    }
  }
}
