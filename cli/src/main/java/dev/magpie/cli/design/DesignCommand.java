package dev.magpie.cli.design;

import dev.magpie.analysis.design.BurstCosts;
import dev.magpie.analysis.design.ModeSearch;
import dev.magpie.cli.option.BlockOptions;
import dev.magpie.cli.option.NameGlobs;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.burst.BurstMode;
import dev.magpie.codec.burst.BurstModes;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie codecs design}: which modes a codec should have for the data of some programs. */
@Command(
    name = "design",
    description =
        "Choose modes for the codec magpie that take the fewest memory bursts over the data of some"
            + " programs, and say how well modes do that were chosen without the program they code.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie codecs design examples/*/",
      "  magpie codecs design run1 run2 --modes 4 --cycles 1",
      "  magpie codecs design examples/*/ run1 --weight 'run*=4' --block 64 --mag 16",
    })
public final class DesignCommand extends Subcommand {
  /** What the modes are set against; all without training. */
  static final List<String> OTHERS = List.of("mag-bdi", "mag-bdi:bases=8+4+2", "bpc", "c-pack");

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files (${bundle:formats}) and directories of such files, each a program.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--modes",
      paramLabel = "N",
      defaultValue = "8",
      description = "The most modes, 1 to 16. Default: ${DEFAULT-VALUE}.")
  private int modes;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "The most cycles that the decoder of a mode may take, 1 or 2. Default: ${DEFAULT-VALUE}.")
  private int cycles;

  @Option(
      names = "--weight",
      paramLabel = "NAME-GLOB=W",
      description =
          "Count programs of such names so many times as much as others; the last that describes a"
              + " name holds. Repeat it for several.")
  private List<String> weights = List.of();

  @Option(
      names = "--blocks",
      paramLabel = "N",
      defaultValue = "20000",
      description =
          "How many blocks of a program are looked at, spread over all. Default: ${DEFAULT-VALUE}.")
  private int blocks;

  @Mixin private BlockOptions block = new BlockOptions();

  @Mixin private RawOptions raw = new RawOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(modes < 1 || modes > 16, "--modes is 1 to 16");
    BadUsageException.when(cycles < 1 || cycles > 2, "--cycles is 1 or 2");
    BadUsageException.when(blocks < 1, "--blocks is 1 or more");
    raw.check();
    Granularity granularity = block.granularity();
    BadUsageException.when(
        !BurstModes.FAMILY.supports(granularity),
        "--block %d: the modes are for blocks of %d B or more"
            .formatted(granularity.blockBytes(), BurstModes.FAMILY.minimumBlockBytes()));
    double[] weighed = weights();
    List<BurstMode> candidates =
        BurstModes.candidates().stream().filter(each -> each.decoderCycles() <= cycles).toList();
    try (Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      List<BurstCosts> costs = price(candidates, granularity);
      ModeSearch search = new ModeSearch(costs, weighed, candidates.size());
      BadUsageException.when(
          search.choose(1, -1).isEmpty(), "no mode saves a burst of any block of these programs");
      out.write(DesignReport.of(search, costs, weighed, candidates, modes, granularity).report());
      outputs.commit();
    }
    return 0;
  }

  private List<BurstCosts> price(List<BurstMode> candidates, Granularity granularity)
      throws IOException {
    List<BlockCodec> codecs =
        Stream.concat(
                candidates.stream().map(each -> BurstModes.of(List.of(each.name()))),
                OTHERS.stream().map(CodecSpec::parse))
            .map(each -> each.create(granularity))
            .toList();
    List<BurstCosts> costs = new ArrayList<>();
    Set<String> names = new HashSet<>();
    try (Meter meter = Meter.ofItems(console, inputs.size(), "program")) {
      for (Path input : inputs) {
        try (Snapshot snapshot = raw.open(List.of(input))) {
          String name = name(input);
          BadUsageException.when(!names.add(name), "two programs are called '%s'".formatted(name));
          costs.add(
              BadUsageException.unlessLegal(() ->
                  BurstCosts.of(
                      name,
                      snapshot.allocations().stream().map(Allocation::memory).toList(),
                      codecs,
                      granularity,
                      blocks)));
        }
        meter.accept(1);
      }
    }
    return costs;
  }

  private static String name(Path input) {
    return String.valueOf(input.toAbsolutePath().normalize().getFileName());
  }

  private double[] weights() {
    double[] all = new double[inputs.size()];
    Arrays.fill(all, 1);
    for (String each : weights) {
      int equals = each.lastIndexOf('=');
      double weight = equals < 0 ? Double.NaN : number(each.substring(equals + 1));
      BadUsageException.when(
          !(weight > 0 && weight <= 1e6),
          "--weight %s: expected a name and a number above 0, up to 1000000, as bfs=2"
              .formatted(each));
      NameGlobs glob = new NameGlobs("--weight", List.of(each.substring(0, equals)));
      BadUsageException.when(
          inputs.stream().noneMatch(input -> glob.describe(name(input))),
          "--weight %s: no program is called so; they are %s"
              .formatted(
                  each, String.join(", ", inputs.stream().map(DesignCommand::name).toList())));
      IntStream.range(0, all.length)
          .filter(i -> glob.describe(name(inputs.get(i))))
          .forEach(i -> all[i] = weight);
    }
    return all;
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException _) {
      return Double.NaN;
    }
  }
}
