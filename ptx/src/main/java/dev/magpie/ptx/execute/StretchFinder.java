package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@linkplain Stretch stretches} of a function. They end where lanes could see what
 * others do: at what lanes do together, at guards, where ways meet or part, and where a load may
 * read what a store before it writes.
 */
final class StretchFinder {
  /** Compilers give up on methods that are much longer. */
  private static final int MOST_STEPS = 96;

  /**
   * Elements outside shared memory that a stretch loads or stores, but for its last access: what
   * Java does for each is inlined, and there is a limit to that. Measured, half of it is as fast,
   * and three times as much takes twice as long.
   */
  private static final int MOST_ELEMENTS = 8;

  private final FunctionCode program;
  private final Predicate<LaneStep.Access> allowed;
  private final List<LaneStep> steps = new ArrayList<>();
  private final List<StateSpace> stored = new ArrayList<>();
  private int elements;
  private final Stretch[] found;

  private StretchFinder(FunctionCode program, Predicate<LaneStep.Access> allowed) {
    this.program = program;
    this.allowed = allowed;
    found = new Stretch[program.code.length];
  }

  /**
   * Finds them.
   *
   * @param allowed the accesses that may be in one
   * @return for each operation the stretch that begins there, or null
   */
  static @Nullable Stretch[] find(FunctionCode program, Predicate<LaneStep.Access> allowed) {
    return new StretchFinder(program, allowed).find();
  }

  private @Nullable Stretch[] find() {
    int nextBlock = 0;
    for (int i = 0; i < program.code.length; i++) {
      boolean leads = nextBlock < program.blocks.length && program.blocks[nextBlock] == i;
      if (leads) {
        nextBlock++;
      }
      LaneStep step = program.code[i].guard < 0 ? program.code[i].laneStep() : null;
      if (leads
          || step == null
          || !goesOn(step)
          || steps.size() == MOST_STEPS
          || (elements >= MOST_ELEMENTS && elements(step) > 0)) {
        end(i);
      }
      if (step != null && isAllowed(step)) {
        steps.add(step);
        elements += elements(step);
        if (step instanceof LaneStep.Store store) {
          stored.add(store.place().space());
        }
      }
    }
    end(program.code.length);
    return found;
  }

  private void end(int index) {
    if (steps.stream().anyMatch(step -> !(step instanceof LaneStep.Nothing))) {
      int start = index - steps.size();
      found[start] = new Stretch(program, start, List.copyOf(steps));
    }
    steps.clear();
    stored.clear();
    elements = 0;
  }

  private static int elements(LaneStep step) {
    return step instanceof LaneStep.Access access && access.place().space() != StateSpace.SHARED
        ? access.elements()
        : 0;
  }

  private boolean isAllowed(LaneStep step) {
    return !(step instanceof LaneStep.Access access) || allowed.test(access);
  }

  /** Whether a step can be in the same loop as those before. */
  private boolean goesOn(LaneStep step) {
    return isAllowed(step)
        && (!(step instanceof LaneStep.Load load)
            || stored.stream().noneMatch(space -> mayMeet(space, load.place().space())));
  }

  private static boolean mayMeet(StateSpace a, StateSpace b) {
    return a == b || a == StateSpace.GENERIC || b == StateSpace.GENERIC;
  }
}
