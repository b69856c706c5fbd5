package dev.magpie.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** When waves of blocks of a launch ended, and what had been counted by then. */
final class WaveHistory {
  /** The end of a wave, or the beginning of the launch. */
  private record Mark(long cycle, GpuCounts counts) {}

  /** The last waves, and the mark before them. */
  private final Deque<Mark> marks = new ArrayDeque<>();

  private Mark begin = new Mark(0, GpuCounts.NONE);
  private int waves;

  /** A launch begins. */
  void begin(long cycle, GpuCounts counts) {
    begin = new Mark(cycle, counts);
    waves = 0;
    marks.clear();
    marks.add(begin);
  }

  /** A wave has ended. */
  void add(long cycle, GpuCounts counts) {
    waves++;
    marks.add(new Mark(cycle, counts));
    while (marks.size() > laterWaves() + 1) {
      marks.remove();
    }
  }

  /** Waves that have ended. */
  int waves() {
    return waves;
  }

  /** How many are the later half; two at least. */
  int laterWaves() {
    return Math.min(Math.max(2, waves / 2), SteadyRate.MOST);
  }

  /** Cycles of a wave of the later half. */
  SteadyRate cycles() {
    return rate(mark -> mark.cycle);
  }

  /** Accesses of the DRAM in a wave of the later half. */
  SteadyRate accesses() {
    return rate(mark -> mark.counts.accesses());
  }

  private SteadyRate rate(ToDoubleFunction<Mark> value) {
    List<Mark> all = new ArrayList<>(marks);
    double[] differences = new double[all.size() - 1];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = value.applyAsDouble(all.get(i + 1)) - value.applyAsDouble(all.get(i));
    }
    return SteadyRate.of(differences);
  }

  /** Cycles of all waves so far. */
  long allCycles() {
    return marks.getLast().cycle - begin.cycle;
  }

  /** Accesses of the DRAM in all waves so far. */
  long allAccesses() {
    return marks.getLast().counts.accesses() - begin.counts.accesses();
  }

  /** Accesses of the DRAM before the later half. */
  long earlierAccesses() {
    return marks.getFirst().counts.accesses() - begin.counts.accesses();
  }

  /** What was counted in the later half. */
  GpuCounts later() {
    return marks.getLast().counts.since(marks.getFirst().counts);
  }
}
