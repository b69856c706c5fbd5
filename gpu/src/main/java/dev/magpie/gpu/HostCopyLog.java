package dev.magpie.gpu;

import dev.magpie.ptx.HostCopy;
import dev.magpie.ptx.HostCopy.Direction;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Adds up what the host copied between launches that are timed, and how long these waited. */
final class HostCopyLog {
  /** Beyond this, cycles are too many to be counted in parts. */
  private static final long MOST_BYTES = 1L << 40;

  private static final SimulationResult.Copies NONE = new SimulationResult.Copies(0, 0, 0);

  private final Map<Direction, SimulationResult.Copies> copies = new EnumMap<>(Direction.class);

  private SimulationResult.Copies of(Direction direction) {
    return copies.getOrDefault(direction, NONE);
  }

  /**
   * A copy takes time.
   *
   * @param wait lets that time pass; it says how many cycles
   * @throws SimulationException if all copies of a direction are too large
   */
  void add(HostCopy copy, ToLongFunction<HostCopy> wait) {
    SimulationResult.Copies before = of(copy.direction());
    long bytes = before.bytes() + copy.bytes();
    if (bytes > MOST_BYTES) {
      throw new SimulationException("the host copies more than 1 TiB, which is not simulated");
    }
    long cycles = before.cycles() + wait.applyAsLong(copy);
    copies.put(copy.direction(), new SimulationResult.Copies(before.copies() + 1, bytes, cycles));
  }

  long cycles() {
    return copies.values().stream().mapToLong(SimulationResult.Copies::cycles).sum();
  }

  SimulationResult.HostCopies result() {
    return new SimulationResult.HostCopies(of(Direction.TO_DEVICE), of(Direction.TO_HOST));
  }
}
