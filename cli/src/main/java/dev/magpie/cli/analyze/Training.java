package dev.magpie.cli.analyze;

import dev.magpie.analysis.TrainingSample;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Granularity;
import dev.magpie.settings.FileAddress;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
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

  /** Makes tables for codecs that have none. */
  interface Trainer {
    /** The tables, in the order of the codecs. */
    List<CodecTable> train(
        List<CodecSpec> specs, TrainingSample sample, List<Allocation> from, int blockBytes);

    /** In this process. */
    static List<CodecTable> here(
        List<CodecSpec> specs, TrainingSample sample, List<Allocation> from, int blockBytes) {
      return sample.tables(specs, from.stream().map(Allocation::contents).toList(), blockBytes);
    }
  }

  /**
   * Reads the tables, or makes them from the sample.
   *
   * @param trainer of blocks of the input
   */
  Trained tables(
      List<CodecSpec> specs,
      Granularity granularity,
      List<Allocation> allocations,
      RawOptions raw,
      Trainer trainer) {
    List<String> names =
        specs.stream().filter(CodecSpec::needsTraining).map(CodecSpec::toString).toList();
    if (names.isEmpty()) {
      return new Trained(specs.stream().map(CodecSpec::table).toList(), "");
    }
    int blockBytes = granularity.blockBytes();
    Optional<TrainingSample> sample =
        TrainingSample.named(option, blocks(allocations, blockBytes), blockBytes);
    if (sample.isPresent()) {
      return tables(specs, blockBytes, allocations, sample.get(), "the input", trainer);
    }
    // Codecs keep nothing of what they were trained on.
    String file = String.valueOf(option);
    try (Snapshot other = raw.open(List.of(FileAddress.of(file)))) {
      return tables(
          specs, blockBytes, other.allocations(), TrainingSample.ALL, file, Trainer::here);
    }
  }

  private static Trained tables(
      List<CodecSpec> specs,
      int blockBytes,
      List<Allocation> from,
      TrainingSample sample,
      String name,
      Trainer trainer) {
    List<CodecSpec> untrained = specs.stream().filter(CodecSpec::needsTraining).toList();
    Iterator<CodecTable> made = trainer.train(untrained, sample, from, blockBytes).iterator();
    List<CodecTable> tables = new ArrayList<>();
    for (CodecSpec spec : specs) {
      tables.add(spec.needsTraining() ? made.next() : spec.table());
    }
    String trained = untrained.stream().map(Objects::toString).collect(Collectors.joining(", "));
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
    return new Trained(tables, "%s trained on %s of %s".formatted(trained, what, name));
  }

  private static long blocks(List<Allocation> allocations, int blockBytes) {
    return allocations.stream()
        .mapToLong(allocation -> Math.ceilDiv(allocation.bytes(), blockBytes))
        .sum();
  }
}
