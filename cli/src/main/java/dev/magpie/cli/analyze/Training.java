package dev.magpie.cli.analyze;

import dev.magpie.analysis.TrainingSample;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --train} asks for: on which blocks codecs without a table are trained.
 *
 * @param option as given, or null where it is not
 */
record Training(@Nullable String option) {
  private static final String SELF = "self";
  private static final String FIRST = "first:";

  Training {
    if (option != null && option.startsWith(FIRST)) {
      firstBlocks(option);
    }
  }

  /**
   * The codecs, ready for use; lossy ones approximate.
   *
   * @param description says what some were trained on; empty where none was
   */
  record Trained(List<BlockCodec> codecs, String description) {}

  /** Makes the codecs, those without a table from the sample. */
  Trained create(
      List<CodecSpec> specs, Granularity granularity, Snapshot snapshot, Dtype rawDtype) {
    List<String> names =
        specs.stream().filter(CodecSpec::needsTraining).map(CodecSpec::toString).toList();
    if (names.isEmpty()) {
      List<BlockCodec> codecs = specs.stream().map(spec -> spec.create(granularity)).toList();
      return new Trained(codecs, "");
    }
    if (option == null || option.equals(SELF) || option.startsWith(FIRST)) {
      return create(specs, granularity, snapshot, sample(snapshot, granularity), "the input");
    }
    // Codecs keep nothing of what they were trained on.
    try (Snapshot other = Snapshot.open(List.of(Path.of(option)), rawDtype)) {
      return create(specs, granularity, other, TrainingSample.ALL, option);
    }
  }

  private TrainingSample sample(Snapshot snapshot, Granularity granularity) {
    if (option == null) {
      return TrainingSample.spreadOver(
          blocks(snapshot, granularity.blockBytes()), granularity.blockBytes());
    }
    return option.equals(SELF) ? TrainingSample.ALL : TrainingSample.first(firstBlocks(option));
  }

  private static long firstBlocks(String option) {
    String number = option.substring(FIRST.length());
    if (!number.matches("[1-9][0-9]{0,17}")) {
      throw new BadUsageException(
          "--train first:N takes a number of blocks, not '%s'".formatted(number));
    }
    return Long.parseLong(number);
  }

  private static Trained create(
      List<CodecSpec> specs,
      Granularity granularity,
      Snapshot from,
      TrainingSample sample,
      String name) {
    int blockBytes = granularity.blockBytes();
    List<MemorySegment> memories = from.allocations().stream().map(Allocation::memory).toList();
    List<BlockCodec> codecs = new ArrayList<>();
    List<String> trained = new ArrayList<>();
    for (CodecSpec spec : specs) {
      if (spec.needsTraining()) {
        codecs.add(spec.create(granularity, sample.train(spec, memories, blockBytes)));
        trained.add(spec.toString());
      } else {
        codecs.add(spec.create(granularity));
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
        codecs, "%s trained on %s of %s".formatted(String.join(", ", trained), what, name));
  }

  private static long blocks(Snapshot snapshot, int blockBytes) {
    return snapshot.allocations().stream()
        .mapToLong(allocation -> Math.ceilDiv(allocation.bytes(), blockBytes))
        .sum();
  }
}
