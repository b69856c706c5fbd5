package dev.magpie.lab.buddy;

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
final class PaperEntrySizes {
  private static final Granularity ENTRY = Granularity.DEFAULT;

  /** The sizes in bytes, ascending; 0 is for an entry of zeros only. */
  static final List<Integer> SIZES =
      IntStream.rangeClosed(0, ENTRY.blockBits())
          .map(SizeSet.OPTIMISTIC::bytes)
          .distinct()
          .boxed()
          .toList();

  private PaperEntrySizes() {}

  /** Sizes all data under codecs as memory-entries use them. */
  static Survey survey(RunContext context, List<String> codecs) {
    List<BlockCodec> made =
        codecs.stream()
            .<BlockCodec>map(spec -> new EntryCodec(Codecs.create(spec, ENTRY)))
            .toList();
    return context.surveyOf(ENTRY, made);
  }

  /** Entries by size, in the order of {@link #SIZES}. */
  static List<Long> counts(SizeHistogram histogram) {
    long[] counts = new long[SIZES.size()];
    for (int bits = 0; bits <= ENTRY.blockBits(); bits++) {
      counts[SIZES.indexOf(SizeSet.OPTIMISTIC.bytes(bits))] += histogram.blocksOfSize(bits);
    }
    return LongStream.of(counts).boxed().toList();
  }

  /** Uncompressed over rounded bytes. */
  static double ratio(SizeHistogram histogram) {
    return dev.magpie.buddy.EntrySizes.of(histogram).ratio(SizeSet.OPTIMISTIC);
  }
}
