package dev.magpie.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * When waves of blocks of a launch ended, and what had been counted by then. Of many waves, every
 * second, fourth and so on is known.
 */
final class WaveHistory {
  private static final int MOST_MARKS = 2 * SteadyRate.MOST;

  /** The end of a wave, or the beginning of the launch. */
  private record Mark(long cycle, GpuCounts counts) {}

  /** The beginning, and the ends of waves that are known. */
  private final List<Mark> marks = new ArrayList<>();

  private int waves;

  /** Waves between marks. */
  private int step;

  /** A launch begins. */
  void begin(long cycle, GpuCounts counts) {
    waves = 0;
    step = 1;
    marks.clear();
    marks.add(new Mark(cycle, counts));
  }

  /** A wave has ended; the result is whether more is known now. */
  boolean add(long cycle, GpuCounts counts) {
    waves++;
    if (waves % step != 0) {
      return false;
    }
    marks.add(new Mark(cycle, counts));
    if (marks.size() > MOST_MARKS) {
      for (int i = 1; i < marks.size(); i++) {
        marks.remove(i);
      }
      step *= 2;
    }
    return true;
  }

  /** Waves that have ended. */
  int waves() {
    return waves;
  }

  private int laterMarks() {
    return Math.max(2, (marks.size() - 1) / 2);
  }

  private int firstOfLater() {
    return marks.size() - 1 - laterMarks();
  }

  /** How many waves are the later half; two at least. */
  int laterWaves() {
    return laterMarks() * step;
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
    double[] rates = new double[laterMarks()];
    for (int i = 0; i < rates.length; i++) {
      int at = firstOfLater() + i;
      rates[i] =
          (value.applyAsDouble(marks.get(at + 1)) - value.applyAsDouble(marks.get(at))) / step;
    }
    return SteadyRate.of(rates);
  }

  /** Cycles of all waves so far. */
  long allCycles() {
    return marks.getLast().cycle - marks.getFirst().cycle;
  }

  /** Accesses of the DRAM in all waves so far. */
  long allAccesses() {
    return marks.getLast().counts.accesses() - marks.getFirst().counts.accesses();
  }

  /** Accesses of the DRAM before the later half. */
  long earlierAccesses() {
    return marks.get(firstOfLater()).counts.accesses() - marks.getFirst().counts.accesses();
  }

  /** What was counted in the later half. */
  GpuCounts later() {
    return marks.getLast().counts.since(marks.get(firstOfLater()).counts);
  }
}
