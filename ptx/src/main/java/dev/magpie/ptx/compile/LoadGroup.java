package dev.magpie.ptx.compile;

import dev.magpie.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads of the same width behind the same register, as of an unrolled loop or a structure: one
 * check of the first and the last is enough for all of them.
 */
final class LoadGroup {
  /** Bytes from the first to the last; those farther apart are hardly of one array. */
  private static final long WIDEST = 1 << 16;

  private final List<LaneStep.Load> loads = new ArrayList<>();

  /** The variable with the offset of the first place, once it has been computed; else 0. */
  int variable;

  /** The number of the access whose reach all of them use. */
  int leader;

  /** What loads have in common. */
  private record Key(StateSpace space, int base, int written, boolean narrow, int bytes) {}

  private LoadGroup() {}

  /** Finds the groups of the loads that are made lane by lane. */
  static IdentityHashMap<LaneStep.Load, LoadGroup> of(LanePlan plan) {
    Map<Integer, Integer> written = new HashMap<>();
    Map<Key, LoadGroup> groups = new HashMap<>();
    for (LaneStep step : plan.steps()) {
      if (step instanceof LaneStep.Load load && !isUniform(load, plan)) {
        LaneStep.Place place = load.place();
        if (place.space() == StateSpace.GLOBAL || place.space() == StateSpace.CONST) {
          int version = written.getOrDefault(place.base(), 0);
          Key key = new Key(place.space(), place.base(), version, place.narrow(), load.bytes());
          groups.computeIfAbsent(key, _ -> new LoadGroup()).loads.add(load);
        }
      }
      step.results().forEach(slot -> written.merge(slot, 1, Integer::sum));
    }
    IdentityHashMap<LaneStep.Load, LoadGroup> found = new IdentityHashMap<>();
    for (LoadGroup group : groups.values()) {
      if (group.isWorthwhile()) {
        group.loads.forEach(load -> found.put(load, group));
      }
    }
    return found;
  }

  private static boolean isUniform(LaneStep.Load load, LanePlan plan) {
    return load.d().stream().allMatch(plan.slots()::isUniform);
  }

  private boolean isWorthwhile() {
    int bytes = loads.getFirst().bytes();
    return loads.size() > 1
        && span() <= WIDEST
        && loads.stream().allMatch(load -> (load.place().offset() - first()) % bytes == 0);
  }

  /** What is added to the register at the first place. */
  long first() {
    return loads.stream().mapToLong(load -> load.place().offset()).min().orElseThrow();
  }

  /** Bytes from the first place to the last. */
  long span() {
    return loads.stream().mapToLong(load -> load.place().offset()).max().orElseThrow() - first();
  }
}
