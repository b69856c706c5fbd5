package dev.magpie.lab.buddy;

import static dev.magpie.lab.buddy.Figure12Speed.BANDWIDTH_ONLY;
import static dev.magpie.lab.buddy.Figure12Speed.BUDDY;
import static dev.magpie.lab.buddy.Figure12Speed.LINKS;
import static dev.magpie.lab.buddy.Figure12Speed.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.lab.timed.TimedRun;
import dev.magpie.lab.timed.TimedRuns;
import dev.magpie.lab.timed.TimedSetup;
import dev.magpie.lab.timed.TimedSetup.Change;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What section IV-B of the Buddy paper says of Figure 12. */
final class Figure12Claims {
  /** Of a program's name in the paper, what it is called here. */
  private static final String CG = "cg";

  private static final String LATTICE = "ilbdc";
  private static final String LULESH = "lulesh";
  private static final String PALM = "palm";
  private static final String SEISMIC = "seismic";
  private static final String EP = "ep";
  private static final String HPGMG = "hpgmg";
  private static final String ALEXNET = "alexnet";

  private Figure12Claims() {}

  static Stream<Claim<TimedRuns>> all() {
    return Stream.of(bandwidthOnly(), links(), causes(), busy()).flatMap(each -> each);
  }

  private static Stream<Claim<TimedRuns>> bandwidthOnly() {
    return Stream.of(
        Claim.of("bandwidth-only", "Bandwidth-only compression is faster than none")
            .because(
                "Two programs make it: 355.seismic, to most of whose memory waves have not come, is 2.3"
                    + " times as fast, and without it the others lose 1.3 %; 356.sp reads single"
                    + " sectors of lines along an axis, fetches all four of those that are coded, and"
                    + " is 0.56 times as fast: without it the others gain 8 %.")
            .percent("5.5", runs -> gain(runs, BANDWIDTH_ONLY)),
        Claim.of(
                "bandwidth-only.training",
                "Bandwidth-only compression gains more in training than in HPC")
            .because(
                "355.seismic, to most of whose memory waves have not come, is 2.3 times as fast: without"
                    + " it the other HPC programs lose 4 %.")
            .holds(
                runs -> gain(runs.training(), BANDWIDTH_ONLY) > gain(runs.hpc(), BANDWIDTH_ONLY)),
        Claim.of(
                "bandwidth-only.irregular",
                "Bandwidth-only, 354.cg and 360.ilbdc get slightly slower, as whole lines are"
                    + " fetched")
            .because(
                "354.cg fetches twice the bytes, of a DRAM that is busy for 15 % of the time, and finds"
                    + " more in the L2.")
            .nowhere("programs", runs -> notSlower(runs, BANDWIDTH_ONLY, CG, LATTICE)),
        Claim.of("bandwidth-only.lulesh", "Bandwidth-only, FF_Lulesh gets slower")
            .because(
                "It moves half of the bytes. Its codec's latency costs 1.7 % (the table of variants), and"
                    + " compression gains more.")
            .nowhere("programs", runs -> notSlower(runs, BANDWIDTH_ONLY, LULESH)),
        Claim.of(
                "bandwidth-only.latency",
                "Most of what FF_Lulesh loses to bandwidth-only compression is the codec's latency")
            .because(
                "Bandwidth-only compression makes FF_Lulesh faster, so that there is no loss to explain.")
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
            .because(
                "355.seismic, to most of whose memory waves have not come, is twice as fast. Without it"
                    + " programs gain 0.9 %: 356.sp, 357.csp and FF_HPGMG have no target above 1x,"
                    + " training waits for its cores, and 352.ep spills all that it uses.")
            .percent("2", runs -> gain(runs, buddy(200))),
        Claim.of("lower", "With every link below 200 GB/s, Buddy is slower on average")
            .because(
                "355.seismic makes it: without it programs are 0.5 % slower with 100 GB/s, and 0.2 %"
                    + " faster with 150. 351.palm and 360.ilbdc move 8 and 11 % fewer bytes, and what"
                    + " of theirs spills they hardly wait for. 354.cg moves 8 % more, of a DRAM that is busy for 15 % of the"
                    + " time, and finds more of its rows in the L2, as whole lines come.")
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
                "352.ep takes 1.8 times as long, but 355.seismic is still 1.7 times as fast as without"
                    + " compression; of others, what has targets above 1x fits or is seldom accessed.")
            .atLeast(20, Unit.PERCENT, runs -> runs.meanSlowdown(buddy(50))),
        Claim.of("alexnet.accesses", "AlexNet's accesses that need buddy memory")
            .because(
                "Its profile finds targets that its entries fit, and weights, most of its bytes at this"
                    + " width of layers, have 1x. Where 5.4 % of its entries exceed theirs (the"
                    + " table of given shares), it is 8 % slower at 50 GB/s.")
            .withoutDirection()
            .percent("5.4", runs -> runs.of(runs.program(ALEXNET), BUDDY).buddyPercentOfAll()),
        Claim.of("alexnet.150", "With 150 GB/s, AlexNet is slower under Buddy by")
            .because(
                "Few of our AlexNet's accesses need buddy memory (the paper: 5.4"
                    + " %), and it waits for its cores and not for memory.")
            .percent("6.5", runs -> runs.slowdown(runs.program(ALEXNET), BUDDY)),
        Claim.of("alexnet.50", "With 50 GB/s, AlexNet is slower under Buddy by")
            .because(
                "0.1 % of its accesses need buddy memory here. Of kernels that memory bounds, the same share costs"
                    + " between nothing and 60 % by where it lies (`buddy/fig12-share`).")
            .percent("35", runs -> runs.slowdown(runs.program(ALEXNET), buddy(50))));
  }

  private static Stream<Claim<TimedRuns>> causes() {
    return Stream.of(
        Claim.of(
                "metadata",
                "No program loses more to misses of metadata than 351.palm and 355.seismic")
            .because(
                "99 % of their look-ups hit: with metadata at hand both take 0.2 % more, by chance, so"
                    + " that even programs without look-ups are above them. None changes by more than 1 %.")
            .nowhere("programs", Figure12Claims::loseMoreToMetadata),
        Claim.of(
                "metadata.at-hand",
                "351.palm and 355.seismic get slower, and perfect metadata caches give most of it"
                    + " back")
            .because("With links of 150 GB/s neither gets slower: 99 % of their look-ups hit.")
            .nowhere(
                "programs",
                runs ->
                    Stream.of(PALM, SEISMIC)
                        .filter(label -> !isSlowedByMetadata(runs, runs.program(label)))
                        .toList()),
        Claim.of(
                "sensitive",
                "No HPC program loses more between links of 200 and 50 GB/s, copies apart, than"
                    + " 352.ep and 355.seismic")
            .nowhere("programs", Figure12Claims::moreSensitive),
        Claim.of(
                "copies",
                "The link changes FF_HPGMG's time most by copies from and to the host, not by Buddy"
                    + " Compression")
            .because(
                "None of its own targets is above 1x, so that it is judged with given shares, where"
                    + " entries spill: of what a link of 50 GB/s adds to one of 200 copies make 40 %.")
            .holds(runs -> {
              TimedRun slow = runs.of(runs.program(HPGMG), Figure12Speed.given(50));
              TimedRun fast = runs.of(runs.program(HPGMG), Figure12Speed.given(200));
              return 2 * (slow.copyCycles() - fast.copyCycles()) > slow.cycles() - fast.cycles();
            }),
        Claim.of(
                "latency",
                "Halving or doubling the latency of buddy memory changes mean speed less than links"
                    + " of 100 or 200 GB/s do")
            .because(
                "By 0.3 against 0.5 % and 0.2 against 0.7 %. Other places of arrays move this mean by"
                    + " 0.1.")
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
            .because(
                "HPC programs keep them busy for 8.0 % of the time, twice the paper's, and training, of"
                    + " which SqueezeNet makes nearly all, for 0.8 %.")
            .withoutDirection()
            .percent("5.6", Figure12Claims::busyPercent),
        Claim.of("busy.hpc", "Links of 150 GB/s are busy, HPC")
            .because("352.ep makes 3.7 of the points, and 355.seismic 3.5.")
            .withoutDirection()
            .percent("4", runs -> busyPercent(runs.hpc())),
        Claim.of("busy.training", "Links of 150 GB/s are busy, training")
            .because(
                "Kernels of our training wait for their cores: DRAM is hardly busy either (the table"
                    + " of programs).")
            .withoutDirection()
            .percent("9.8", runs -> busyPercent(runs.training())),
        Claim.consistency("busy.paper", "The mean of 4 % in ten programs and 9.8 % in six")
            .because("5.6 % would take 28 % of the programs to be training, and not 6 of 16.")
            .percent("5.6", _ -> (10 * 4 + 6 * 9.8) / 16),
        Claim.of("traces", "A trace of each program's dominant kernel")
            .open(
                "1 to 9 G warp-instructions",
                "Recordings of the paper's programs, at the point of average compression."));
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

  private static boolean isSlowedByMetadata(TimedRuns runs, TimedProgram program) {
    double lost = runs.slowdown(program, BUDDY);
    return lost > 0 && runs.slowdown(program, BUDDY.with(Change.METADATA_AT_HAND)) < lost / 2;
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
}
