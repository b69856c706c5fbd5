package dev.magpie.cli.advise;

import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.MatchOption;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Skipped;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.LatencyClass;
import dev.magpie.lab.advice.Advisor;
import dev.magpie.lab.advice.KvCache;
import dev.magpie.lab.advice.ModelAdvice;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie advise}: what the tensors of a model would save, and where. */
@Command(
    name = "advise",
    description =
        "Say what a model's tensors would save on the memory bus, in device memory and in storage.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie advise model.safetensors",
      "  magpie advise model.gguf --batch 8 --context 4096 --report advice.html",
      "  magpie advise checkpoints --match '*.weight' --top 50",
      "  magpie advise model.safetensors --codec mag-bdi --codec bpc --format csv -o advice.csv",
    })
public final class AdviseCommand extends Subcommand {
  private static final int SHOWN = 20;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files (${bundle:formats}) and directories of such files.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      description =
          "A codec that the memory bus may have; 'magpie codecs' lists them. Repeat it for several."
              + " Default: bdi, mag-bdi, fpc, c-pack, bpc, zvc, exponent-window.")
  private List<String> codecs = List.of();

  @Option(
      names = "--batch",
      paramLabel = "SEQUENCES",
      description = "Sequences that the model generates tokens for at once.")
  private @Nullable Long batch;

  @Option(
      names = "--context",
      paramLabel = "TOKENS",
      description = "Tokens of each, whose keys and values are kept.")
  private @Nullable Long context;

  @Option(
      names = "--kv",
      paramLabel = "ELEMENTS",
      description =
          "Elements of keys and values that are kept of a token, in all layers together. Default:"
              + " the rows of the tensors whose names say that they make them.")
  private @Nullable Long keptElements;

  @Option(
      names = "--kv-bytes",
      paramLabel = "BYTES",
      defaultValue = "2",
      description = "Bytes of such an element. Default: ${DEFAULT-VALUE}, as of bf16.")
  private int keptBytes;

  @Mixin private MatchOption match = new MatchOption();

  @Option(
      names = "--top",
      paramLabel = "COUNT",
      defaultValue = "" + SHOWN,
      description =
          "How many tensors the table has, those first that save most on the bus; JSON, CSV and the"
              + " page have all. Default: ${DEFAULT-VALUE}.")
  private int top;

  @Mixin private RawOptions raw = new RawOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private ReportOption report = new ReportOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  public Integer call() throws IOException {
    threads.count();
    raw.check();
    BadUsageException.when(top < 1, "--top is 1 or more");
    BadUsageException.when(
        (batch == null) != (context == null),
        "--batch and --context go together: a cache holds so many tokens of so many sequences");
    BadUsageException.when(
        batch == null && keptElements != null, "--kv needs --batch and --context");
    Advisor advisor = advisor();
    try (Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      ReportOption.Destination page = report.begin(outputs);
      try (Snapshot snapshot = raw.open(inputs)) {
        Skipped.of(snapshot).say(console);
        snapshot.remarks().forEach(console::say);
        List<Allocation> tensors = match.chooseFilled(snapshot.allocations());
        Optional<KvCache> cache = cache(snapshot.allocations());
        ModelAdvice advice;
        try (Meter meter = Meter.ofArrays(console, tensors)) {
          advice = advisor.advise(tensors, cache, threads.count(), meter);
        }
        out.write(AdviseTables.report(advice, top));
        page.write(() -> AdviseReport.page(advice), ReportOption.files(tensors));
      }
      outputs.commit();
    }
    return 0;
  }

  private Advisor advisor() {
    if (codecs.isEmpty()) {
      return Advisor.DEFAULT;
    }
    List<CodecSpec> bus = codecs.stream().map(CodecOption::parse).distinct().toList();
    for (CodecSpec each : bus) {
      BadUsageException.when(
          each.family().isLossy(), "--codec %s: loses what is not exact".formatted(each));
      BadUsageException.when(
          !each.family().supports(Granularity.DEFAULT),
          "--codec %s: is not for blocks of 128 B".formatted(each));
      if (each.family().latency().latencyClass() == LatencyClass.STORAGE) {
        console.say(
            "--codec %s: is decoded ahead of use, so that no bus has it; what it saves there is what"
                    .formatted(each)
                + " a faster one might");
      }
    }
    return new Advisor(bus, Advisor.DEFAULT.storage());
  }

  /** Of all tensors, whichever the tables have. */
  private Optional<KvCache> cache(List<Allocation> all) {
    Long sequences = batch;
    Long tokens = context;
    if (sequences == null || tokens == null) {
      return Optional.empty();
    }
    List<Allocation> projections = keptElements == null ? KvCache.projections(all) : List.of();
    BadUsageException.when(
        keptElements == null && projections.isEmpty(),
        "no tensor is called as those that make keys and values are (...k_proj.weight,"
            + " ...attn_k.weight), and of numbers with fractions; give --kv ELEMENTS, of a token in"
            + " all layers");
    long elements = keptElements == null ? KvCache.elements(projections) : keptElements;
    List<String> names = projections.stream().map(Allocation::name).toList();
    return Optional.of(
        BadUsageException.unlessLegal(
            () -> new KvCache(elements, keptBytes, sequences, tokens, names)));
  }
}
