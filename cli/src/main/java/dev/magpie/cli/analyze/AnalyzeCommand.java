package dev.magpie.cli.analyze;

import dev.magpie.analysis.Approximations;
import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.DataFigures;
import dev.magpie.analysis.Shard;
import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.cli.cluster.ArrayParts;
import dev.magpie.cli.cluster.SparkOption;
import dev.magpie.cli.cluster.TrainingWork;
import dev.magpie.cli.option.BlockOptions;
import dev.magpie.cli.option.MatchOption;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.ShardOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Skipped;
import dev.magpie.cli.output.Version;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.result.SizesDirectory;
import dev.magpie.settings.WholeDirectory;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Contents;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie analyze}: how far the memory in some files compresses under some codecs. */
@Command(
    name = "analyze",
    description = "Measure how far the arrays in files compress, block by block.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie analyze examples",
      "  magpie analyze weights.npy --codec mag-bdi --codec bpc",
      "  magpie analyze dump.bin --dtype f32 --codec mag-bdi:bases=8+4+2,delta=unsigned",
      "  magpie analyze examples --codec e2mc --codec sc2 --train self",
      "  magpie analyze examples --codec tslc-opt --approximate 'velocity*'",
      "  magpie analyze model.safetensors --by allocation --report model.html",
      "  magpie analyze model.gguf --match 'blk.*' --top 20",
      "  magpie analyze run1 run2 --codec all --block 64 --format json -o sizes.json",
    })
public final class AnalyzeCommand extends Subcommand {

