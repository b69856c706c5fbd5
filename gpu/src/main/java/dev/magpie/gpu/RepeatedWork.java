package dev.magpie.gpu;

import java.util.ArrayList;
import java.util.List;

/** What is known of launches that repeat: what one takes, how sure that is, and for how long. */
final class RepeatedWork {
  private static final int FEWEST = 6;
  private static final int FIRST_GAP = 8;
  private static final int LONGEST_PERIOD = 4;
  private static final double TOLERANCE = 0.02;

  /**
   * Launches that are so much shorter than others matter as much as these, and none matters less.
   */
  private static final double SHORTEST = 0.1;

  /** Accesses of the DRAM matter to 2 % of themselves, or of this share of what it can do. */
  private static final double LEAST_UTILIZATION = 0.1;

  private final double peakAccesses;

  /** What groups of one, two and more launches take. */
  private final List<RepeatHistory> groups = new ArrayList<>();

  // All launches that tell something, added up.
  private int known;
  private long cycles;
  private GpuCounts counts;

  /** The fewest and the most warp-instructions of those. */
  private long fewest;

  private long most;

  /** Launches of a group that are alike to the next group's; 0 while they are not. */
  private int period;

  // The group that checks whether that is still so.
  private int inGroup;
  private long groupCycles;
  private GpuCounts groupCounts;

  private int timed;
  private int skipped;

  /** Skipped since the last check, and how many may be. */
  private int unchecked;

  private int gap = FIRST_GAP;

  /** By how much estimates of blocks in a launch may be off, the most of all. */
  private double blockCyclesOff;

  private double blockAccessesOff;
  private double error;
  private double bytesError;

  /**
   * What launches of the program take on average.
   *
   * @param accesses of the DRAM
   */
  record Usual(double cycles, double accesses) {
    /** By how much a launch may be off. */
    double tolerance(double itsCycles) {
      return TOLERANCE * Math.max(itsCycles, Math.min(cycles, itsCycles / SHORTEST));
    }

    /**
     * By how many accesses.
     *
     * @param least that matter
     */
    double tolerance(double itsAccesses, double least) {
      double matter = Math.max(itsAccesses, least);
      return TOLERANCE * Math.max(matter, Math.min(accesses, matter / SHORTEST));
    }
  }

  /** By how much more those that were skipped may be off, as a check has shown. */
  record Missed(double cycles, double accesses) {
    private static final Missed NOTHING = new Missed(0, 0);
  }

  /**
   * What a launch takes that was not timed.
   *
   * @param cyclesOff by how much its cycles may be off
   * @param accessesOff the same of accesses of the DRAM
   */
  record Estimate(long cycles, GpuCounts counts, double cyclesOff, double accessesOff) {}

  /**
   * Nothing is known yet.
   *
   * @param peakAccesses of the DRAM in a cycle
   * @param nothing counted
   */
  RepeatedWork(double peakAccesses, GpuCounts nothing) {
    this.peakAccesses = peakAccesses;
    counts = nothing;
    groupCounts = nothing;
    for (int i = 0; i < LONGEST_PERIOD; i++) {
      groups.add(new RepeatHistory());
    }
    forget();
  }

  private void forget() {
    known = 0;
    fewest = Long.MAX_VALUE;
    most = 0;
    period = 0;
    unchecked = 0;
    gap = FIRST_GAP;
    inGroup = 0;
    groups.forEach(each -> each.begin(cycles, counts));
  }

  /** Whether the next may be skipped, after so many more that are. */
  boolean canSkip(int more) {
    return period > 0 && inGroup == 0 && unchecked + more < gap;
  }

  /** Of the groups that are alike. */
  private RepeatHistory history() {
    return groups.get(period - 1);
  }

  private double instructionsOfGroup() {
    return Math.max(1, (double) history().later().instructions() / history().laterRepeats());
  }

  /**
   * A launch was timed.
   *
   * @param its counts, with those of blocks that were not
   * @param tells whether that says anything of others
   */
  Missed timed(SampledRun run, GpuCounts its, boolean tells, Usual usual) {
    timed++;
    if (!tells) {
      return Missed.NOTHING;
    }
    blockCyclesOff = Math.max(blockCyclesOff, run.cyclesOff());
    blockAccessesOff = Math.max(blockAccessesOff, run.accessesOff());
    if (period > 0) {
      return check(run.estimate().cycles(), its, usual);
    }
    fewest = Math.min(fewest, its.instructions());
    most = Math.max(most, its.instructions());
    if (most - fewest > TOLERANCE * fewest) {
      // Other work takes other times, and not as many more as it has more instructions.
      forget();
      fewest = its.instructions();
      most = its.instructions();
    }
    add(run.estimate().cycles(), its);
    known++;
    for (int each = 1; each <= LONGEST_PERIOD && period == 0; each++) {
      if (known % each == 0) {
        groups.get(each - 1).add(cycles, counts);
        period = isSteady(groups.get(each - 1), each, usual) ? each : 0;
      }
    }
    if (period > 0) {
      // What the other groups hold is not needed any more.
      groups.stream().filter(each -> each != history()).forEach(each -> each.begin(cycles, counts));
    }
    // Whole groups are skipped.
    gap = period == 0 ? FIRST_GAP : Math.ceilDiv(FIRST_GAP, period) * period;
    return Missed.NOTHING;
  }

