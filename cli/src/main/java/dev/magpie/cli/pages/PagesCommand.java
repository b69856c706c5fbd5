package dev.magpie.cli.pages;

import dev.magpie.analysis.page.Arrangement;
import dev.magpie.analysis.page.ArrayPages;
import dev.magpie.analysis.page.BlocksOfPage;
import dev.magpie.analysis.page.PageCoder;
import dev.magpie.analysis.page.PageCompressor;
import dev.magpie.analysis.page.PageScan;
import dev.magpie.cli.option.ByteSize;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.MatchOption;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Skipped;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie pages}: arrays by page, under compressors and arrangements. */
@Command(
    name = "pages",
    description =
        "Measure what pages of arrays take under LZ4, Snappy, Deflate and zstd, as they lie and"
            + " arranged by bytes, bits and channels.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie pages cache.safetensors",
      "  magpie pages model.gguf --match '*.weight' --page 64KiB --format json",
      "  magpie pages cache.safetensors --codec exponent-window --arrange as-stored,channels",
    })
public final class PagesCommand extends Subcommand {
  private static final int SHOWN = 20;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files (${bundle:formats}) and directories of such files.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--page",
      paramLabel = "BYTES",
      defaultValue = "4KiB",
      description =
          "Bytes of a page, each of which is compressed on its own: 512 to 1MiB. Default:"
              + " ${DEFAULT-VALUE}.")
  private String page = "4KiB";

  @Option(
      names = "--arrange",
      paramLabel = "NAMES",
      split = ",",
      description =
          "Arrangements of the elements, with commas between them: as-stored, bytes, bits, channels,"
              + " channel-bytes, channel-bits, channel-delta-bits. Default: all.")
  private List<String> arrangements = List.of();

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      defaultValue = "64",
      description =
          "Rows whose channels lie together, such as tokens of a cache. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      description =
          "A codec to set beside the compressors, of whose blocks of 128 B whole bursts of 32 count;"
              + " 'magpie codecs' lists them. Repeat it for several.")
  private List<String> codecs = List.of();

  @Mixin private MatchOption match = new MatchOption();

  @Option(
      names = "--top",
      paramLabel = "COUNT",
      defaultValue = "" + SHOWN,
      description =
          "How many arrays the table has, those first that save most; JSON and CSV have all."
              + " Default: ${DEFAULT-VALUE}.")
  private int top;

  @Mixin private RawOptions raw = new RawOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  public Integer call() throws IOException {
    threads.count();
    raw.check();
    BadUsageException.when(top < 1, "--top is 1 or more");
    PageScan scan = scan();
    try (Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      try (Snapshot snapshot = raw.open(inputs)) {
        Skipped.of(snapshot).say(console);
        snapshot.remarks().forEach(console::say);
        List<Allocation> arrays = match.chooseFilled(snapshot.allocations());
        List<ArrayPages> pages;
        try (Meter meter = Meter.ofArrays(console, arrays)) {
          pages = scan.run(arrays, threads.count(), meter);
        }
        out.write(PagesReport.of(scan, pages, top));
      }
      outputs.commit();
    }
    return 0;
  }

  private PageScan scan() {
    int pageBytes = ByteSize.parse("--page", page);
    List<PageCoder> coders =
        Stream.concat(
                Stream.of(PageCompressor.values()),
                codecs.stream().map(CodecOption::parse).distinct().map(PagesCommand::blocks))
            .toList();
    return BadUsageException.unlessLegal(() ->
        new PageScan(
            arrangements.isEmpty()
                ? Arrays.asList(Arrangement.values())
                : arrangements.stream().map(Arrangement::parse).distinct().toList(),
            coders,
            pageBytes,
            rows));
  }

  private static PageCoder blocks(CodecSpec spec) {
    BadUsageException.when(
        !spec.family().supports(Granularity.DEFAULT),
        "--codec %s: is not for blocks of 128 B".formatted(spec));
    return new BlocksOfPage(
        spec.toString(), spec.create(Granularity.DEFAULT).lossless(), Granularity.DEFAULT);
  }
}
