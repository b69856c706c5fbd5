package dev.magpie.lab.buddy;

import static dev.magpie.lab.timed.TimedSetup.NVLINK2;

import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.timed.TimedMemory.Lines;
import dev.magpie.lab.timed.TimedMemory.Spilling;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.lab.timed.TimedRuns;
import dev.magpie.lab.timed.TimedSetup;
import dev.magpie.lab.timed.TimedSetup.Change;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Figure 12: what compression does to time, apart from the memory that it saves. */
final class Figure12Speed {
  /** GB/s of all links each way, as the paper sweeps them. */
  static final List<Integer> LINKS = List.of(50, 100, 150, 200);

  static final TimedSetup BANDWIDTH_ONLY = TimedSetup.of(Lines.BANDWIDTH_ONLY, NVLINK2);
  static final TimedSetup BUDDY = buddy(NVLINK2);

  private static final List<TimedSetup> MAIN =
      Stream.concat(
              Stream.of(TimedSetup.BASE, BANDWIDTH_ONLY), LINKS.stream().map(Figure12Speed::buddy))
          .toList();

  /** What time depends on, one thing at a time. */
  private static final List<TimedSetup> VARIANTS =
      List.of(
          BANDWIDTH_ONLY.with(Change.NO_CODEC_LATENCY),
          BUDDY.with(Change.METADATA_AT_HAND),
          BUDDY.with(Change.METADATA_4K),
          BUDDY.with(Change.NO_CODEC_LATENCY),
          BUDDY.with(Change.HALF_LATENCY),
          BUDDY.with(Change.DOUBLE_LATENCY));

  /** As many entries in buddy memory as of the paper's AlexNet, whatever our data are. */
  private static final int GIVEN = 540;

  /** Other places of all arrays, which tell what of a difference is chance. */
  private static final List<Change> PLACES = List.of(Change.FURTHER, Change.STILL_FURTHER);

  private static final List<TimedSetup> PLACED = List.of(BANDWIDTH_ONLY, BUDDY);

  private Figure12Speed() {}

  static TimedSetup buddy(int gigabytesPerSecond) {
    return TimedSetup.of(Lines.BUDDY, gigabytesPerSecond);
  }

  static TimedSetup given(int gigabytesPerSecond) {
    return TimedSetup.of(new Spilling(GIVEN), gigabytesPerSecond);
  }

  static Experiment<TimedRuns> experiment(BuddyStudy study) {
    return Description.of(
            "buddy/fig12",
            "Speed with compressed memory",
            "Buddy paper, section IV-B, Figure 12, and Table I")
        .method(
            "The paper's programs, written anew as CUDA C++, execute on the simulated GPU of Table"
                + " I without compression, and their results are compared with plain Java's. A"
                + " recording is replayed under each memory; every line that is read from a"
                + " compressed one is decoded and compared. Targets are those of the final design"
                + " (threshold of 30 %, 16x for what is mostly zero, 4x at most), from ten"
                + " snapshots of a small run, and go by the names of buffers.")
        .method(
            "Of programs whose memory changes, the step is timed after which it compresses most"
                + " nearly as on average; of training, the second step; of others, all launches."
                + " Copies of the host take time on the links. All is relative to memory without"
                + " compression and links of 150 GB/s. Means over programs are geometric.")
        .method(
            "Since our data do not compress as the paper's do, a second arm has given shares:"
                + " targets go up, buffer by buffer, until 5.4 % of a program's entries need buddy"
                + " memory, which the paper has of AlexNet's accesses, or as near as its buffers"
                + " allow. That tells what a share costs, and not what anybody would choose.")
        .deviation(
            "Programs have some million warp-instructions, a thousandth of the paper's traces. A"
                + " quick run takes them smaller still, on a quarter of the GPU with a quarter of"
                + " the links.")
        .deviation(
            "Our programs compress less than the paper's, so that fewer of their buffers have"
                + " targets above 1x; buffers of 1x are not compressed (section III).")
        .parameter("gpu", "p100")
        .parameter("codec", "bpc")
        .parameter("links", LINKS)
        .parameter("variants", VARIANTS)
        .measure(context -> TimedRuns.of(context, study.programs(), setups(context.size())))
        .claims(Figure12Claims.all())
        .values(values())
        .draw(Figure12Speed::draw);
  }

