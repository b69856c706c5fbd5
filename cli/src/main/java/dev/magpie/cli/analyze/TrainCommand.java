package dev.magpie.cli.analyze;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.TrainingSample;
import dev.magpie.cli.cluster.ArrayPart;
import dev.magpie.cli.cluster.ArrayParts;
import dev.magpie.cli.cluster.SparkOption;
import dev.magpie.cli.cluster.TrainingWork;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie train}: makes the table of a trained codec. */
@Command(
    name = "train",
    description = "Train a codec on all blocks of the arrays in files and write its table.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie train --codec e2mc examples -o e2mc.table",
      "  magpie analyze weights.npy --codec e2mc:table=e2mc.table",
      "  magpie train --codec sc2:entries=256 weights.npy -o sc2.table"
    })
public final class TrainCommand extends Subcommand {
  /** Matters only at the end of an array, which is filled up with zeros. */
  private static final int BLOCK_BYTES = 128;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files (${bundle:formats}) and directories of such files.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      required = true,
      description = "A codec that is trained, with its parameters; 'magpie codecs' says which are.")
  private String codec = "";

  @Option(
      names = "-o",
      paramLabel = "TABLE",
      required = true,
      description = "The file to write the table to.")
  private @Nullable Path output;

  @Mixin private RawOptions raw = new RawOptions();

  @Mixin private SparkOption spark = new SparkOption();

  @Override
  public Integer call() throws IOException {
    CodecSpec spec = CodecOption.parse(codec);
    BadUsageException.when(
        !spec.needsTraining(),
        spec.family().isTrained()
            ? "codec '%s' names a table already".formatted(spec)
            : "codec '%s' needs no training".formatted(spec.family().name()));
    raw.check();
    Path path = output == null ? Path.of("") : output;
    try (Outputs outputs = new Outputs()) {
      OutputStream out = outputs.begin("-o", path);
      try (Snapshot snapshot = raw.open(inputs)) {
        snapshot.remarks().forEach(console::say);
        BadUsageException.when(
            snapshot.bytes() == 0, inputs.getFirst() + ": there are no bytes in it to train on");
        CodecTable table = train(spec, snapshot.allocations());
        out.write(table.toText().getBytes(StandardCharsets.UTF_8));
        console.say("trained %s on %s".formatted(spec, Quantity.bytes(snapshot.bytes())));
      }
      outputs.commit();
    }
    return 0;
  }

  private CodecTable train(CodecSpec spec, List<Allocation> allocations) {
    if (!spark.isGiven()) {
      return Training.Trainer.here(List.of(spec), TrainingSample.ALL, allocations, BLOCK_BYTES)
          .getFirst();
    }
    TrainingWork work =
        TrainingWork.of(raw.dtypeOfRaw(), List.of(spec), BLOCK_BYTES, TrainingSample.ALL);
    List<ArrayPart> parts = new ArrayParts(inputs, allocations, BLOCK_BYTES).cut(_ -> false);
    try (Cluster cluster = spark.open();
        Meter meter = Meter.ofArrays(console, allocations)) {
      return work.tables(cluster, parts, meter).getFirst();
    }
  }
}
