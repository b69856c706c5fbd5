package dev.magpie.analysis.page;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * An array's pages under all arrangements and coders.
 *
 * @param source its file
 * @param type of its elements, as the file calls them
 * @param taken for each arrangement all coders, in their order
 */
public record ArrayPages(
    Path source, String name, String type, List<Long> shape, long bytes, List<Taken> taken) {
  public ArrayPages {
    shape = List.copyOf(shape);
    taken = List.copyOf(taken);
  }

  /**
   * What the pages take.
   *
   * @param arrangement as users call it
   * @param coder a compressor of pages, or a codec of blocks
   * @param bytes of all pages, none of them larger than it is, a codec's in whole bursts; and of
   *     what an arrangement keeps beside them
   * @param ratio of the bytes that there are over these
   */
  public record Taken(String arrangement, String coder, long bytes, double ratio) {}

  /** Where it is smallest; the first of those that are alike. */
  public Taken smallest() {
    return taken.stream().min(Comparator.comparingLong(Taken::bytes)).orElseThrow();
  }

  /** What is saved there; nothing where no coder saves any. */
  public long savedBytes() {
    return Math.max(0, bytes - smallest().bytes());
  }
}
