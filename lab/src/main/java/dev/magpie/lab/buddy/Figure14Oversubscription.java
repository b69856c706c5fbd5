package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.timed.TimedMemory;
import dev.magpie.lab.timed.TimedMemory.Lines;
import dev.magpie.lab.timed.TimedMemory.Unified;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.lab.timed.TimedRun;
import dev.magpie.lab.timed.TimedRuns;
import dev.magpie.lab.timed.TimedSetup;
import dev.magpie.lab.timed.TimedSetup.Change;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 14: memory that is oversubscribed without compression, unified with the host's. */
final class Figure14Oversubscription {
  /** The programs that ran on the paper's machine. */
  static final List<String> PROGRAMS = List.of("palm", "ep", "cg", "sp", "ilbdc", "bt");

  /**
   * Those of them of which the paper says that nothing slows them down; the figure has the rest.
   */
  private static final List<String> NEGLIGIBLE = List.of("cg", "bt");

  /** Percent of the memory that the device has no room for. */
  private static final List<Integer> OVERSUBSCRIBED = List.of(0, 10, 20, 30, 40);

  private static final int MOST = OVERSUBSCRIBED.getLast();

  /** The share at which the driver is changed. */
  private static final int CHANGED = 20;

  /** GB/s of the three links of NVLink 2 between a V100 and its Power9, each way. */
  private static final int POWER9 = 75;

  /** Percent of memory that is saved where half as much again fits. */
  private static final double SAVED_OF_HALF_MORE = 100 / 3.0;

  private static final Unit TIMES = new Unit("times", 2);

  private static final TimedSetup FITS = swept(Lines.NONE, POWER9);
  private static final TimedSetup PINNED = swept(Lines.PINNED, POWER9);
  private static final TimedSetup BUDDY = swept(Lines.BUDDY, 50);
  private static final TimedSetup FASTER_DRIVER = unified(Unified.of(CHANGED).withBatches(20));
  private static final TimedSetup NO_PREFETCH = unified(Unified.of(CHANGED).withoutPrefetch());

  private Figure14Oversubscription() {}

  private static TimedSetup unified(Unified memory) {
    return swept(memory, POWER9);
  }

  /** Runs of the same after one: what moves at the beginning only, a program of minutes forgets. */
  private static TimedSetup swept(TimedMemory memory, int gigabytesPerSecond) {
    return TimedSetup.of(memory, gigabytesPerSecond).with(Change.THREE_SWEEPS);
  }

  private static TimedSetup unified(int oversubscribed) {
    return unified(Unified.of(oversubscribed));
  }

  static List<TimedSetup> setups() {
    return Stream.concat(
            Stream.of(FITS, PINNED, BUDDY, FASTER_DRIVER, NO_PREFETCH),
            OVERSUBSCRIBED.stream().map(Figure14Oversubscription::unified))
        .toList();
  }

