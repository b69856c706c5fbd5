package dev.magpie.analysis.page;

import dev.magpie.analysis.SharedWork;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Measures what arrays take in pages that are coded each on its own, under arrangements of their
 * elements. A page that does not get smaller is stored as it is. The result does not depend on the
 * number of threads.
 *
 * @param arrangements at least one
 * @param coders at least one
 * @param pageBytes a power of two from 512 to 1 MiB
 * @param groupRows rows of a matrix whose columns lie together where channels do
 */
public record PageScan(
    List<Arrangement> arrangements, List<PageCoder> coders, int pageBytes, int groupRows) {
  private static final int LEAST_PAGE = 512;
  private static final int MOST_PAGE = 1 << 20;

  /** What a thread works on at once: whole pages. */
  private static final int RANGE_BYTES = 1 << 20;

  public PageScan {
    arrangements = List.copyOf(arrangements);
    coders = List.copyOf(coders);
    if (arrangements.isEmpty() || coders.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to code pages by");
    }
    if (pageBytes < LEAST_PAGE || pageBytes > MOST_PAGE || Integer.bitCount(pageBytes) != 1) {
      throw new IllegalArgumentException(
          "a page has a power of two of bytes from %d to %d, not %d"
              .formatted(LEAST_PAGE, MOST_PAGE, pageBytes));
    }
    if (groupRows < 1) {
      throw new IllegalArgumentException("rows that lie together are 1 or more");
    }
  }

  /** Some pages of an array. */
  private record Range(int array, long firstByte, int bytes) {}

  /**
   * Measures arrays.
   *
   * @param threads how many work; at least one
   * @param progress is told bytes that are done, by any thread
   */
  public List<ArrayPages> run(List<Allocation> arrays, int threads, LongConsumer progress) {
    List<Matrices> shapes = arrays.stream().map(Matrices::of).toList();
    List<Range> ranges = ranges(arrays);
    long[][] taken = new long[arrays.size()][arrangements.size() * coders.size()];
    for (int a = 0; a < arrays.size(); a++) {
      for (int i = 0; i < taken[a].length; i++) {
        Arrangement arrangement = arrangements.get(i / coders.size());
        taken[a][i] = order(arrays.get(a), shapes.get(a), arrangement).sideBytes();
      }
    }
    AtomicInteger next = new AtomicInteger();
    SharedWork.run(
        Math.min(threads, ranges.size()),
        () -> {
          Worker worker = new Worker();
          for (int i = next.getAndIncrement(); i < ranges.size(); i = next.getAndIncrement()) {
            Range range = ranges.get(i);
            Allocation array = arrays.get(range.array);
            long[] part = worker.measure(array, shapes.get(range.array), range);
            synchronized (taken) {
              Arrays.setAll(taken[range.array], c -> taken[range.array][c] + part[c]);
            }
            progress.accept(range.bytes);
          }
        },
        () -> next.set(ranges.size()));
    List<ArrayPages> all = new ArrayList<>();
    for (int a = 0; a < arrays.size(); a++) {
      all.add(result(arrays.get(a), taken[a]));
    }
    return all;
  }

  private static List<Range> ranges(List<Allocation> arrays) {
    List<Range> ranges = new ArrayList<>();
    for (int a = 0; a < arrays.size(); a++) {
      long bytes = arrays.get(a).bytes();
      for (long at = 0; at < bytes; at += RANGE_BYTES) {
        ranges.add(new Range(a, at, (int) Math.min(RANGE_BYTES, bytes - at)));
      }
    }
    return ranges;
  }

  private ElementOrder order(Allocation array, Matrices shape, Arrangement arrangement) {
    return new ElementOrder(array.memory(), shape, arrangement.order(), groupRows);
  }

  private ArrayPages result(Allocation array, long[] taken) {
    List<ArrayPages.Taken> all = new ArrayList<>();
    for (int i = 0; i < taken.length; i++) {
      all.add(
          new ArrayPages.Taken(
              arrangements.get(i / coders.size()).toString(),
              coders.get(i % coders.size()).label(),
              taken[i],
              taken[i] == 0 ? 1 : (double) array.bytes() / taken[i]));
    }
    return new ArrayPages(
        array.source(), array.name(), array.type(), array.shape(), array.bytes(), all);
  }

  /** What a thread has of its own. */
  private final class Worker {
    private final List<PageCoder.Worker> each = coders.stream().map(PageCoder::worker).toList();
    private final byte[] read = new byte[pageBytes];
    private final byte[] page = new byte[pageBytes];

    /** Bytes of a range, for each arrangement under all coders. */
    long[] measure(Allocation array, Matrices shape, Range range) {
      long[] taken = new long[arrangements.size() * coders.size()];
      int elementBytes = shape.elementBytes();
      for (int a = 0; a < arrangements.size(); a++) {
        Arrangement arrangement = arrangements.get(a);
        ElementOrder order = order(array, shape, arrangement);
        PageSplit split = new PageSplit(arrangement.split(), elementBytes);
        for (int at = 0; at < range.bytes; at += pageBytes) {
          int bytes = Math.min(pageBytes, range.bytes - at);
          order.read((range.firstByte + at) / elementBytes, bytes / elementBytes, read);
          split.apply(read, bytes, page);
          for (int c = 0; c < each.size(); c++) {
            taken[a * coders.size() + c] += Math.min(bytes, each.get(c).size(page, bytes));
          }
        }
      }
      return taken;
    }
  }
}
