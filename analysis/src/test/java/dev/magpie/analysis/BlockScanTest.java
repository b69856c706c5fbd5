package dev.magpie.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecPolicy;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockScanTest {
  private static final List<BlockCodec> CODECS = codecs(Granularity.DEFAULT);

  /** Of odd lengths: none, less than a block, a block, a few tiles and some bytes. */
  private static final List<MemorySegment> MEMORIES =
      List.of(memory(100_000), memory(0), memory(1), memory(128), memory(333), memory(1 << 16));

  private static final List<List<SizeHistogram>> EXPECTED =
      MEMORIES.stream()
          .map(memory -> CODECS.stream().map(codec -> blockByBlock(codec, memory)).toList())
          .toList();

  @ParameterizedTest
  @CsvSource({"1, 128", "1, 16384", "1, 2097152", "2, 128", "3, 640", "8, 33024", "5, 2097152"})
  void isTheSameOnAnyThreadsInAnyRanges(int threads, int rangeBytes) {
    assertThat(new BlockScan(CODECS, threads, rangeBytes).run(MEMORIES)).isEqualTo(EXPECTED);
  }

  @ParameterizedTest
  @CsvSource({"1, 2097152", "3, 1280", "2, 33024"})
  void whatAdaptsSeesTheBlocksOfAMemoryInOrder(int threads, int rangeBytes) {
    AdaptiveCodec codec =
        (AdaptiveCodec) Codecs.create("tavana:samples=2,run=40", Granularity.DEFAULT);
    List<List<SizeHistogram>> expected =
        MEMORIES.stream().map(memory -> List.of(inOrder(codec, memory))).toList();
    BlockScan scan = new BlockScan(List.of(codec), threads, rangeBytes);
    assertThat(scan.run(MEMORIES)).isEqualTo(expected);
  }

  private static SizeHistogram inOrder(AdaptiveCodec codec, MemorySegment memory) {
    CodecPolicy policy = codec.policy();
    byte[] padded = new byte[Math.ceilDiv((int) memory.byteSize(), 128) * 128];
    MemorySegment.copy(memory, 0, MemorySegment.ofArray(padded), 0, memory.byteSize());
    SizeCounter counter = new SizeCounter(128);
    for (int at = 0; at < padded.length; at += 128) {
      counter.add(new int[] {policy.sizeBits(MemorySegment.ofArray(padded), at)});
    }
    return SizeHistogram.ofMemory(128, memory.byteSize()).merge(counter.take());
  }

  @ParameterizedTest
  @CsvSource({"32, 8", "64, 32", "256, 64"})
  void servesAllBlockSizes(int blockBytes, int magBytes) {
    List<BlockCodec> codecs = codecs(new Granularity(blockBytes, magBytes));
    MemorySegment memory = memory(77_777);
    assertThat(new BlockScan(codecs, 2).run(List.of(memory)).getFirst())
        .isEqualTo(codecs.stream().map(codec -> blockByBlock(codec, memory)).toList());
  }

  @Test
  void fillsAShortLastBlockUpWithZeros() {
    byte[] ones = new byte[130];
    Arrays.fill(ones, (byte) 1);
    byte[] padded = Arrays.copyOf(ones, 256);
    for (BlockCodec codec : CODECS) {
      BlockScan scan = new BlockScan(List.of(codec), 1);
      assertThat(scan.run(List.of(MemorySegment.ofArray(ones))))
          .isEqualTo(scan.run(List.of(MemorySegment.ofArray(padded))));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 128", "2, 128", "4, 1280", "3, 2097152"})
  void showsObserversEveryBlockInOrder(int threads, int rangeBytes) {
    List<String> seen = new ArrayList<>();
    BlockObserver observer =
        (range, sizes) -> {
          for (int block = 0; block < range.blocks(); block++) {
            seen.add(line(range.allocation(), range.firstBlock() + block, sizes, block));
          }
        };
    new BlockScan(CODECS, threads, rangeBytes).run(MEMORIES, observer, _ -> {});

    List<String> expected = new ArrayList<>();
    for (int m = 0; m < MEMORIES.size(); m++) {
      MemorySegment padded = padded(MEMORIES.get(m), 128);
      for (long block = 0; block < padded.byteSize() / 128; block++) {
        int[][] sizes = new int[CODECS.size()][1];
        for (int c = 0; c < CODECS.size(); c++) {
          sizes[c][0] = CODECS.get(c).sizeBits(padded, block * 128);
        }
        expected.add(line(m, block, sizes, 0));
      }
    }
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void tellsHowFarItIs() {
    AtomicLong bytes = new AtomicLong();
    new BlockScan(CODECS, 2, 1280).run(MEMORIES, null, bytes::addAndGet);
    // Whole blocks.
    assertThat(bytes.get())
        .isEqualTo(MEMORIES.stream().mapToLong(memory -> padded(memory, 128).byteSize()).sum());
  }

  @ParameterizedTest
  @CsvSource({"1", "4"})
  @Timeout(value = 300, unit = TimeUnit.SECONDS)
  void endsWithTheFirstFailure(int threads) {
    BlockObserver failing =
        (range, _) -> {
          if (range.firstBlock() >= 100) {
            throw new IllegalStateException("the disk is full");
          }
        };
    BlockScan scan = new BlockScan(CODECS, threads, 128);
    assertThatThrownBy(() -> scan.run(MEMORIES, failing, _ -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the disk is full");
  }

  @Test
  void refusesCodecsForBlocksOfDifferentSizes() {
    List<BlockCodec> mixed =
        List.of(
            Codecs.create("zvc", new Granularity(64, 32)),
            Codecs.create("zvc", new Granularity(128, 32)));
    assertThatThrownBy(() -> new BlockScan(mixed, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BlockScan(List.of(), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<BlockCodec> codecs(Granularity granularity) {
    return List.of("bdi", "mag-bdi", "fpc", "bpc", "zvc", "none").stream()
        .map(spec -> Codecs.create(spec, granularity))
        .toList();
  }

  private static SizeHistogram blockByBlock(BlockCodec codec, MemorySegment memory) {
    int blockBytes = codec.blockBytes();
    MemorySegment padded = padded(memory, blockBytes);
    SizeCounter counter = new SizeCounter(blockBytes);
    for (long at = 0; at < memory.byteSize(); at += blockBytes) {
      counter.add(new int[] {codec.sizeBits(padded, at)});
    }
    return SizeHistogram.ofMemory(blockBytes, memory.byteSize()).merge(counter.take());
  }

  /** What fills a block up is no data that anything was saved of. */
  @Test
  void aShortMemoryIsNoBetterThanWhatIsStored() {
    MemorySegment zeros = MemorySegment.ofArray(new byte[16]);
    List<List<SizeHistogram>> each = new BlockScan(CODECS, 1).run(List.of(zeros, zeros));
    SizeHistogram ofZvc = each.getFirst().get(4);
    assertThat(ofZvc.effectiveRatio(Granularity.DEFAULT)).isEqualTo(16 / 32.0);
    SizeHistogram both = ofZvc.merge(each.getLast().get(4));
    assertThat(both.effectiveRatio(Granularity.DEFAULT)).isEqualTo(32 / 64.0);
    assertThat(SizeHistogram.empty(128).merge(both)).isEqualTo(both);
    assertThat(both.merge(SizeHistogram.empty(128))).isEqualTo(both);
  }

  /** A copy in whole blocks. */
  private static MemorySegment padded(MemorySegment memory, int blockBytes) {
    long blocks = Math.ceilDiv(memory.byteSize(), blockBytes);
    MemorySegment padded = MemorySegment.ofArray(new byte[(int) (blockBytes * blocks)]);
    MemorySegment.copy(memory, 0, padded, 0, memory.byteSize());
    return padded;
  }

  private static String line(int memory, long block, int[][] sizes, int index) {
    StringBuilder line = new StringBuilder(memory + " " + block);
    for (int[] ofCodec : sizes) {
      line.append(' ').append(ofCodec[index]);
    }
    return line.toString();
  }

  /** Some of everything: zeros, small numbers, counters, noise. */
  private static MemorySegment memory(int bytes) {
    Random random = new Random(bytes);
    byte[] memory = new byte[bytes];
    for (int start = 0; start < bytes; start += 96) {
      int end = Math.min(bytes, start + 96);
      int kind = random.nextInt(4);
      for (int i = start; i < end; i++) {
        memory[i] =
            (byte)
                switch (kind) {
                  case 0 -> 0;
                  case 1 -> i % 4 == 0 ? random.nextInt(16) : 0;
                  case 2 -> i % 4 == 0 ? i : 0x40;
                  default -> random.nextInt();
                };
      }
    }
    return MemorySegment.ofArray(memory);
  }
}
