package dev.magpie.lab.buddy;

import static dev.magpie.lab.timed.TimedSetup.NVLINK2;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.lab.timed.TimedRun;
import dev.magpie.lab.timed.TimedRuns;
import dev.magpie.lab.timed.TimedSetup;
import dev.magpie.lab.timed.TimedSetup.Change;
import dev.magpie.lab.timed.TimedMemory.Lines;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Figure 12: what compression does to time, apart from the memory that it saves. */
final class Figure12Speed {
  /** GB/s of all links each way, as the paper sweeps them. */
  private static final List<Integer> LINKS = List.of(50, 100, 150, 200);

  private static final TimedSetup BANDWIDTH_ONLY = TimedSetup.of(Lines.BANDWIDTH_ONLY, NVLINK2);
  private static final TimedSetup BUDDY = buddy(NVLINK2);

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

  /** Other places of all arrays, which tell what of a difference is chance. */
  private static final List<Change> PLACES = List.of(Change.FURTHER, Change.STILL_FURTHER);

  private static final List<TimedSetup> PLACED = List.of(BANDWIDTH_ONLY, BUDDY);

  /** Of a program's name in the paper, what it is called here. */
  private static final String CG = "cg";

  private static final String LATTICE = "ilbdc";
  private static final String LULESH = "lulesh";
  private static final String PALM = "palm";
  private static final String SEISMIC = "seismic";
  private static final String EP = "ep";
  private static final String HPGMG = "hpgmg";
  private static final String ALEXNET = "alexnet";

  private Figure12Speed() {}

  private static TimedSetup buddy(int gigabytesPerSecond) {
    return TimedSetup.of(Lines.BUDDY, gigabytesPerSecond);
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
        .claims(bandwidthOnly())
        .claims(links())
        .claims(causes())
        .claims(busy())
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
    return Stream.of(MAIN.stream(), VARIANTS.stream(), elsewhere).flatMap(each -> each).toList();
  }

  private static Stream<Claim<TimedRuns>> bandwidthOnly() {
    return Stream.of(
        Claim.of("bandwidth-only", "Bandwidth-only compression is faster than none")
            .because(
                "356.sp, 354.cg and 370.bt read single sectors of lines along an axis or by a list,"
                    + " and fetch all sectors of those that are coded.")
            .percent("5.5", runs -> gain(runs, BANDWIDTH_ONLY)),
        Claim.of(
                "bandwidth-only.training",
                "Bandwidth-only compression gains more in training than in HPC")
            .holds(
                runs -> gain(runs.training(), BANDWIDTH_ONLY) > gain(runs.hpc(), BANDWIDTH_ONLY)),
        Claim.of(
                "bandwidth-only.irregular",
                "Bandwidth-only, 354.cg and 360.ilbdc get slightly slower, as whole lines are"
                    + " fetched")
            .nowhere("programs", runs -> notSlower(runs, BANDWIDTH_ONLY, CG, LATTICE)),
        Claim.of("bandwidth-only.lulesh", "Bandwidth-only, FF_Lulesh gets slower")
            .nowhere("programs", runs -> notSlower(runs, BANDWIDTH_ONLY, LULESH)),
        Claim.of(
                "bandwidth-only.latency",
                "Most of what FF_Lulesh loses to bandwidth-only compression is the codec's latency")
            .holds(runs -> {
              double without =
                  runs.slowdown(runs.program(LULESH), BANDWIDTH_ONLY.with(Change.NO_CODEC_LATENCY));
              double with = runs.slowdown(runs.program(LULESH), BANDWIDTH_ONLY);
              return with > 0 && without < with / 2;
            }));
  }

  private static Stream<Claim<TimedRuns>> links() {
    return Stream.of(
        Claim.of("at-200", "Buddy with 200 GB/s is faster than no compression")
            .percent("2", runs -> gain(runs, buddy(200))),
        Claim.of("lower", "With every link below 200 GB/s, Buddy is slower on average")
            .nowhere(
                "links",
                runs ->
                    LINKS.stream()
                        .filter(link -> link < 200 && runs.meanSlowdown(buddy(link)) <= 0)
                        .map(String::valueOf)
                        .toList()),
        Claim.of("at-150", "With 150 GB/s, Buddy is slower by")
            .atMost(2, Unit.PERCENT, runs -> runs.meanSlowdown(BUDDY)),
        Claim.of("at-150.hpc", "With 150 GB/s, Buddy is slower in HPC by")
            .atMost(1, Unit.PERCENT, runs -> runs.hpc().meanSlowdown(BUDDY)),
        Claim.of("at-150.training", "With 150 GB/s, Buddy is slower in training by")
            .atMost(2.2, Unit.PERCENT, runs -> runs.training().meanSlowdown(BUDDY)),
        Claim.of("at-50", "With 50 GB/s, Buddy is slower on average by")
            .because(
                "Of the HPC programs only 352.ep keeps the links busy: of others, what has targets"
                    + " above 1x fits or is seldom accessed.")
            .atLeast(20, Unit.PERCENT, runs -> runs.meanSlowdown(buddy(50))),
        Claim.of("alexnet.150", "With 150 GB/s, AlexNet is slower under Buddy by")
            .percent("6.5", runs -> runs.slowdown(runs.program(ALEXNET), BUDDY)),
        Claim.of("alexnet.50", "With 50 GB/s, AlexNet is slower under Buddy by")
            .percent("35", runs -> runs.slowdown(runs.program(ALEXNET), buddy(50))));
  }

