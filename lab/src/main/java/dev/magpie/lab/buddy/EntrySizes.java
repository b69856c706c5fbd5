package dev.magpie.lab.buddy;

import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.Blocks;
import dev.magpie.lab.DataSet;
import dev.magpie.lab.RunContext;
import dev.magpie.lab.Survey;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sizes of 128-byte memory-entries under codecs, rounded up to the eight that the Buddy paper
 * counts (Figure 3): 0 bytes for an entry of zeros only, 128 for one stored raw.
 */
final class EntrySizes {
  /** The sizes in bytes, ascending. */
  static final List<Integer> SIZES = List.of(0, 8, 16, 32, 64, 80, 96, 128);

  private static final Granularity GRANULARITY = Granularity.DEFAULT;

  private final Survey survey;
  private final List<Long> zeroEntries = new ArrayList<>();

  private EntrySizes(Survey survey) {
    this.survey = survey;
  }

  static EntrySizes of(RunContext context, List<String> codecs) {
    EntrySizes sizes = new EntrySizes(Survey.of(context, GRANULARITY, codecs));
    for (DataSet data : context.readable()) {
      long[] zeros = new long[1];
      Blocks.visit(
          data,
          GRANULARITY.blockBytes(),
          (memory, offset) -> zeros[0] += isZero(memory, offset) ? 1 : 0);
      sizes.zeroEntries.add(zeros[0]);
    }
    return sizes;
  }

  Survey survey() {
    return survey;
  }

  /** A data set's entries by size, in the order of {@link #SIZES}. */
  List<Long> counts(int row, int codec) {
    SizeHistogram histogram = survey.rows().get(row).byCodec().get(codec);
    BlockCodec made = Codecs.create(survey.codecs().get(codec), GRANULARITY);
    long zeros = zeroEntries.get(row);
    int codedZero =
        Math.min(
            made.sizeBits(MemorySegment.ofArray(new byte[GRANULARITY.blockBytes()]), 0),
            GRANULARITY.blockBits());
    long[] counts = new long[SIZES.size()];
    counts[0] = zeros;
    for (int bits = 0; bits <= GRANULARITY.blockBits(); bits++) {
      long entries = histogram.blocksOfSize(bits) - (bits == codedZero ? zeros : 0);
      counts[rounded(bits)] += entries;
    }
    return Arrays.stream(counts).boxed().toList();
  }

  /** Uncompressed over rounded bytes. */
  double ratio(int row, int codec) {
    List<Long> counts = counts(row, codec);
    double bytes = 0;
    long entries = 0;
    for (int i = 0; i < counts.size(); i++) {
      entries += counts.get(i);
      bytes += (double) counts.get(i) * SIZES.get(i);
    }
    return entries * GRANULARITY.blockBytes() / bytes;
  }

  private static int rounded(int bits) {
    int size = 1;
    while (8 * SIZES.get(size) < bits) {
      size++;
    }
    return size;
  }

  private static boolean isZero(MemorySegment memory, long offset) {
    MemorySegment entry = memory.asSlice(offset, GRANULARITY.blockBytes());
    return entry.mismatch(ZERO) < 0;
  }

  private static final MemorySegment ZERO =
      MemorySegment.ofArray(new byte[GRANULARITY.blockBytes()]);
}