  static Experiment<?> experiment(BuddyStudy study) {
    return Description.of(
            "buddy/fig14",
            "Unified memory that is oversubscribed",
            "Buddy paper, section IV-C, Figure 14")
        .method(
            "The SpecACCEL programs that ran on the paper's machine, as in buddy/fig12, are replayed"
                + " with memory that is unified with the host's over links of 75 GB/s: pages of 64"
                + " KiB come when they fault, in batches of at most 256 faults that take the driver"
                + " 45 us each beside the links' time, with others beside them by density; blocks"
                + " of 2 MiB go back, first the one to which no page has come for longest.")
        .method(
            "What the device has no room for is a percentage of the program's memory. Each program"
                + " runs three times, after once that is not timed, so that what is on the device"
                + " is what that left there. Memory pinned on the host stays there, and each sector that is missed crosses the links. Buddy"
                + " memory has the targets of the program's profile and links of 50 GB/s. All is"
                + " relative to the same program when its memory fits.")
        .deviation(
            "The paper measured hardware, and this is a model of it: the driver's time is that of"
                + " Ganguly et al. (ISCA 2019), and there is no TLB and no other policy than that"
                + " of the open driver. A batch is waited for by at most what these small programs"
                + " have under way.")
        .deviation(
            "Programs run for a millisecond, not for minutes: what a batch of faults costs is a"
                + " larger part of it.")
        .parameter("gpu", "p100")
        .parameter("programs", PROGRAMS)
        .parameter("oversubscribed", OVERSUBSCRIBED)
        .measure(context -> measured(context, study))
        .claims(
            Claim.of("negligible", "354.cg and 370.bt are slowed down less than any other program")
                .because(
                    "Both thrash: all rows of 354.cg's matrix and all lines of 370.bt's cells are"
                        + " under way at once, over all of memory, and with 40 % that do not fit a page"
                        + " faults 76 and 14 times a sweep.")
                .nowhere("pairs", Figure14Oversubscription::slowedLessThanNegligible),
            Claim.of("most", "352.ep is slowed down most")
                .because(
                    "An eighth of our 352.ep's memory is ever touched: it comes once and stays,"
                        + " however little else fits.")
                .nowhere("programs", Figure14Oversubscription::slowedMoreThanEp),
            Claim.of("ep", "Oversubscription slows 352.ep down by up to")
                .against(1)
                .because(
                    "The eighth of its memory that it touches comes once, and its pages fault no more.")
                .is("87", TIMES, runs -> slowdown(runs, "ep", unified(MOST))),
            Claim.of("grows", "Slowdown grows with what does not fit")
                .because(
                    "351.palm takes 1 % less with 20 % not fitting than with 10: which blocks of 2 MiB a"
                        + " sweep leaves on the device is chance. 352.ep does not fault at all; its"
                        + " 0.2 % are less than other places of its arrays change (1.1 % in"
                        + " `buddy/fig12`).")
                .nowhere("programs", Figure14Oversubscription::doesNotGrow),
            Claim.of(
                    "pinned",
                    "The program that suffers most is slower than with memory pinned on the host")
                .holds(runs -> {
                  String worst = worst(runs);
                  return slowdown(runs, worst, unified(MOST)) > slowdown(runs, worst, PINNED);
                }),
            Claim.of(
                    "pinned.negligible",
                    "354.cg and 370.bt are not slowed down even by memory pinned")
                .because(
                    "What either misses in the L2 goes over links of a twelfth of device memory's"
                        + " rate, which are busy for some 70 % of the time.")
                .nowhere(
                    "programs",
                    runs ->
                        NEGLIGIBLE.stream()
                            .filter(each -> slowdown(runs, each, PINNED) > 1)
                            .toList()),
            Claim.of(
                    "buddy",
                    "Buddy with 50 GB/s, which holds half as much again as the device has, slows"
                        + " 351.palm, 352.ep, 356.sp and 360.ilbdc down")
                .because(
                    "Only of 352.ep's memory Buddy Compression holds so much here; the value is its"
                        + " alone.")
                .atMost(
                    1.67,
                    TIMES,
                    runs ->
                        shown()
                            .filter(each -> savedPercent(runs, each) >= SAVED_OF_HALF_MORE)
                            .mapToDouble(each -> slowdown(runs, each, BUDDY))
                            .max()
                            .orElseThrow()),
            Claim.of(
                    "better",
                    "Buddy with 50 GB/s is faster than unified memory, where it makes fit what does"
                        + " not fit that")
                .because(
                    "What 352.ep touches fits the device in any case and stays there; under Buddy it"
                        + " is that eighth which spills.")
                .nowhere("programs", Figure14Oversubscription::fasterUnified),
            Claim.of("labels", "Figure 14's labels: slowdowns of which the text names none")
                .open("46x, 10x, 14x, 2.5x", "Which program and which share each is of."),
            Claim.consistency(
                    "fits", "Unified memory that fits takes the cycles of memory without it")
                .nowhere(
                    "programs",
                    runs ->
                        PROGRAMS.stream()
                            .filter(each -> slowdown(runs, each, unified(0)) != 1)
                            .toList()))
        .values(
            PROGRAMS.stream()
                .map(each ->
                    new Value<>("slowdown." + each, runs -> slowdown(runs, each, unified(MOST)))))
        .draw(Figure14Oversubscription::draw);
  }

  private static TimedRuns measured(RunContext context, BuddyStudy study) {
    List<TimedProgram> programs =
        study.programs().stream().filter(each -> PROGRAMS.contains(each.label())).toList();
    return TimedRuns.of(context, programs, setups());
  }

  /** Those that the paper's figure shows. */
  private static Stream<String> shown() {
    return PROGRAMS.stream().filter(each -> !NEGLIGIBLE.contains(each));
  }

  /** Time over time with memory that fits. */
  private static double slowdown(TimedRuns runs, String label, TimedSetup setup) {
    TimedProgram program = runs.program(label);
    return (double) runs.of(program, setup).cycles() / runs.of(program, FITS).cycles();
  }

  private static double savedPercent(TimedRuns runs, String label) {
    return runs.of(runs.program(label), BUDDY).savedPercent();
  }

  private static String worst(TimedRuns runs) {
    return PROGRAMS.stream()
        .max(Comparator.comparingDouble(each -> slowdown(runs, each, unified(MOST))))
        .orElseThrow();
  }

  private static List<String> slowedLessThanNegligible(TimedRuns runs) {
    return NEGLIGIBLE.stream()
        .flatMap(each ->
            shown()
                .filter(other ->
                    slowdown(runs, other, unified(MOST)) <= slowdown(runs, each, unified(MOST)))
                .map(other -> other + " than " + each))
        .toList();
  }

