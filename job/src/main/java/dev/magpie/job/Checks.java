package dev.magpie.job;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.check.InitialisationCheck;
import dev.magpie.ptx.check.MemoryCheck;
import dev.magpie.ptx.check.RaceCheck;
import dev.magpie.ptx.execute.MemoryObserver;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What is looked for in a program's accesses to memory. */
public final class Checks {
  /** What can be looked for. */
  public enum Kind {
    RACE,
    UNINITIALISED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Set<Kind> kinds;
  private final InitialisationCheck initialisation = new InitialisationCheck();
  private RaceCheck race = new RaceCheck();
  private final Set<String> races = new LinkedHashSet<>();

  /** Looks for these in the launches of one program. */
  public Checks(List<Kind> kinds) {
    this.kinds = Set.copyOf(kinds);
  }

  /** Whether anything is looked for. */
  public boolean areAny() {
    return !kinds.isEmpty();
  }

  /** Says that the host has not written a buffer. */
  public void unwritten(DeviceBuffer buffer) {
    initialisation.unwritten(buffer);
  }

  /** Says that the host has written a part of a buffer. */
  public void written(DeviceBuffer buffer, long offset, long bytes) {
    initialisation.written(buffer, offset, bytes);
  }

  /** Options for a launch, with what looks at it. */
  public LaunchOptions begin(LaunchOptions options) {
    List<MemoryCheck> checks = new ArrayList<>();
    if (kinds.contains(Kind.RACE)) {
      // A launch comes after the one before it: accesses of two do not race.
      race = new RaceCheck();
      checks.add(race);
    }
    if (kinds.contains(Kind.UNINITIALISED)) {
      checks.add(initialisation);
    }
    return checks.isEmpty() ? options : options.withObserver(MemoryObserver.all(checks));
  }

  /** Keeps what was found in a launch. */
  public void end() {
    races.addAll(race.findings());
  }

  /** What was found, each in a line. */
  public List<String> findings() {
    List<String> all = new ArrayList<>(races);
    all.addAll(initialisation.findings());
    return all;
  }
}
