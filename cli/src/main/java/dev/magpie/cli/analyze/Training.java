package dev.magpie.cli.analyze;

import dev.magpie.analysis.TrainingSample;
import dev.magpie.cli.option.InputPath;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --train} asks for: on which blocks codecs without a table are trained.
 *
 * @param option as given, or null where it is not
 */
record Training(@Nullable String option) {
  private static final String FIRST = "first:";

  Training {
    if (option != null
        && option.startsWith(FIRST)
        && TrainingSample.named(option, 0, 1).isEmpty()) {
      throw new BadUsageException(
          "--train first:N takes a number of blocks, not '%s'"
              .formatted(option.substring(FIRST.length())));
    }
  }

  /**
   * The tables of the codecs, in their order; those that need none have one without fields.
   *
   * @param description says what some were trained on; empty where none was
   */
  record Trained(List<CodecTable> tables, String description) {

    /** The codecs, ready for use; lossy ones approximate. */
    List<BlockCodec> codecs(List<CodecSpec> specs, Granularity granularity) {
      List<BlockCodec> codecs = new ArrayList<>();
      for (int c = 0; c < specs.size(); c++) {
        codecs.add(specs.get(c).create(granularity, tables.get(c)));
      }
      return codecs;
    }
  }

  /** Reads the tables, or makes them from the sample. */
  Trained tables(
      List<CodecSpec> specs,
      Granularity granularity,
      List<Allocation> allocations,
      RawOptions raw) {
    List<String> names =
        specs.stream().filter(CodecSpec::needsTraining).map(CodecSpec::toString).toList();
    if (names.isEmpty()) {
      return new Trained(specs.stream().map(CodecSpec::table).toList(), "");
    }
    int blockBytes = granularity.blockBytes();
    Optional<TrainingSample> sample =
        TrainingSample.named(option, blocks(allocations, blockBytes), blockBytes);
    if (sample.isPresent()) {
      return tables(specs, blockBytes, allocations, sample.get(), "the input");
    }
    // Codecs keep nothing of what they were trained on.
    String file = String.valueOf(option);
    try (Snapshot other = raw.open(List.of(InputPath.of(file)))) {
      return tables(specs, blockBytes, other.allocations(), TrainingSample.ALL, file);
    }
  }

  private static Trained tables(
      List<CodecSpec> specs,
      int blockBytes,
      List<Allocation> from,
      TrainingSample sample,
      String name) {
    List<MemorySegment> memories = from.stream().map(Allocation::memory).toList();
    List<CodecTable> tables = new ArrayList<>();
    List<String> trained = new ArrayList<>();
    for (CodecSpec spec : specs) {
      if (spec.needsTraining()) {
        tables.add(sample.train(spec, memories, blockBytes));
        trained.add(spec.toString());
      } else {
        tables.add(spec.table());
      }
    }
    long blocks = blocks(from, blockBytes);
    long taken = sample.blocksOf(blocks);
    String what =
        taken == blocks
            ? "all " + Quantity.count(blocks, "block")
            : "%,d of %s, %s"
                .formatted(
                    taken,
                    Quantity.count(blocks, "block"),
                    sample.step() == 1 ? "the first" : "one in " + sample.step());
    return new Trained(
        tables, "%s trained on %s of %s".formatted(String.join(", ", trained), what, name));
  }

  private static long blocks(List<Allocation> allocations, int blockBytes) {
    return allocations.stream()
        .mapToLong(allocation -> Math.ceilDiv(allocation.bytes(), blockBytes))
        .sum();
  }
}
