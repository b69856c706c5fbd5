package dev.magpie.lab.advice;

import dev.magpie.analysis.SizeHistogram;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The codec that makes least of some blocks.
 *
 * @param codec as it is written; {@code none} where no codec saves anything
 * @param ratio uncompressed over compressed bytes
 * @param savedBytes what it saves
 */
public record Choice(String codec, double ratio, long savedBytes) {
  /**
   * Chooses.
   *
   * @param bytes of the blocks
   * @param codecs by their specifications
   * @param sizes under each
   * @param taken bytes that blocks take; of a tensor shorter than a block more than its own
   */
  static Choice of(
      long bytes,
      List<String> codecs,
      List<SizeHistogram> sizes,
      ToLongFunction<SizeHistogram> taken) {
    Choice best = new Choice("none", 1, 0);
    for (int c = 0; c < codecs.size(); c++) {
      long saved = bytes - taken.applyAsLong(sizes.get(c));
      if (saved > best.savedBytes) {
        best = new Choice(codecs.get(c), (double) bytes / (bytes - saved), saved);
      }
    }
    return best;
  }
}
