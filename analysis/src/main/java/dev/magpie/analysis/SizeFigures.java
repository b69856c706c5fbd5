package dev.magpie.analysis;

import dev.magpie.codec.Granularity;
import java.util.List;

/**
 * The figures of blocks under a codec. JSON and CSV have all of them, by the names they have here;
 * tables and pages have those of {@link #SHOWN}.
 *
 * @param codedBits sum of the coded sizes, raw blocks with the block's size
 * @param storedBytes with each code in whole bytes
 * @param effectiveBytes with each code in whole granules
 * @param rawRatio uncompressed over stored bytes; NaN without blocks
 * @param effectiveRatio uncompressed over effective bytes; NaN without blocks
 */
public record SizeFigures(
    long codedBits, long storedBytes, long effectiveBytes, double rawRatio, double effectiveRatio) {

  /** Those that people see, in their order. */
  public static final List<Figure<SizeFigures>> SHOWN =
      List.of(
          new Figure<>("rawRatio", "raw ratio", 3, "", SizeFigures::rawRatio),
          new Figure<>("effectiveRatio", "effective ratio", 3, "", SizeFigures::effectiveRatio));

  /** Of blocks whose sizes are known. */
  public static SizeFigures of(SizeHistogram sizes, Granularity granularity) {
    return new SizeFigures(
        sizes.codedBits(),
        sizes.storedBytes(),
        sizes.effectiveBytes(granularity),
        sizes.rawRatio(),
        sizes.effectiveRatio(granularity));
  }
}
