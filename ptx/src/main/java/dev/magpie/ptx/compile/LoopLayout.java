package dev.magpie.ptx.compile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a loop takes from a frame, and what it gives back. */
final class LoopLayout {
  /** Registers that are read before they are written, in order. */
  final Set<Integer> inputs = new LinkedHashSet<>();

  /** Registers that are written and needed later. */
  final Set<Integer> outputs = new LinkedHashSet<>();

  final Set<Integer> inputPredicates = new LinkedHashSet<>();
  final Set<Integer> outputPredicates = new LinkedHashSet<>();

  /** Loads and stores, in order. */
  final List<LaneStep.Access> accesses = new ArrayList<>();

  private final BitSet written = new BitSet();
  private final BitSet writtenPredicates = new BitSet();
  private final LanePlan plan;

  LoopLayout(LanePlan plan) {
    this.plan = plan;
    plan.steps().forEach(this::add);
    written.and(plan.needed());
    written.stream().forEach(outputs::add);
    writtenPredicates.and(plan.neededPredicates());
    writtenPredicates.stream().forEach(outputPredicates::add);
  }

  /** Whether a register's old values must stay until all lanes are done. */
  boolean keepsOld(int slot) {
    return inputs.contains(slot) && !accesses.isEmpty();
  }

  private void add(LaneStep step) {
    step.sources().forEach(this::reads);
    step.results().forEach(written::set);
    switch (step) {
      case LaneStep.Test test -> {
        if (test.logic() != null) {
          readsPredicate(test.with());
        }
        writtenPredicates.set(test.p());
        if (test.q() >= 0) {
          writtenPredicates.set(test.q());
        }
      }
      case LaneStep.Select select -> readsPredicate(select.predicate());
      case LaneStep.Combine(int p, int a, int b, _) -> {
        readsPredicate(a);
        readsPredicate(b);
        writtenPredicates.set(p);
      }
      case LaneStep.Access access -> accesses.add(access);
      default -> {}
    }
  }

  private void reads(int slot) {
    if (!written.get(slot) && !plan.slots().isConstant(slot)) {
      inputs.add(slot);
    }
  }

  private void readsPredicate(int code) {
    int predicate = code >= 0 ? code : ~code;
    if (!writtenPredicates.get(predicate) && !plan.slots().isTrue(predicate)) {
      inputPredicates.add(predicate);
    }
  }
}
