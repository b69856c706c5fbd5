package dev.magpie.cli.silicon;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.MatchOption;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.silicon.SiliconMemoryResult.Times;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.silicon.CompressibleMemory;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie silicon memory}: how a real GPU's own compression does. */
@Command(
    name = "memory",
    description =
        "Write the arrays in files to memory that this machine's NVIDIA GPU compresses and to its"
            + " ordinary memory, and time kernels that read them.",
    sortOptions = false,
    footer = {
      "",
      "Each array is repeated until it is eight times as large as the GPU's L2.",
      "",
      "Examples:",
      "  magpie silicon memory examples",
      "  magpie silicon memory weights.safetensors --codec bpc --format csv",
    })
public final class SiliconMemoryCommand extends Subcommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files (${bundle:formats}) and directories of such files.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      defaultValue = "mag-bdi",
      description =
          "A codec whose effective ratio stands beside the times; 'magpie codecs' lists them."
              + " Default: ${DEFAULT-VALUE}.")
  private String codec = "mag-bdi";

  @Option(
      names = "--device",
      paramLabel = "N",
      defaultValue = "0",
      description = "Which GPU, as the driver counts them. Default: ${DEFAULT-VALUE}.")
  private int gpu;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "20",
      description = "Runs of each pass. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Mixin private MatchOption match = new MatchOption();

  @Mixin private RawOptions raw = new RawOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(runs < 1 || runs > 10_000, "--runs is 1 to 10000, not " + runs);
    BadUsageException.when(gpu < 0, "--device is 0 or more, not " + gpu);
    raw.check();
    CodecSpec spec = CodecOption.parse(codec);
    try (Outputs outputs = new Outputs();
        Snapshot snapshot = raw.open(inputs);
        CompressibleMemory memory = CompressibleMemory.open(gpu, runs)) {
      ResultOptions.Destination out = result.begin(outputs, console);
      BlockScan scan = new BlockScan(List.of(spec.create(Granularity.DEFAULT)), 1);
      List<Times> times = new ArrayList<>();
      for (Allocation each : match.chooseFilled(snapshot.allocations())) {
        SizeHistogram sizes = scan.run(List.of(each.memory())).getFirst().getFirst();
        times.add(
            Times.of(
                each.name(),
                each.bytes(),
                memory.time(each.memory()),
                sizes.effectiveRatio(Granularity.DEFAULT)));
      }
      out.write(SiliconMemoryReport.of(new SiliconMemoryResult(memory.gpu(), runs, codec, times)));
      outputs.commit();
    }
    return 0;
  }
}
