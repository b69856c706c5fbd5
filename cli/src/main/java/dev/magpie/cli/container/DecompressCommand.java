package dev.magpie.cli.container;

import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Format;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.NamedChannel;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Quantity;
import dev.magpie.container.Container;
import dev.magpie.container.Damage;
import dev.magpie.container.Member;
import dev.magpie.settings.FilesInUse;
import dev.magpie.settings.WholeDirectory;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie decompress}: files out of a container, or whether they would come out whole. */
@Command(
    name = "decompress",
    description = "Write the files in a container, as they were compressed, or check them.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie decompress weights.mgp -o weights.npy",
      "  magpie decompress examples.mgp -o copy",
      "  magpie decompress weights.mgp --check --format json",
      "  magpie decompress damaged.mgp --salvage -o weights.npy",
      "",
      "Exit status: 2 where the container is damaged; with --salvage, 1 where blocks are lost."
    })
public final class DecompressCommand extends Subcommand {
  private static final int DAMAGED = 2;
  private static final int LOST_SOME = 1;

  /** More would bury the summary. */
  private static final int MOST_SAID = 20;

  @Parameters(paramLabel = "FILE.mgp", description = "The container.")
  private Path input = Path.of("");

  @Option(
      names = "-o",
      paramLabel = "OUT",
      description = "The file to write; for a container of several files, a directory to make.")
  private @Nullable Path output;

  @Option(
      names = "--check",
      description = "Decode everything, write nothing, and tell what is damaged.")
  private boolean check;

  @Option(
      names = "--salvage",
      description =
          "Recover what is whole of a damaged container; lost blocks become zeros, and are told.")
  private boolean salvage;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Write to standard output what the container holds, as ${COMPLETION-CANDIDATES}. Default:"
              + " table with --check, else nothing.")
  private @Nullable Format format;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that decode. Default: as many as there are processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws IOException {
    ThreadsOption.checked(threads);
    if (check == (output != null)) {
      throw new BadUsageException(
          check
              ? "--check writes no files, so -o means nothing to it"
              : "-o must name the file to write; or only --check the container");
    }
    try (Container container = open()) {
      List<Damage> damages = check ? check(container) : write(container);
      if (format != null || check) {
        FormatOption.print(
            ContainerReport.of(
                    input, container.bytes(), container.settings(), container.members(), damages)
                .report(),
            format == null ? Format.TABLE : format,
            console);
      }
      say(damages);
      if (!container.isIndexed()) {
        console.say(
            input + ": its index is lost, and with it how long the files were; they may be longer");
      }
      return damages.isEmpty() && container.isIndexed() ? 0 : salvage ? LOST_SOME : DAMAGED;
    }
  }

  private Container open() {
    FilesInUse.read(input);
    return BadUsageException.unlessReadable(
        () -> salvage ? Container.openDamaged(input) : Container.open(input));
  }

  private Meter meter(Container container) {
    return new Meter(console, container.members().stream().mapToLong(Member::bytes).sum());
  }

  private List<Damage> check(Container container) throws IOException {
    List<Damage> damages = new ArrayList<>();
    try (Meter meter = meter(container)) {
      for (int member = 0; member < container.members().size(); member++) {
        damages.addAll(container.check(member, threads, meter));
      }
    }
    return damages;
  }

  private List<Damage> write(Container container) throws IOException {
    Path out = output == null ? input : output;
    List<Member> members = container.members();
    List<Damage> damages = new ArrayList<>();
    try (Meter meter = meter(container)) {
      if (members.size() == 1) {
        try (Outputs outputs = new Outputs()) {
          write(container, 0, outputs.beginChannel("-o", out), meter, damages);
          outputs.commit();
        }
      } else {
        try (WholeDirectory directory = begin(out)) {
          for (int member = 0; member < members.size(); member++) {
            try (WritableByteChannel file = begin(directory, members.get(member).name())) {
              write(container, member, file, meter, damages);
            }
          }
          directory.commit();
        }
      }
    }
    return damages;
  }

  private static WholeDirectory begin(Path directory) {
    BadUsageException.when(
        Files.exists(directory) && !Files.isDirectory(directory),
        directory + ": is a file, and there are several to be written: name a directory");
    return Outputs.directory(directory);
  }

  private static WritableByteChannel begin(WholeDirectory directory, String name)
      throws IOException {
    try {
      return new NamedChannel(directory.target().resolve(name).toString(), directory.begin(name));
    } catch (IllegalArgumentException e) {
      throw new BadUsageException(name + ": would be written outside of " + directory.target(), e);
    }
  }

  private void write(
      Container container, int member, WritableByteChannel out, Meter meter, List<Damage> damages)
      throws IOException {
    if (salvage) {
      damages.addAll(container.salvage(member, out, threads, meter));
    } else {
      container.copy(member, out, threads, meter);
    }
  }

  private void say(List<Damage> damages) {
    damages.stream().limit(MOST_SAID).forEach(damage -> console.say(input + ": " + damage));
    if (damages.size() > MOST_SAID) {
      console.say(
          "%s: and %s more; --format json tells them all"
              .formatted(input, Quantity.count(damages.size() - MOST_SAID, "damaged place")));
    }
  }
}
