package dev.magpie.analysis;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.snapshot.Contents;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks of some memories a codec is trained on. It is the same ones every time, and blocks
 * are counted on from one memory to the next.
 *
 * @param step every how many blocks one is taken, from the first on
 * @param limit before which block it ends
 */
public record TrainingSample(long step, long limit) {
  /** What a spread sample is at most; enough for tables of a thousand values to settle. */
  static final long SPREAD_BYTES = 16 << 20;

  /** Blocks that are so far from each other are read one by one. */
  private static final long SPARSE_BYTES = 64 << 10;

  /** What is read at a time of others. */
  private static final int RANGE_BYTES = 2 << 20;

  /** Of a range. */
  private static final long MOST_BLOCKS = 1 << 30;

  /** All blocks. A codec that is trained on what it then codes does better than it could online. */
  public static final TrainingSample ALL = new TrainingSample(1, Long.MAX_VALUE);

  public TrainingSample {
    if (step < 1 || limit < 0) {
      throw new IllegalArgumentException("a sample takes every nth of some blocks");
    }
  }

  /** The first blocks. */
  public static TrainingSample first(long blocks) {
    return new TrainingSample(1, blocks);
  }

  /** Blocks at even distances all over the memories, of 16 MiB at most. */
  public static TrainingSample spreadOver(long blocks, int blockBytes) {
    long step = Math.max(1, Math.ceilDiv(blocks * blockBytes, SPREAD_BYTES));
    return new TrainingSample(step, Long.MAX_VALUE);
  }

  /**
   * The sample that a user names.
   *
   * @param name {@code self} for all blocks, {@code first:N} for the first, null for a spread one
   * @param blocks there are
   * @return empty if the name is another
   */
  public static Optional<TrainingSample> named(@Nullable String name, long blocks, int blockBytes) {
    if (name == null) {
      return Optional.of(spreadOver(blocks, blockBytes));
    }
    if (name.equals("self")) {
      return Optional.of(ALL);
    }
    return name.matches("first:[1-9][0-9]{0,17}")
        ? Optional.of(first(Long.parseLong(name.substring("first:".length()))))
        : Optional.empty();
  }

  /** How many of so many blocks are taken. */
  public long blocksOf(long blocks) {
    return Math.ceilDiv(Math.min(blocks, limit), step);
  }

  /** The table of a codec trained on the sample; a memory's short last block is zero-filled. */
  public CodecTable train(CodecSpec spec, List<MemorySegment> memories, int blockBytes) {
    return tables(List.of(spec), memories.stream().map(Contents::of).toList(), blockBytes)
        .getFirst();
  }

  /**
   * The same of several codecs and of contents that may be elsewhere; what the sample leaves out is
   * not fetched.
   */
  public List<CodecTable> tables(List<CodecSpec> specs, List<Contents> contents, int blockBytes) {
    List<BlockRange> ranges = new ArrayList<>();
    List<Long> before = new ArrayList<>();
    long start = 0;
    for (int i = 0; i < contents.size(); i++) {
      long blocks = Math.ceilDiv(contents.get(i).byteSize(), blockBytes);
      for (long first = 0; first < blocks; first += MOST_BLOCKS) {
        ranges.add(new BlockRange(i, first, (int) Math.min(MOST_BLOCKS, blocks - first)));
        before.add(start);
      }
      start += blocks;
    }
    List<CodecTrainer> trainers = specs.stream().map(CodecSpec::trainer).toList();
    train(trainers, contents, ranges, before, blockBytes);
    return trainers.stream().map(CodecTrainer::table).toList();
  }

  /**
   * Lets trainers count the blocks of the sample that are in some ranges of the memories, which may
   * be elsewhere.
   *
   * @param before blocks of all memories before that of each range
   */
  public void train(
      List<CodecTrainer> trainers,
      List<Contents> contents,
      List<BlockRange> ranges,
      List<Long> before,
      int blockBytes) {
    List<BlockRange> taken = new ArrayList<>();
    for (int r = 0; r < ranges.size(); r++) {
      BlockRange range = ranges.get(r);
      long start = before.get(r);
      long first = range.firstBlock() + Math.floorMod(-(start + range.firstBlock()), step);
      long end = Math.min(range.firstBlock() + range.blocks(), limit - start);
      // Blocks that are far from each other come one by one, others by what lies between them.
      long stride =
          step * blockBytes < SPARSE_BYTES ? RANGE_BYTES / blockBytes / step * step : step;
      for (long block = first; block < end; block += stride) {
        long last = Math.min(block + stride - step, block + (end - 1 - block) / step * step);
        taken.add(new BlockRange(range.allocation(), block, (int) (last - block + 1)));
      }
    }
    try (RangeFeed feed = new RangeFeed(contents, taken, blockBytes)) {
      SharedWork.run(
          1,
          () -> {
            for (int i = 0; i < taken.size(); i++) {
              feed.take(i, (memory, range) -> train(trainers, memory, range, blockBytes));
            }
          },
          () -> {});
    }
  }

  private void train(
      List<CodecTrainer> trainers, MemorySegment memory, BlockRange range, int blockBytes) {
    for (long block = 0; block < range.blocks(); block += step) {
      for (CodecTrainer each : trainers) {
        add(memory, (range.firstBlock() + block) * blockBytes, blockBytes, each);
      }
    }
  }

  private static void add(MemorySegment memory, long offset, int blockBytes, CodecTrainer trainer) {
    if (memory.byteSize() - offset >= blockBytes) {
      trainer.add(memory, offset, blockBytes);
    } else {
      byte[] block = new byte[blockBytes];
      int length = (int) (memory.byteSize() - offset);
      MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, block, 0, length);
      trainer.add(MemorySegment.ofArray(block), 0, blockBytes);
    }
  }
}