  private static List<String> slowedMoreThanEp(TimedRuns runs) {
    double ep = slowdown(runs, "ep", unified(MOST));
    return PROGRAMS.stream().filter(each -> slowdown(runs, each, unified(MOST)) > ep).toList();
  }

  private static List<String> doesNotGrow(TimedRuns runs) {
    return PROGRAMS.stream()
        .filter(each ->
            IntStream.range(1, OVERSUBSCRIBED.size())
                .anyMatch(i ->
                    slowdown(runs, each, unified(OVERSUBSCRIBED.get(i)))
                        < slowdown(runs, each, unified(OVERSUBSCRIBED.get(i - 1)))))
        .toList();
  }

  private static List<String> fasterUnified(TimedRuns runs) {
    return OVERSUBSCRIBED.stream()
        .filter(share -> share > 0)
        .flatMap(share ->
            PROGRAMS.stream()
                .filter(each -> savedPercent(runs, each) >= share)
                .filter(each -> slowdown(runs, each, unified(share)) < slowdown(runs, each, BUDDY))
                .map(each -> "%s at %d %%".formatted(each, share)))
        .toList();
  }

  private static Figures draw(TimedRuns runs) {
    return Figures.none()
        .with(chart(runs))
        .with("slowdown", slowdowns(runs))
        .with("faults", faults(runs))
        .with("pages", pages(runs));
  }

  private static LineChart chart(TimedRuns runs) {
    double[] shares = OVERSUBSCRIBED.stream().mapToDouble(each -> each).toArray();
    List<Points> lines = new ArrayList<>();
    for (String label : PROGRAMS) {
      lines.add(
          Points.of(
              label,
              shares,
              OVERSUBSCRIBED.stream()
                  .mapToDouble(share -> slowdown(runs, label, unified(share)))
                  .toArray()));
    }
    return LineChart.of(
        "Slowdown by unified memory, against memory that fits",
        Axis.linear("memory that does not fit (%)"),
        Axis.log10("slowdown"),
        lines);
  }

  private static Table slowdowns(TimedRuns runs) {
    Columns<String> columns = new Columns<String>().text("program", each -> each);
    OVERSUBSCRIBED.forEach(share ->
        columns.number(
            "unified, %d %%".formatted(share), 2, each -> slowdown(runs, each, unified(share))));
    return columns
        .number(
            "%d %%, batches of 20 us".formatted(CHANGED),
            2,
            each -> slowdown(runs, each, FASTER_DRIVER))
        .number(
            "%d %%, no prefetch".formatted(CHANGED), 2, each -> slowdown(runs, each, NO_PREFETCH))
        .number("pinned", 2, each -> slowdown(runs, each, PINNED))
        .number("Buddy, 50 GB/s", 2, each -> slowdown(runs, each, BUDDY))
        .number("which saves", 1, "%", each -> savedPercent(runs, each))
        .table("Time over time with memory that fits", PROGRAMS);
  }

  private static Table faults(TimedRuns runs) {
    Columns<TimedProgram> columns =
        new Columns<TimedProgram>().text("program", TimedProgram::label);
    OVERSUBSCRIBED.forEach(share ->
        columns.number(
            "%d %%".formatted(share), 0, each -> runs.of(each, unified(share)).faults()));
    return columns
        .number(
            "%d %%, batches of 20 us".formatted(CHANGED),
            0,
            each -> runs.of(each, FASTER_DRIVER).faults())
        .number(
            "%d %%, no prefetch".formatted(CHANGED), 0, each -> runs.of(each, NO_PREFETCH).faults())
        .table("Faults, by what does not fit", runs.programs());
  }

  private static Table pages(TimedRuns runs) {
    TimedSetup oversubscribed = unified(CHANGED);
    return new Columns<TimedProgram>()
        .text("program", TimedProgram::label)
        .number("cycles", 0, each -> runs.of(each, FITS).cycles())
        .number("L2 hits", 1, "%", each -> 100 * runs.of(each, FITS).l2HitRate())
        .number(
            "migrated", 1, "MiB", each -> runs.of(each, oversubscribed).migratedBytes() / 0x1p20)
        .number("over links, pinned", 1, "MiB", each -> linkBytes(runs.of(each, PINNED)) / 0x1p20)
        .number("over links, Buddy", 1, "MiB", each -> linkBytes(runs.of(each, BUDDY)) / 0x1p20)
        .table(
            "What moves between host and device, %d %% not fitting".formatted(CHANGED),
            runs.programs());
  }

  private static long linkBytes(TimedRun run) {
    return run.linkBytesTo() + run.linkBytesFrom();
  }
}
