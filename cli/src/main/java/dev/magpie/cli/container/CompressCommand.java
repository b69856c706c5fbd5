package dev.magpie.cli.container;

import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Format;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Granularity;
import dev.magpie.container.ContainerSettings;
import dev.magpie.container.ContainerWriter;
import dev.magpie.container.Member;
import dev.magpie.container.MemberFiles;
import dev.magpie.settings.FilesInUse;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie compress}: files into a container of compressed blocks. */
@Command(
    name = "compress",
    description = "Compress files, whatever is in them, into a container of blocks.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie compress weights.npy -o weights.mgp",
      "  magpie compress examples -o examples.mgp --codec bpc",
      "  magpie compress dump.bin -o dump.mgp --codec e2mc --train self",
      "  magpie decompress weights.mgp -o weights.npy"
    })
public final class CompressCommand extends Subcommand {

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files, and directories of which all files are taken.")
  private List<Path> inputs = List.of();

  @Option(
      names = "-o",
      paramLabel = "FILE.mgp",
      required = true,
      description = "The container to write.")
  private Path output = Path.of("");

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      defaultValue = "mag-bdi",
      description =
          "A lossless codec, with parameters if wanted; 'magpie codecs' lists them. Default:"
              + " ${DEFAULT-VALUE}.")
  private String codec = "mag-bdi";

  @Option(
      names = "--train",
      paramLabel = "WHAT",
      description =
          "What a codec without a table is trained on: self, all of the input, or first:N, its"
              + " first N blocks. The container holds the table. Default: blocks all over the"
              + " input, 16 MiB at most.")
  private @Nullable String train;

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
      description =
          "The granule that a stored block takes a whole number of: divides the block. Default:"
              + " ${DEFAULT-VALUE}.")
  private int magBytes;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Write to standard output what was compressed, as ${COMPLETION-CANDIDATES}. Default: a"
              + " line on standard error.")
  private @Nullable Format format;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that encode. Default: as many as there are processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws IOException {
    Granularity granularity =
        BadUsageException.unlessLegal(() -> new Granularity(blockBytes, magBytes));
    ThreadsOption.checked(threads);
    CodecSpec spec = CodecOption.parse(codec);
    MemberFiles files = BadUsageException.unlessReadable(() -> new MemberFiles(inputs));
    try (Outputs outputs = new Outputs()) {
      WritableByteChannel out = outputs.beginChannel("-o", output);
      // Each is opened when its turn comes, which may be late.
      files.files().forEach(FilesInUse::read);
      CodecTable table = new TableTraining(train).table(spec, files.files(), blockBytes);
      ContainerSettings settings = new ContainerSettings(spec, table, granularity);
      ContainerReport written = write(files, settings, out);
      outputs.commit();
      if (written.isLargerThanData() && !spec.family().name().equals("none")) {
        console.say(
            "%s is larger than what it holds; %s"
                .formatted(
                    output,
                    SmallerCodec.advice(files.files(), settings, 1 / written.ratio(), threads)));
      }
    }
    return 0;
  }

  private ContainerReport write(
      MemberFiles files, ContainerSettings settings, WritableByteChannel out) throws IOException {
    List<Member> members = new ArrayList<>();
    long bytes;
    try (Meter meter = Meter.ofFiles(console, files.files());
        ContainerWriter writer =
            BadUsageException.unlessLegal(
                () -> new ContainerWriter(out, settings, files.names(), threads))) {
      for (Path file : files.files()) {
        try (ReadableByteChannel in =
            BadUsageException.unlessReadable(() -> InputFiles.once(file))) {
          members.add(writer.add(in, meter));
        }
      }
      bytes = writer.finish();
    }
    ContainerReport report = ContainerReport.of(output, bytes, settings, members, List.of());
    if (format == null) {
      console.say(report.line());
    } else {
      FormatOption.print(report.report(), format, console);
    }
    return report;
  }
}
