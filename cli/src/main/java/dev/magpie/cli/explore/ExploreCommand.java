package dev.magpie.cli.explore;

import dev.magpie.cli.option.BlockOptions;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.GivenCommand;
import dev.magpie.cli.output.Version;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.Explorer;
import dev.magpie.ptx.LaunchOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code magpie explore}: the web application that looks at memory, depth, time and results. */
@Command(
    name = "explore",
    description =
        "Look in a browser at the arrays in files: what each saves, its blocks as an image, and the"
            + " bits of a block; at scenes: frames, what their tiles cost, and what happened to each;"
            + " and at programs over time, on GPUs whose memory compresses. Prints a link that works"
            + " on this machine until the command ends, and opens it.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie explore examples",
      "  magpie explore model.safetensors --codec bpc --no-open",
      "  magpie explore checkpoint-1 --against checkpoint-2",
      "  magpie explore examples/series --series",
      "  magpie explore jobs/heat.toml",
      "  magpie explore bfs.rec bfs.cu",
      "  magpie explore builtin:hall mesh.obj",
      "  magpie explore results",
    })
public final class ExploreCommand extends Subcommand {
  /** As long as people do not wonder; what takes longer to open, the page waits for. */
  private static final long PATIENCE_MILLIS = 1000;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = {
        "Files (${bundle:formats}) and directories of such files: one snapshot.",
        "Scenes: builtin:NAME, real:NAME, scene files (TOML, JSON), meshes (OBJ, PLY, glTF, GLB).",
        "Recordings of 'magpie simulate --record', jobs (TOML), and sources of their kernels.",
        "Directories of results of 'magpie reproduce'.",
      })
  private List<String> inputs = List.of();

  @Option(
      names = "--against",
      paramLabel = "INPUT",
      description =
          "A file or directory that is another snapshot, to compare. Repeat it for several.")
  private List<Path> against = List.of();

  @Option(
      names = "--series",
      description =
          "INPUT is a directory with one subdirectory for each snapshot, in name order, as 'magpie"
              + " profile' takes it.")
  private boolean series;

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      defaultValue = "bpc",
      description =
          "The codec to begin with; 'magpie codecs' lists them. Default: ${DEFAULT-VALUE}.")
  private String codec = "bpc";

  @Mixin private BlockOptions block = new BlockOptions();

  @Mixin private RawOptions raw = new RawOptions();

  @Option(
      names = "--gpu",
      paramLabel = "FILE",
      description =
          "A GPU's file, as 'magpie simulate --gpu' takes it, beside the GPUs there are. Repeat it for"
              + " several.")
  private List<Path> gpus = List.of();

  @Option(names = "--no-open", description = "Print the link, and open no browser.")
  private boolean noOpen;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The port on this machine to listen at. Default: one that is free.")
  private int port;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Spec private @Nullable CommandSpec command;

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(port < 0 || port > 65_535, "--port is 0 to 65535, not " + port);
    BadUsageException.when(
        series && inputs.size() > 1, "--series is of one directory; name it alone");
    BadUsageException.when(
        series && !against.isEmpty(),
        "--against compares snapshots, and --series has them already");
    raw.check();
    Granularity granularity = block.granularity();
    CodecSpec spec = spec(granularity);
    Explorer.Start start =
        new Explorer.Start(
            Version.number(),
            GivenCommand.words(command),
            GivenCommand.now(),
            series,
            spec,
            granularity,
            threads.count());
    try (Explorer explorer = start(start)) {
      awaitOpening(explorer);
      console.out().write((explorer.link() + "\n").getBytes(StandardCharsets.UTF_8));
      console.out().flush();
      boolean opened = !noOpen && BrowserOpener.open(explorer.link());
      console.say(
          (opened ? "opening the link in a browser" : "open the link in a browser of this machine")
              + "; Ctrl-C ends it");
      explorer.opening().join();
      explorer.problems().forEach(each -> console.say("left out: " + each));
      Thread.sleep(Duration.ofDays(10_000));
    } catch (CompletionException e) {
      throw unwrapped(e);
    } catch (InterruptedException _) {
      // Whoever runs the command within a program ends it so.
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private Explorer start(Explorer.Start start) throws IOException {
    PrintStream err = console.err();
    try {
      return Explorer.start(sorted(), start, port, bug -> bug.printStackTrace(err));
    } catch (BindException e) {
      throw new BadUsageException(
          "--port %d: %s; leave it out for one that is free".formatted(port, e.getMessage()), e);
    }
  }

  /** What is wrong with the input is said before a browser opens, where that takes no time. */
  private static void awaitOpening(Explorer explorer) throws InterruptedException {
    try {
      explorer.opening().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      if (!explorer.problems().isEmpty()) {
        throw new BadUsageException(explorer.problems().getFirst());
      }
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } catch (TimeoutException _) {
      // The page says that it waits.
    }
  }

  private static RuntimeException unwrapped(Exception e) {
    return switch (e.getCause()) {
      case RuntimeException cause -> cause;
      case Error error -> throw error;
      case null, default -> new IllegalStateException(e);
    };
  }

  /** What there is to look at, sorted by kind. */
  private Explorer.Inputs sorted() throws IOException {
    BadUsageException.when(
        (series || !against.isEmpty()) && inputs.stream().noneMatch(SortedInputs::isSnapshot),
        "--series and --against are for snapshots, and INPUT has none");
    SortedInputs sorted = new SortedInputs(raw, LaunchOptions.DEFAULT.withOutput(console.err()));
    if (series) {
      sorted.addSeries(Path.of(inputs.getFirst()));
    } else {
      sorted.add(inputs);
      against.forEach(each -> sorted.addSnapshot(List.of(each)));
    }
    for (Path gpu : gpus) {
      BadUsageException.when(
          !Files.isRegularFile(gpu), "--gpu: there is no file '%s'".formatted(gpu));
      sorted.addGpu(gpu);
    }
    return BadUsageException.unlessLegal("--gpu: ", sorted::inputs);
  }

  /** The codec that pages begin with. */
  private CodecSpec spec(Granularity granularity) {
    CodecSpec spec = CodecOption.parse(codec);
    BadUsageException.when(
        !spec.files().isEmpty(), "explore trains codecs on what it shows, and takes no table");
    // Refuses what is not for such blocks before a page does.
    if (!spec.needsTraining()) {
      spec.create(granularity);
    }
    return spec;
  }
}
