package dev.magpie.cli.analyze;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.cli.BadUsageException;
import dev.magpie.cli.Console;
import dev.magpie.cli.Format;
import dev.magpie.cli.Outputs;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Csv;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
      "  magpie analyze model.safetensors --by allocation --report model.html",
      "  magpie analyze run1 run2 --codec all --block 64 --format json -o sizes.json",
    })
public final class AnalyzeCommand implements Callable<Integer> {

  /** What the table has a line for. */
  enum By {
    CODEC,
    ALLOCATION;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description =
          "Files (.npy, .npz, .safetensors, HDF5, or raw binary) and directories of such files.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      description =
          "A codec, with parameters if wanted, such as mag-bdi:mag=16; 'magpie codecs' lists"
              + " them. Repeat it for several; 'all' for all. Default: bdi, mag-bdi, fpc, c-pack,"
              + " bpc, zvc.")
  private List<String> codecs = CodecChoice.DEFAULT;

  @Option(
      names = "--block",
      paramLabel = "BYTES",
      defaultValue = "128",
      description = "Block size: 32, 64, 128 or 256. Default: ${DEFAULT-VALUE}.")
  private int blockBytes;

  @Option(
      names = "--mag",
      paramLabel = "BYTES",
      defaultValue = "32",
      description = "Memory access granularity: divides the block. Default: ${DEFAULT-VALUE}.")
  private int magBytes;

  @Option(
      names = "--dtype",
      paramLabel = "TYPE",
      defaultValue = "u8",
      description =
          "Element type of raw binary files: u8 to u64, i8 to i64, f16, bf16, f32, f64. Default:"
              + " ${DEFAULT-VALUE}.")
  private String dtype = "u8";

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "codec",
      description = "What table and CSV have lines for: ${COMPLETION-CANDIDATES}.")
  private By by = By.CODEC;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "What is written: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Option(
      names = "-o",
      paramLabel = "FILE",
      description = "Write the result to a file, not to standard output.")
  private @Nullable Path output;

  @Option(
      names = "--per-block",
      paramLabel = "FILE.csv",
      description = "Write the coded size of every block, a column a codec.")
  private @Nullable Path perBlock;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that work. Default: as many as there are processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /** Made by the command line, which sets the options. */
  public AnalyzeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (threads < 1) {
      throw new BadUsageException("--threads must be at least 1, not " + threads);
    }
    Granularity granularity;
    Dtype rawDtype;
    try {
      granularity = new Granularity(blockBytes, magBytes);
      rawDtype = Dtype.parse(dtype);
    } catch (IllegalArgumentException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()), e);
    }
    List<CodecSpec> specs = CodecChoice.of(codecs, granularity, console);
    List<BlockCodec> made = specs.stream().map(spec -> spec.create(granularity)).toList();
    try (Outputs outputs = new Outputs(inputs)) {
      OutputStream out = output == null ? console.out() : outputs.begin("-o", output);
      OutputStream blocks = perBlock == null ? null : outputs.begin("--per-block", perBlock);
      try (Snapshot snapshot = Snapshot.open(inputs, rawDtype)) {
        List<Allocation> allocations = snapshot.allocations();
        PerBlockCsv observer = blocks == null ? null : new PerBlockCsv(allocations, specs, blocks);
        List<List<SizeHistogram>> histograms =
            new BlockScan(made, threads)
                .run(allocations.stream().map(Allocation::memory).toList(), observer, _ -> {});
        SnapshotSizes sizes = SnapshotSizes.of(allocations, histograms);
        write(new Analysis(specs, granularity, sizes), out);
      }
      outputs.commit();
    }
    return 0;
  }

  private void write(Analysis analysis, OutputStream out) throws IOException {
    switch (format) {
      case JSON -> AnalyzeJson.write(analysis, out);
      case CSV ->
          out.write(
              Csv.render(new AnalyzeTables(analysis).exact(by == By.ALLOCATION))
                  .getBytes(StandardCharsets.UTF_8));
      case TABLE ->
          out.write(
              AnalyzeText.render(analysis, by == By.ALLOCATION, console.columns())
                  .getBytes(StandardCharsets.UTF_8));
    }
    out.flush();
  }
}