  /** A quick run leaves out other places. */
  private static List<TimedSetup> setups(RunSize size) {
    Stream<TimedSetup> elsewhere =
        size == RunSize.QUICK
            ? Stream.of()
            : PLACES.stream()
                .flatMap(place ->
                    Stream.concat(Stream.of(TimedSetup.BASE), PLACED.stream())
                        .map(setup -> setup.with(place)));
    Stream<TimedSetup> given = LINKS.stream().map(Figure12Speed::given);
    return Stream.of(MAIN.stream(), VARIANTS.stream(), given, elsewhere)
        .flatMap(each -> each)
        .toList();
  }

  private static Stream<Value<TimedRuns>> values() {
    return Stream.of(
            LINKS.stream().flatMap(link -> means("slowdown", buddy(link))),
            LINKS.stream().flatMap(link -> means("slowdown.given", given(link))),
            variantValues())
        .flatMap(each -> each);
  }

  private static Stream<Value<TimedRuns>> means(String name, TimedSetup setup) {
    int link = setup.gigabytesPerSecond();
    return Stream.of(
        new Value<>(name + ".hpc." + link, runs -> runs.hpc().meanSlowdown(setup)),
        new Value<>(name + ".training." + link, runs -> runs.training().meanSlowdown(setup)));
  }

  private static Stream<Value<TimedRuns>> variantValues() {
    return VARIANTS.stream()
        .map(setup ->
            new Value<TimedRuns>(
                "slowdown."
                    + setup.memory().name().toLowerCase(Locale.ROOT)
                    + "."
                    + setup.change().name().toLowerCase(Locale.ROOT),
                runs -> runs.meanSlowdown(setup)));
  }

  private static Figures draw(TimedRuns runs) {
    Figures figures =
        Figures.none()
            .with(chart(runs))
            .with("speed", speeds(runs))
            .with("variants", variants(runs))
            .with("given", given(runs))
            .with("programs", programs(runs));
    boolean elsewhere = runs.bySetup().containsKey(TimedSetup.BASE.with(PLACES.getFirst()));
    return elsewhere ? figures.with("places", places(runs)) : figures;
  }

  /** Speeds with arrays at other places, relative to memory without compression there. */
  private static Table places(TimedRuns runs) {
    Columns<TimedProgram> columns =
        new Columns<TimedProgram>().text("program", TimedProgram::label);
    for (TimedSetup setup : PLACED) {
      columns.number(name(setup), 3, each -> runs.speed(each, setup));
      for (Change place : PLACES) {
        columns.number(
            "%s, %s".formatted(name(setup), place),
            3,
            each ->
                (double) runs.of(each, TimedSetup.BASE.with(place)).cycles()
                    / runs.of(each, setup.with(place)).cycles());
      }
    }
    return columns.table(
        "Speed with arrays at other places, relative to no compression there", runs.programs());
  }

  private static BarChart chart(TimedRuns runs) {
    List<Series> bars = new ArrayList<>();
    for (TimedSetup setup : MAIN) {
      if (!setup.equals(TimedSetup.BASE)) {
        bars.add(
            Series.of(name(setup), groups(runs).mapToDouble(each -> each.speed(setup)).toArray()));
      }
    }
    return BarChart.of(
            "Speed relative to memory without compression",
            groups(runs).map(Group::label).toList(),
            Axis.linear("speed"),
            bars)
        .withReference("no compression", 1);
  }

  private static String name(TimedSetup setup) {
    return setup.memory() == Lines.BUDDY ? setup.toString() : setup.memory().toString();
  }

  /** A program, or the mean of some. */
  private record Group(String label, Function<TimedSetup, Double> speedOf) {
    double speed(TimedSetup setup) {
      return speedOf.apply(setup);
    }
  }

  private static Stream<Group> groups(TimedRuns runs) {
    return Stream.concat(
        runs.programs().stream()
            .map(each -> new Group(each.label(), setup -> runs.speed(each, setup))),
        Stream.of(
            new Group("HPC", runs.hpc()::meanSpeed),
            new Group("training", runs.training()::meanSpeed),
            new Group("all", runs::meanSpeed)));
  }

