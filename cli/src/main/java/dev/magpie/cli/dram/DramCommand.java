package dev.magpie.cli.dram;

import dev.magpie.cli.BadUsageException;
import dev.magpie.cli.Console;
import dev.magpie.cli.Format;
import dev.magpie.cli.Meter;
import dev.magpie.cli.Outputs;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.gpu.dram.DramMemory;
import dev.magpie.gpu.settings.SettingsException;
import dev.magpie.gpu.trace.RequestTrace;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.gpu.trace.TraceFormat;
import dev.magpie.gpu.trace.TraceReplay;
import dev.magpie.gpu.trace.Traces;
import dev.magpie.report.Csv;
import dev.magpie.report.TextTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
      "  magpie dram trace.txt --dram my-dram.toml --format json",
    })
public final class DramCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "TRACE",
      description =
          "The requests: text of Ramulator or DRAMsim3, or little-endian 64-bit words, bit 63 ="
              + " write.")
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

  @Option(names = "--list", description = "List the memories that have names, and exit.")
  private boolean list;

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

  /** Made by the command line, which sets the options. */
  public DramCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    try {
      if (list) {
        if (trace != null) {
          throw new BadUsageException("--list takes no trace");
        }
        write(List.of(), out -> DramList.write(format, width(), out));
      } else if (trace == null) {
        throw new BadUsageException("name a trace of requests, or --list");
      } else {
        replay(trace);
      }
    } catch (SettingsException | TraceException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()), e);
    }
    return 0;
  }

  private void replay(Path file) throws IOException {
    int limit = perCycle == null ? Math.max(4, 2 * channels) : perCycle;
    if (limit < 1) {
      throw new BadUsageException("--per-cycle is 1 or more, not " + limit);
    }
    // It is looked at before it is read, which a pipe would not stand.
    if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
      throw new BadUsageException(
          file + (Files.isReadable(file) ? ": is no regular file" : ": cannot be read"));
    }
    DramConfig config = config();
    DramMemory memory = new DramMemory(config, channels);
    TraceFormat as = traceFormat == null ? Traces.detect(file) : named(traceFormat);
    write(
        List.of(file),
        out -> {
          DramRun run;
          try (RequestTrace requests = Traces.open(file, as, config, memory.map(), channels);
              Meter meter = new Meter(console, Files.size(file))) {
            long start = System.nanoTime();
            long cycles = TraceReplay.run(requests, memory, limit, meter);
            double hostSeconds = (System.nanoTime() - start) / 1e9;
            run = new DramRun(file, as, memory, cycles, memory.drain(), hostSeconds);
          }
          if (run.counters().requests() == 0) {
            throw new TraceException(file + ": holds no requests");
          }
          switch (format) {
            case JSON -> DramJson.write(run, out);
            case CSV -> text(Csv.render(run.table()), out);
            case TABLE ->
                text(run.summary() + "\n\n" + TextTable.render(run.table(), width()), out);
          }
        });
  }

  private DramConfig config() throws IOException {
    Optional<DramConfig> named = DramConfigs.named(dram);
    if (named.isPresent()) {
      return named.get();
    }
    Path file = Path.of(dram);
    if (!Files.isRegularFile(file)) {
      throw new BadUsageException(
          "--dram: no memory is called '%s', and no file; there are %s"
              .formatted(dram, String.join(", ", DramConfigs.names())));
    }
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

  /** Writes a result, once it is there. */
  @FunctionalInterface
  private interface Writer {
    void writeTo(OutputStream out) throws IOException;
  }

  private void write(List<Path> inputs, Writer writer) throws IOException {
    try (Outputs outputs = new Outputs(inputs)) {
      OutputStream out = output == null ? console.out() : outputs.begin("-o", output);
      writer.writeTo(out);
      out.flush();
      outputs.commit();
    }
  }

  private int width() {
    return output == null && console.columns() > 0 ? console.columns() : TextTable.UNLIMITED;
  }

  static void text(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
