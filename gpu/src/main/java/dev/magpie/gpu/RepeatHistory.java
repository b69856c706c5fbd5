package dev.magpie.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * When repeats of the same work ended, such as waves of blocks of a launch, and what had been
 * counted by then. Of many, every second, fourth and so on is known.
 */
final class RepeatHistory {
  private static final int MOST_MARKS = 2 * SteadyRate.MOST;

  /** The end of a repeat, or the beginning of all. */
  private record Mark(long cycle, GpuCounts counts) {}

  /** The beginning, and the ends that are known. */
  private final List<Mark> marks = new ArrayList<>();

  private int repeats;

  /** Repeats between marks. */
  private int step;

  /** All begin, or begin anew. */
  void begin(long cycle, GpuCounts counts) {
    repeats = 0;
    step = 1;
    marks.clear();
    marks.add(new Mark(cycle, counts));
  }

  /** One has ended; the result is whether more is known now. */
  boolean add(long cycle, GpuCounts counts) {
    repeats++;
    if (repeats % step != 0) {
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

  /** How many have ended. */
  int repeats() {
    return repeats;
  }

  private int laterMarks() {
    return Math.max(2, (marks.size() - 1) / 2);
  }

  private int firstOfLater() {
    return marks.size() - 1 - laterMarks();
  }

  /** How many are the later half; two at least. */
  int laterRepeats() {
    return laterMarks() * step;
  }

  /** Cycles of one of the later half. */
  SteadyRate cycles() {
    return rate(mark -> mark.cycle);
  }

  /** Accesses of the DRAM in one of the later half. */
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

  /** What was counted in the later half. */
  GpuCounts later() {
    return marks.getLast().counts.since(marks.get(firstOfLater()).counts);
  }
}
