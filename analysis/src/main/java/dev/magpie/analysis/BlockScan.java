package dev.magpie.analysis;

import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BlockCodec;
import dev.magpie.snapshot.Contents;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sizes every block of some memories under some codecs, on as many threads as wanted: the result
 * does not depend on them.
 *
 * <p>Memories are cut into ranges of blocks. A memory's last block, if short, is filled up with
 * zeros.
 */
public final class BlockScan {
  /** Long enough that handing it out costs nothing, short enough to share out small snapshots. */
  static final int RANGE_BYTES = 2 << 20;

  private final List<BlockCodec> codecs;
  private final int threads;
  private final int blockBytes;
  private final int rangeBlocks;
  private final IntPredicate approximable;
  private final List<DataFigure> figures;
  private final Selection selection;

  /** Which ranges of all are wanted. */
  private interface Selection {
    List<BlockRange> of(List<BlockRange> all);
  }

  /**
   * A scan that approximates nothing: in place of a lossy codec its lossless twin works.
   *
   * @param codecs at least one, all for blocks of one size
   * @param threads how many work; at least one
   */
  public BlockScan(List<BlockCodec> codecs, int threads) {
    this(codecs, threads, RANGE_BYTES, _ -> false, List.of(), all -> all);
  }

  BlockScan(List<BlockCodec> codecs, int threads, int rangeBytes) {
    this(codecs, threads, rangeBytes, _ -> false, List.of(), all -> all);
  }

  private BlockScan(
      List<BlockCodec> codecs,
      int threads,
      int rangeBytes,
      IntPredicate approximable,
      List<DataFigure> figures,
      Selection selection) {
    this.selection = selection;
    this.figures = List.copyOf(figures);
    this.approximable = approximable;
    this.codecs = List.copyOf(codecs);
    this.threads = threads;
    if (codecs.isEmpty() || threads < 1) {
      throw new IllegalArgumentException("a scan needs a codec and a thread at least");
    }
    blockBytes = codecs.getFirst().blockBytes();
    if (codecs.stream().anyMatch(codec -> codec.blockBytes() != blockBytes)) {
      throw new IllegalArgumentException("the codecs of a scan are for blocks of one size");
    }
    rangeBlocks = rangeBytes / blockBytes;
  }

  /** The same scan, in which lossy codecs may approximate some memories, by their numbers. */
  public BlockScan approximating(IntPredicate memories) {
    return new BlockScan(codecs, threads, rangeBlocks * blockBytes, memories, figures, selection);
  }

  /** The same scan, which measures figures about the data in its one pass. */
  public BlockScan measuring(List<DataFigure> wanted) {
    return new BlockScan(
        codecs, threads, rangeBlocks * blockBytes, approximable, wanted, selection);
  }

  /**
   * The same scan over a part of the ranges. What the parts find merges to what the whole finds;
   * the fill of short memories is found by each of them, so it is the merged memories' own.
   */
  public BlockScan only(Shard part) {
    return selecting(part::of);
  }

  /** The same over some blocks alone. */
  public BlockScan only(List<BlockRange> wanted) {
    return selecting(_ -> wanted.stream().flatMap(each -> cut(each).stream()).toList());
  }

  private BlockScan selecting(Selection wanted) {
    return new BlockScan(codecs, threads, rangeBlocks * blockBytes, approximable, figures, wanted);
  }

  /** The range in such as threads take. */
  private List<BlockRange> cut(BlockRange range) {
    List<BlockRange> cut = new ArrayList<>();
    for (int done = 0; done < range.blocks(); done += rangeBlocks) {
      cut.add(
          new BlockRange(
              range.allocation(),
              range.firstBlock() + done,
              Math.min(rangeBlocks, range.blocks() - done)));
    }
    return cut;
  }

  /** Sizes all blocks; for each memory, a histogram for each codec. */
  public List<List<SizeHistogram>> run(List<MemorySegment> memories) {
    return run(memories, null, _ -> {});
  }

  /** The same, told of as {@link #summarize} is. */
  public List<List<SizeHistogram>> run(
      List<MemorySegment> memories, @Nullable BlockObserver observer, LongConsumer progress) {
    return summarize(memories, observer, progress).stream().map(BlockSummary::byCodec).toList();
  }