  private static Table speeds(TimedRuns runs) {
    Columns<Group> columns = new Columns<Group>().text("program", Group::label);
    MAIN.stream()
        .filter(setup -> !setup.equals(TimedSetup.BASE))
        .forEach(setup -> columns.number(name(setup), 3, each -> each.speed(setup)));
    return columns.table("Speed relative to memory without compression", groups(runs).toList());
  }

  private static Table variants(TimedRuns runs) {
    Columns<Group> columns =
        new Columns<Group>()
            .text("program", Group::label)
            .number(name(BUDDY), 3, each -> each.speed(BUDDY));
    VARIANTS.forEach(setup ->
        columns.number(
            "%s, %s".formatted(setup.memory(), setup.change()), 3, each -> each.speed(setup)));
    return columns.table("Speed with one thing changed, links of 150 GB/s", groups(runs).toList());
  }

  private static Table given(TimedRuns runs) {
    TimedSetup nvlink = given(NVLINK2);
    Columns<TimedProgram> columns =
        new Columns<TimedProgram>()
            .text("program", TimedProgram::label)
            .number("saves", 1, "%", each -> runs.of(each, nvlink).savedPercent())
            .number("buddy accesses", 2, "%", each -> runs.of(each, nvlink).buddyPercentOfAll())
            .number("links busy", 1, "%", each -> 100 * runs.of(each, nvlink).linkBusyShare());
    LINKS.forEach(link ->
        columns.number("speed, %d GB/s".formatted(link), 3, each -> runs.speed(each, given(link))));
    return columns.table(
        "Targets of which 5.4 % of the entries need buddy memory, or as near as can be",
        runs.programs());
  }

  private static Table programs(TimedRuns runs) {
    return new Columns<TimedProgram>()
        .text("program", TimedProgram::label)
        .text("after", each -> each.program().after())
        .number(
            "warp-instructions",
            2,
            "million",
            each -> runs.of(each, TimedSetup.BASE).warpInstructions() / 1e6)
        .number("cycles", 0, each -> runs.of(each, TimedSetup.BASE).cycles())
        .number("DRAM busy", 1, "%", each -> 100 * runs.of(each, TimedSetup.BASE).dramBusyShare())
        .number("L2 hits", 1, "%", each -> 100 * runs.of(each, TimedSetup.BASE).l2HitRate())
        .number("sectors of an access", 2, each -> runs.of(each, TimedSetup.BASE).sectorsOfAccess())
        .number("DRAM bytes, bandwidth only", 3, each -> moved(runs, each, BANDWIDTH_ONLY))
        .number("Buddy", 3, each -> moved(runs, each, BUDDY))
        .number("memory", 1, "MiB", each -> runs.of(each, BUDDY).coveredBytes() / 0x1p20)
        .number("of the device's", 1, "MiB", each -> runs.of(each, BUDDY).deviceBytes() / 0x1p20)
        .number("buddy accesses", 2, "%", each -> runs.of(each, BUDDY).buddyPercentOfAll())
        .number("of coded lines", 2, "%", each -> runs.of(each, BUDDY).buddyPercent())
        .number("lines checked", 0, each -> runs.of(each, BUDDY).checkedLines())
        .number("metadata hits", 1, "%", each -> runs.of(each, BUDDY).metadataHitPercent())
        .number("links busy", 1, "%", each -> 100 * runs.of(each, BUDDY).linkBusyShare())
        .number(
            "copies",
            1,
            "%",
            each -> 100.0 * runs.of(each, BUDDY).copyCycles() / runs.of(each, BUDDY).cycles())
        .table(
            "Programs without compression, and with Buddy and links of 150 GB/s", runs.programs());
  }

  /** What moves to and from device memory, over what does without compression. */
  private static double moved(TimedRuns runs, TimedProgram program, TimedSetup setup) {
    return (double) runs.of(program, setup).dramBytes()
        / runs.of(program, TimedSetup.BASE).dramBytes();
  }
}