  /** What {@code --figure} may be. */
  static final class FigureNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    FigureNames() {
      super(DataFigures.names());
    }
  }

  /** What the table has a line for. */
  enum By {
    CODEC,
    ALLOCATION;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files (${bundle:formats}) and directories of such files.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      description =
          "A codec, with parameters if wanted, such as mag-bdi:mag=16; 'magpie codecs' lists"
              + " them. Repeat it for several; 'all' for all that lose nothing. Default: bdi,"
              + " mag-bdi, fpc, c-pack, bpc, zvc.")
  private List<String> codecs = CodecChoice.DEFAULT;

  @Option(
      names = "--train",
      paramLabel = "WHAT",
      description =
          "What codecs with Huffman codes or frequent values are trained on where they have no"
              + " table: self, all of the input; first:N, its first N blocks; or another file."
              + " 'all' has them then. Default: blocks all over the input, 16 MiB at most.")
  private @Nullable String train;

  @Option(
      names = "--approximate",
      paramLabel = "NAME-GLOB",
      description =
          "Allocations, by name, that lossy codecs may approximate: * stands for any characters, ?"
              + " for one. Repeat it for several. Lossy codecs are exact elsewhere; 'all' has them"
              + " then.")
  private List<String> approximate = List.of();

  @Mixin private BlockOptions block = new BlockOptions();

  @Mixin private RawOptions raw = new RawOptions();

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description = "What table and CSV have lines for: ${COMPLETION-CANDIDATES}. Default: codec.")
  private @Nullable By by;

  @Option(
      names = "--top",
      paramLabel = "COUNT",
      description =
          "A table by allocation of those alone of which most is saved, so many, the most first.")
  private @Nullable Integer top;

  @Mixin private MatchOption match = new MatchOption();

  @Option(
      names = "--figure",
      paramLabel = "NAME",
      completionCandidates = FigureNames.class,
      description =
          "Measure something about the data too: ${COMPLETION-CANDIDATES}. Repeat it for several.")
  private List<String> figures = List.of();

  @Mixin private ResultOptions result = new ResultOptions();

  @Option(
      names = "--per-block",
      paramLabel = "FILE.csv",
      description = "Write the coded size of every block, a column a codec.")
  private @Nullable Path perBlock;

  @Option(
      names = "--parquet",
      paramLabel = "DIR",
      description =
          "Write a row for each allocation and codec as Parquet, a folder for each codec, for 'magpie"
              + " query' and others.")
  private @Nullable Path parquet;

  @Mixin private ReportOption report = new ReportOption();

  @Mixin private ShardOption shard = new ShardOption();

  @Mixin private SparkOption spark = new SparkOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  public Integer call() throws IOException {
    threads.count();
    Shard part = shard.shard();
    BadUsageException.when(
        !part.isWhole()
            && (report.isGiven()
                || perBlock != null
                || parquet != null
                || by != null
                || top != null),
        "--report, --per-block, --parquet, --by and --top are of the whole, and not of a --shard");
    BadUsageException.when(
        spark.isGiven() && (!part.isWhole() || report.isGiven() || perBlock != null),
        "--shard, --report and --per-block have no meaning with --spark");
    BadUsageException.when(top != null && top < 1, "--top is 1 or more");
    BadUsageException.when(
        top != null && by == By.CODEC, "--top is of allocations, and has no meaning by codec");
    Granularity granularity = block.granularity();
    raw.check();
    List<DataFigure> wanted = figures.stream().distinct().map(AnalyzeCommand::figure).toList();
    Training training = new Training(train);
    Marking marking = new Marking(approximate);
    List<CodecSpec> specs =
        CodecChoice.of(codecs, train != null, !marking.isEmpty(), granularity, console);
    marking.requireLossy(specs);
    try (Outputs outputs = new Outputs();
        @Nullable WholeDirectory sizes = parquet == null ? null : Outputs.directory(parquet)) {
      ResultOptions.Destination out = result.begin(outputs, console);
      OutputStream blocks = perBlock == null ? null : outputs.begin("--per-block", perBlock);
      ReportOption.Destination page = report.begin(outputs);
      try (Snapshot snapshot = raw.open(inputs)) {
        Skipped.of(snapshot).say(console);
        snapshot.remarks().forEach(console::say);
        List<Allocation> allocations = match.choose(snapshot.allocations());
        marking.requireMatches(allocations);
        List<BlockObserver> observers = new ArrayList<>();
        if (blocks != null) {
          observers.add(new PerBlockCsv(allocations, specs, blocks));
        }
        SizeMap map = new SizeMap(report.isGiven() ? allocations : List.of(), specs, granularity);
        if (report.isGiven()) {
          observers.add(map);
        }
        Means means =
            spark.isGiven() ? onCluster(allocations) : inThisProcess(allocations, observers, part);
        Analysis analysis = means.analyze(specs, granularity, training, wanted, marking);
        if (result.isCsv()) {
          analysis.remarks().forEach(console::say);
        }
        if (!part.isWhole()) {
          if (!result.isJson()) {
            console.say("what magpie merge takes of a part is its JSON: --format json");
          }
          out.write(AnalyzeShard.of(part, Version.number(), analysis).report());
          outputs.commit();
          return 0;
        }
        out.write(
            by == By.ALLOCATION || top != null
                ? AnalyzeTables.byAllocation(analysis, top)
                : AnalyzeTables.byCodec(analysis));
        if (sizes != null) {
          SizesDirectory.write(sizes.part(), AnalyzeTables.byCodec(analysis).json());
        }
        page.write(() -> AnalyzeReport.page(analysis, map), ReportOption.files(allocations));
      }
      if (sizes != null) {
        sizes.commit();
      }
      outputs.commit();
    }
    return 0;
  }

  private static DataFigure figure(String name) {
    return DataFigures.named(name)
        .orElseThrow(() ->
            new BadUsageException(
                "no figure is called '%s'; there are %s"
                    .formatted(name, String.join(", ", DataFigures.names()))));
  }

  /** Who does the work. */
  private interface Means {
    Analysis analyze(
        List<CodecSpec> specs,
        Granularity granularity,
        Training training,
        List<DataFigure> figures,
        Marking marking);
  }

  private Means inThisProcess(
      List<Allocation> allocations, List<BlockObserver> observers, Shard part) {
    return (specs, granularity, training, figures, marking) -> {
      Training.Trained made =
          training.tables(specs, granularity, allocations, raw, Training.Trainer::here);
      List<BlockCodec> codecs = made.codecs(specs, granularity);
      List<Contents> contents = allocations.stream().map(Allocation::contents).toList();
      BlockScan scan =
          new BlockScan(codecs, threads.count())
              .approximating(index -> marking.marks(allocations.get(index)))
              .measuring(figures)
              .only(part);
      BlockObserver observer = observers.isEmpty() ? null : BlockObserver.all(observers);
      SnapshotSizes sizes;
      try (Meter meter = Meter.ofArrays(console, allocations)) {
        sizes = SnapshotSizes.of(allocations, scan.summarizeContents(contents, observer, meter));
      }
      Approximations approximations =
          Approximations.of(allocations, marking::marks, codecs, threads.count(), part);
      return new Analysis(
          specs,
          granularity,
          made.description(),
          figures,
          marking.patterns(),
          new Measured(sizes, approximations));
    };
  }

  private Means onCluster(List<Allocation> allocations) {
    return (specs, granularity, training, figures, marking) -> {
      ArrayParts parts = new ArrayParts(inputs, allocations, granularity.blockBytes());
      try (Cluster cluster = spark.open();
          Meter meter = Meter.ofArrays(console, allocations)) {
        Training.Trained made =
            training.tables(
                specs,
                granularity,
                allocations,
                raw,
                (codecs, sample, _, blockBytes) ->
                    TrainingWork.of(raw.dtypeOfRaw(), codecs, blockBytes, sample)
                        .tables(cluster, parts.cutForSample(), _ -> {}));
        // What is wrong with a codec is told here.
        made.codecs(specs, granularity);
        ClusterScan scan =
            ClusterScan.run(
                cluster,
                AnalyzeWork.of(raw.dtypeOfRaw(), granularity, specs, made.tables(), figures),
                parts.cut(marking::marks),
                allocations,
                figures,
                meter);
        return new Analysis(
            specs,
            granularity,
            made.description(),
            figures,
            marking.patterns(),
            new Measured(
                scan.sizes(),
                scan.approximations(allocations.stream().filter(marking::marks).count())));
      }
    };
  }
}
