package dev.magpie.cli.cluster;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.TrainingSample;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Contents;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a machine of a cluster does for codecs that are trained: it counts the values in the blocks
 * of a sample that its part has.
 *
 * @param rawDtype what files of no format are read as; null if they are not
 * @param codecs without tables
 * @param step of the sample
 * @param limit of the sample
 */
public record TrainingWork(
    @Nullable Dtype rawDtype, List<String> codecs, int blockBytes, long step, long limit)
    implements Cluster.Work<ArrayPart, TrainingWork.Counted> {

  /** What it counted, by codec. */
  record Counted(List<CodecTrainer.Counts> counts) implements Serializable {}

  /** The work for some codecs. */
  public static TrainingWork of(
      Optional<Dtype> rawDtype, List<CodecSpec> specs, int blockBytes, TrainingSample sample) {
    return new TrainingWork(
        rawDtype.orElse(null),
        specs.stream().map(CodecSpec::toString).toList(),
        blockBytes,
        sample.step(),
        sample.limit());
  }

  /**
   * Lets a cluster do it, and makes the tables, in the order of the codecs.
   *
   * @param progress is told of bytes that are looked at
   */
  public List<CodecTable> tables(Cluster cluster, List<ArrayPart> parts, LongConsumer progress) {
    List<CodecTrainer> all = trainers();
    cluster.run(
        this,
        parts.stream().filter(this::hasSome).toList(),
        (part, counted) -> {
          for (int c = 0; c < all.size(); c++) {
            all.get(c).add(counted.counts().get(c));
          }
          progress.accept(part.bytes(blockBytes));
        });
    return all.stream().map(CodecTrainer::table).toList();
  }

  private boolean hasSome(ArrayPart part) {
    ArrayPart.Range first = part.ranges().getFirst();
    return first.before() + first.blocks().firstBlock() < limit;
  }

  @Override
  public Counted of(ArrayPart part) throws IOException {
    List<CodecTrainer> trainers = trainers();
    return part.read(
        Optional.ofNullable(rawDtype),
        arrays -> {
          List<Contents> contents = arrays.stream().map(Allocation::contents).toList();
          List<Long> before = part.ranges().stream().map(ArrayPart.Range::before).toList();
          new TrainingSample(step, limit)
              .train(trainers, contents, part.blocks(), before, blockBytes);
          return new Counted(new ArrayList<>(trainers.stream().map(CodecTrainer::counts).toList()));
        });
  }

  private List<CodecTrainer> trainers() {
    return codecs.stream().map(each -> CodecOption.parse(each).trainer()).toList();
  }
}