  private static Stream<Claim<TimedRuns>> causes() {
    return Stream.of(
        Claim.of(
                "metadata",
                "No program loses more to misses of metadata than 351.palm and 355.seismic")
            .nowhere("programs", Figure12Speed::loseMoreToMetadata),
        Claim.of(
                "sensitive",
                "No HPC program loses more between links of 200 and 50 GB/s, copies apart, than"
                    + " 352.ep and 355.seismic")
            .nowhere("programs", Figure12Speed::moreSensitive),
        Claim.of(
                "copies",
                "The link changes FF_HPGMG's time most by copies from and to the host, not by Buddy"
                    + " Compression")
            .holds(runs -> {
              TimedRun slow = runs.of(runs.program(HPGMG), buddy(50));
              TimedRun fast = runs.of(runs.program(HPGMG), buddy(200));
              return 2 * (slow.copyCycles() - fast.copyCycles()) > slow.cycles() - fast.cycles();
            }),
        Claim.of(
                "latency",
                "Halving or doubling the latency of buddy memory changes mean speed less than links"
                    + " of 100 or 200 GB/s do")
            .holds(runs ->
                effect(runs, BUDDY.with(Change.HALF_LATENCY)) < effect(runs, buddy(200))
                    && effect(runs, BUDDY.with(Change.DOUBLE_LATENCY)) < effect(runs, buddy(100))),
        Claim.of(
                "contention",
                "Contention of buddy accesses with other traffic of the link is no major factor")
            .open(
                "no major factor",
                "Copies of the host while kernels run; ours are made between launches."));
  }

  private static Stream<Claim<TimedRuns>> busy() {
    return Stream.of(
        Claim.of("busy", "Links of 150 GB/s are busy, on average over all programs")
            .withoutDirection()
            .percent("5.6", Figure12Speed::busyPercent),
        Claim.of("busy.hpc", "Links of 150 GB/s are busy, HPC")
            .withoutDirection()
            .percent("4", runs -> busyPercent(runs.hpc())),
        Claim.of("busy.training", "Links of 150 GB/s are busy, training")
            .withoutDirection()
            .percent("9.8", runs -> busyPercent(runs.training())));
  }

  private static Stream<Value<TimedRuns>> values() {
    return Stream.concat(
        LINKS.stream()
            .flatMap(link ->
                Stream.of(
                    new Value<TimedRuns>(
                        "slowdown.hpc." + link, runs -> runs.hpc().meanSlowdown(buddy(link))),
                    new Value<TimedRuns>(
                        "slowdown.training." + link,
                        runs -> runs.training().meanSlowdown(buddy(link))))),
        VARIANTS.stream()
            .map(setup ->
                new Value<TimedRuns>(
                    "slowdown."
                        + setup.memory().name().toLowerCase(Locale.ROOT)
                        + "."
                        + setup.change().name().toLowerCase(Locale.ROOT),
                    runs -> runs.meanSlowdown(setup))));
  }

  /** Percent by which programs are faster on average. */
  private static double gain(TimedRuns runs, TimedSetup setup) {
    return 100 * (runs.meanSpeed(setup) - 1);
  }

  private static List<String> notSlower(TimedRuns runs, TimedSetup setup, String... labels) {
    return Stream.of(labels)
        .filter(label -> runs.slowdown(runs.program(label), setup) <= 0)
        .toList();
  }

  /** By how much of the mean speed with 150 GB/s another is off. */
  private static double effect(TimedRuns runs, TimedSetup setup) {
    return Math.abs(runs.meanSpeed(setup) / runs.meanSpeed(BUDDY) - 1);
  }

  private static List<String> loseMoreToMetadata(TimedRuns runs) {
    return above(
        runs,
        program ->
            (double) runs.of(program, BUDDY).cycles()
                / runs.of(program, BUDDY.with(Change.METADATA_AT_HAND)).cycles(),
        PALM,
        SEISMIC);
  }

  private static List<String> moreSensitive(TimedRuns runs) {
    return above(
        runs.hpc(),
        program -> withoutCopies(runs, program, 50) / withoutCopies(runs, program, 200),
        EP,
        SEISMIC);
  }

  private static double withoutCopies(TimedRuns runs, TimedProgram program, int link) {
    TimedRun run = runs.of(program, buddy(link));
    return run.cycles() - run.copyCycles();
  }

  /** The programs of which a value is above that of any of those named. */
  private static List<String> above(
      TimedRuns runs, ToDoubleFunction<TimedProgram> value, String... labels) {
    double least =
        Stream.of(labels)
            .mapToDouble(label -> value.applyAsDouble(runs.program(label)))
            .min()
            .orElseThrow();
    return runs.programs().stream()
        .filter(each -> !List.of(labels).contains(each.label()))
        .filter(each -> value.applyAsDouble(each) > least)
        .sorted(Comparator.comparingDouble(value).reversed())
        .map(TimedProgram::label)
        .toList();
  }

  private static double busyPercent(TimedRuns runs) {
    return runs.mean(each -> 100 * runs.of(each, BUDDY).linkBusyShare());
  }

  private static Figures draw(TimedRuns runs) {
    Figures figures =
        Figures.none()
            .with(chart(runs))
            .with("speed", speeds(runs))
            .with("variants", variants(runs))
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
        .number("with targets", 1, "MiB", each -> runs.of(each, BUDDY).coveredBytes() / 0x1p20)
        .number("of device memory", 1, "MiB", each -> runs.of(each, BUDDY).deviceBytes() / 0x1p20)
        .number("buddy accesses", 2, "%", each -> runs.of(each, BUDDY).buddyPercent())
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
}