  /** A launch was timed that cannot stand for others. */
  void neverTells() {
    timed++;
  }

  private void add(long moreCycles, GpuCounts more) {
    cycles += moreCycles;
    counts = counts.plus(more, 1);
  }

  private boolean isSteady(RepeatHistory history, int launches, Usual usual) {
    if (history.repeats() < FEWEST) {
      return false;
    }
    SteadyRate rate = history.cycles();
    SteadyRate accesses = history.accesses();
    return isWithin(rate.error(), accesses.error(), rate.mean(), accesses.mean(), launches, usual);
  }

  /** Whether so many launches together are off by no more than matters. */
  private boolean isWithin(
      double cyclesOff,
      double accessesOff,
      double ofCycles,
      double ofAccesses,
      int launches,
      Usual usual) {
    double least = LEAST_UTILIZATION * peakAccesses * ofCycles / launches;
    return cyclesOff <= launches * usual.tolerance(ofCycles / launches)
        && accessesOff <= launches * usual.tolerance(ofAccesses / launches, least);
  }

  private Missed check(long moreCycles, GpuCounts more, Usual usual) {
    groupCycles = inGroup == 0 ? moreCycles : groupCycles + moreCycles;
    groupCounts = inGroup == 0 ? more : groupCounts.plus(more, 1);
    if (++inGroup < period) {
      return Missed.NOTHING;
    }
    inGroup = 0;
    double length = groupCounts.instructions() / instructionsOfGroup();
    double off = Math.abs(groupCycles - length * history().cycles().mean());
    double accesses = groupCounts.accesses();
    double accessesOff = Math.abs(accesses - length * history().accesses().mean());
    boolean isOff = !isWithin(off, accessesOff, (double) groupCycles, accesses, period, usual);
    add(groupCycles, groupCounts);
    if (isOff) {
      double skippedGroups = (double) unchecked / period;
      error = Math.max(error, off / groupCycles);
      bytesError = Math.max(bytesError, accessesOff / Math.max(1, accesses));
      forget();
      return new Missed(skippedGroups * off, skippedGroups * accessesOff);
    }
    error = Math.max(error, off / groupCycles);
    bytesError = Math.max(bytesError, accessesOff / Math.max(1, accesses));
    history().add(cycles, counts);
    gap = unchecked == 0 ? gap : 2 * gap;
    unchecked = 0;
    return Missed.NOTHING;
  }

  /** Whether it is known what a launch takes. */
  boolean isKnown() {
    return period > 0;
  }

  /** What a launch takes that was timed, but tells nothing. */
  Estimate estimate(GpuCounts its) {
    return estimated((double) its.instructions());
  }

  private Estimate estimated(double issued) {
    RepeatHistory history = history();
    double share = issued / instructionsOfGroup();
    double unlike = Math.abs(share - 1.0 / period);
    SteadyRate rate = history.cycles();
    SteadyRate accesses = history.accesses();
    return new Estimate(
        Math.max(1, Math.round(share * rate.mean())),
        history.later().times(share / history.laterRepeats()),
        share * (rate.error() + period * blockCyclesOff) + unlike * rate.mean(),
        share * (accesses.error() + period * blockAccessesOff) + unlike * accesses.mean());
  }

  /**
   * A launch is not timed.
   *
   * @param issued its warp-instructions
   */
  Estimate skip(long issued) {
    Estimate estimate = estimated((double) issued);
    skipped++;
    unchecked++;
    error = Math.max(error, estimate.cyclesOff / estimate.cycles);
    bytesError =
        Math.max(bytesError, estimate.accessesOff / Math.max(1, estimate.counts.accesses()));
    if (Math.abs(issued / instructionsOfGroup() - 1.0 / period) > TOLERANCE / period) {
      forget();
    }
    return estimate;
  }

  SimulationResult.RepeatedKernel result(String kernel, long blocks) {
    return new SimulationResult.RepeatedKernel(kernel, blocks, timed, skipped, error, bytesError);
  }
}
