package dev.magpie.ptx.check;

import dev.magpie.ptx.execute.MemoryObserver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for mistakes in the accesses of launches. Each mistake is told once: by the lines that make
 * it, with the first threads that did.
 */
public abstract sealed class MemoryCheck implements MemoryObserver
    permits RaceCheck, InitialisationCheck {
  private static final int MOST = 1000;

  private final List<String> findings = new ArrayList<>();
  private final Set<String> known = new HashSet<>();

  /** What was found, in the order in which it happened, one line each. */
  public final List<String> findings() {
    return List.copyOf(findings);
  }

  final boolean isNew(String kind) {
    return findings.size() < MOST && known.add(kind);
  }

  final void report(String finding) {
    findings.add(finding);
  }
}
