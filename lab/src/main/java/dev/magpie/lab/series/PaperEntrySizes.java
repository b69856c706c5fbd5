package dev.magpie.lab.series;

import dev.magpie.analysis.SizeHistogram;
import dev.magpie.buddy.SizeSet;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.run.RunContext;
import dev.magpie.memory.buddy.EntryCodec;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Memory-entries of 128 bytes by the eight sizes that the Buddy paper counts (Figure 3). */
public final class PaperEntrySizes {
  private static final Granularity ENTRY = Granularity.DEFAULT;

  /** The sizes in bytes, ascending; 0 is for an entry of zeros only. */
  public static final List<Integer> SIZES =
      IntStream.rangeClosed(0, ENTRY.blockBits())
          .map(SizeSet.OPTIMISTIC::bytes)
          .distinct()
          .boxed()
          .toList();

  private PaperEntrySizes() {}

  /** Sizes all data under codecs as memory-entries use them. */
  public static Survey survey(RunContext context, List<String> codecs) {
    List<BlockCodec> made =
        codecs.stream()
            .<BlockCodec>map(spec -> new EntryCodec(Codecs.create(spec, ENTRY)))
            .toList();
    return context.surveyOf(ENTRY, made);
  }

  /** Entries by size, in the order of {@link #SIZES}. */
  public static List<Long> counts(SizeHistogram histogram) {
    long[] counts = new long[SIZES.size()];
    for (int bits = 0; bits <= ENTRY.blockBits(); bits++) {
      counts[SIZES.indexOf(SizeSet.OPTIMISTIC.bytes(bits))] += histogram.blocksOfSize(bits);
    }
    return LongStream.of(counts).boxed().toList();
  }

  /** Uncompressed over rounded bytes. */
  public static double ratio(SizeHistogram histogram) {
    return ratio(counts(histogram));
  }

  /** The same of entries by size, in the order of {@link #SIZES}. */
  public static double ratio(List<Long> counts) {
    long bytes = 0;
    for (int i = 0; i < counts.size(); i++) {
      bytes += counts.get(i) * SIZES.get(i);
    }
    return (double) entries(counts) * ENTRY.blockBytes() / bytes;
  }

  /** How many there are of all sizes. */
  public static long entries(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