  /**
   * Sizes all blocks, and measures the figures.
   *
   * @param observer is shown every block's size, unless it is null
   * @param progress is told the bytes of each range that is done, by any thread
   * @return for each memory, what is in it
   */
  public List<BlockSummary> summarize(
      List<MemorySegment> memories, @Nullable BlockObserver observer, LongConsumer progress) {
    return summarizeContents(memories.stream().map(Contents::of).toList(), observer, progress);
  }

  /**
   * The same of arrays that may be elsewhere, from where their ranges are fetched as they are
   * wanted, some ahead, and none is kept. Codecs that adapt to what they have seen want whole
   * arrays.
   *
   * @throws java.io.UncheckedIOException if some cannot be fetched
   */
  public List<BlockSummary> summarizeContents(
      List<Contents> contents, @Nullable BlockObserver observer, LongConsumer progress) {
    boolean wholeOnes = codecs.stream().anyMatch(AdaptiveCodec.class::isInstance);
    return new Run(
            wholeOnes
                ? contents.stream().map(each -> Contents.of(each.memory())).toList()
                : contents,
            observer,
            progress)
        .all();
  }

  /** One scan under way. */
  private final class Run {
    private final List<Contents> contents;
    private final @Nullable BlockObserver observer;
    private final LongConsumer progress;
    private final List<BlockRange> ranges;
    private final AtomicInteger next = new AtomicInteger();
    private final Turns turns = new Turns();

    /** By memory; guarded by itself. */
    private final List<BlockSummary> summaries = new ArrayList<>();

    Run(List<Contents> contents, @Nullable BlockObserver observer, LongConsumer progress) {
      this.contents = List.copyOf(contents);
      this.observer = observer;
      this.progress = progress;
      List<BlockRange> all = new ArrayList<>();
      for (int m = 0; m < contents.size(); m++) {
        long bytes = contents.get(m).byteSize();
        summaries.add(
            new BlockSummary(
                codecs.stream().map(_ -> SizeHistogram.ofMemory(blockBytes, bytes)).toList(),
                DataCounts.none(figures)));
        long blocks = Math.ceilDiv(bytes, blockBytes);
        for (long first = 0; first < blocks; first += rangeBlocks) {
          all.add(new BlockRange(m, first, (int) Math.min(rangeBlocks, blocks - first)));
        }
      }
      ranges = selection.of(all);
    }

    List<BlockSummary> all() {
      try (RangeFeed feed = new RangeFeed(contents, ranges, blockBytes)) {
        SharedWork.run(
            Math.min(threads, ranges.size()), () -> work(feed), () -> next.set(ranges.size()));
      }
      return summaries;
    }

    private void work(RangeFeed feed) throws InterruptedException {
      RangeSizer approximating = new RangeSizer(codecs, figures);
      RangeSizer exact =
          new RangeSizer(codecs.stream().map(BlockCodec::lossless).toList(), figures);
      int[][] sizes = observer == null ? null : new int[codecs.size()][rangeBlocks];
      for (int i = next.getAndIncrement(); i < ranges.size(); i = next.getAndIncrement()) {
        BlockRange range = ranges.get(i);
        RangeSizer sizer = approximable.test(range.allocation()) ? approximating : exact;
        feed.take(i, (memory, there) -> sizer.count(memory, there, sizes));
        add(range.allocation(), sizer.take());
        if (observer != null && sizes != null) {
          turns.await(i);
          observer.observe(range, sizes);
          turns.pass();
        }
        progress.accept((long) range.blocks() * blockBytes);
      }
    }

    private void add(int memory, BlockSummary part) {
      synchronized (summaries) {
        summaries.set(memory, summaries.get(memory).merge(part));
      }
    }
  }

  /** Lets threads through one by one in the order of their numbers. */
  private static final class Turns {
    private int turn;

    synchronized void await(int number) throws InterruptedException {
      while (turn != number) {
        wait();
      }
    }

    synchronized void pass() {
      turn++;
      notifyAll();
    }
  }
}
