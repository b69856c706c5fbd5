package dev.magpie.cli.dram;

import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.gpu.dram.DramMemory;
import dev.magpie.gpu.trace.TraceFormat;
import dev.magpie.gpu.trace.TraceRun;
import dev.magpie.gpu.trace.Traces;
import dev.magpie.settings.FileAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie dram}: a DRAM under a trace of requests. */
@Command(
    name = "dram",
    description = "Put a trace of memory requests to a DRAM, and tell how long it takes.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie dram --list",
      "  magpie dram trace.bin --dram hbm2-2000 --channels 8",
      "  magpie dram trace.bin --channels 8 --report trace.html",
      "  magpie dram trace.txt --dram my-dram.toml --format json",
    })
public final class DramCommand extends Subcommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "TRACE",
      description =
          "The requests: text of Ramulator or DRAMsim3, or little-endian 64-bit words, bit 63 ="
              + " write; gzip may have packed them.")
  private @Nullable Path trace;

  @Option(
      names = "--dram",
      paramLabel = "NAME|FILE",
      defaultValue = "hbm2-2000",
      description =
          "What memory: a name of --list, or a file ending in .toml. Default: ${DEFAULT-VALUE}.")
  private String dram = "hbm2-2000";

  @Option(
      names = "--channels",
      paramLabel = "N",
      defaultValue = "1",
      description = "Channels of it. Default: ${DEFAULT-VALUE}.")
  private int channels;

  @Option(
      names = "--trace-format",
      paramLabel = "FORMAT",
      description =
          "How the trace is written: binary, load-store, read-write, ramulator or dramsim3. By"
              + " default, what its first request looks like.")
  private @Nullable String traceFormat;

  @Option(
      names = "--per-cycle",
      paramLabel = "N",
      description =
          "Requests that may be offered in a cycle of the memory, all channels together. Default:"
              + " two for each channel, four at least.")
  private @Nullable Integer perCycle;

  @Mixin private ReportOption report = new ReportOption();

  @Option(names = "--list", description = "List the memories that have names, and exit.")
  private boolean list;

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() throws IOException {
    if (list) {
      if (trace != null) {
        throw new BadUsageException("--list takes no trace");
      }
      BadUsageException.when(report.isGiven(), "--list writes no page");
      result.write(DramList.report(), console);
    } else if (trace == null) {
      throw new BadUsageException("name a trace of requests, or --list");
    } else {
      replay(trace);
    }
    return 0;
  }

  private void replay(Path file) throws IOException {
    int limit = perCycle == null ? Math.max(4, 2 * channels) : perCycle;
    BadUsageException.when(limit < 1, "--per-cycle is 1 or more, not " + limit);
    // It is looked at before it is read, which a pipe would not stand.
    BadUsageException.when(
        !Files.isReadable(file) || !Files.isRegularFile(file),
        file + (Files.isReadable(file) ? ": is no regular file" : ": cannot be read"));
    DramConfig config = config();
    DramMemory memory = new DramMemory(config, channels);
    TraceFormat as = traceFormat == null ? Traces.detect(file) : named(traceFormat);
    try (Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      ReportOption.Destination page = report.begin(outputs);
      DramDocument document = DramDocument.of(replay(file, as, memory, limit), memory);
      out.write(DramReport.of(document));
      page.write(() -> DramPage.page(document), List.of(file.toString()));
      outputs.commit();
    }
  }

  private TraceRun replay(Path file, TraceFormat as, DramMemory memory, int limit)
      throws IOException {
    try (Meter meter = new Meter(console, Files.size(file))) {
      return TraceRun.of(file, as, memory, limit, meter);
    }
  }

  private DramConfig config() throws IOException {
    Optional<DramConfig> named = DramConfigs.named(dram);
    if (named.isPresent()) {
      return named.get();
    }
    Path file = BadUsageException.unlessLegal("--dram: ", () -> FileAddress.of(dram));
    BadUsageException.when(
        !Files.isRegularFile(file),
        "--dram: no memory is called '%s', and no file; there are %s"
            .formatted(dram, String.join(", ", DramConfigs.names())));
    return DramConfigs.read(file);
  }

  private static TraceFormat named(String name) {
    return Arrays.stream(TraceFormat.values())
        .filter(each -> each.toString().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() ->
            new BadUsageException(
                "no trace format is called '%s'; there are %s"
                    .formatted(
                        name,
                        Arrays.stream(TraceFormat.values())
                            .map(TraceFormat::toString)
                            .collect(Collectors.joining(", ")))));
  }
}
