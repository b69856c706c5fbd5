package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneLoop;
import dev.magpie.ptx.compile.LanePlan;
import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.compile.LoopCompiler;
import dev.magpie.ptx.compile.Missed;
import dev.magpie.ptx.compile.Reach;
import dev.magpie.ptx.ir.StateSpace;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring operations that one loop over the lanes can execute, with the same effect as one
 * after the other. Often executed, they are compiled.
 */
final class Stretch {
  /** Times that memory may be out of a loop's reach before the loop is given up. */
  private static final int MOST_MISSED = 1000;

  private static final Reach[] NONE = {};

  private final FunctionCode program;
  private final int start;
  private final List<LaneStep> steps;
  private final List<MemoryOperation> accesses;

  /** The accesses whose sectors count. */
  private final int[] globals;

  /** The accesses to the threads' own memory. */
  private final int[] locals;

  private final boolean seen;

  private volatile @Nullable LaneLoop plain;
  private volatile @Nullable LaneLoop counting;
  private int warmth;
  private int missed;

  /** Its number among the stretches of its kernel. */
  int id;

  Stretch(FunctionCode program, int start, List<LaneStep> steps) {
    this.program = program;
    this.start = start;
    this.steps = steps;
    accesses =
        IntStream.range(start, start + steps.size())
            .mapToObj(i -> program.code[i])
            .filter(MemoryOperation.class::isInstance)
            .map(MemoryOperation.class::cast)
            .toList();
    seen = accesses.stream().anyMatch(Operation::isSeen);
    globals = IntStream.range(0, accesses.size()).filter(i -> isGlobal(accesses.get(i))).toArray();
    locals =
        IntStream.range(0, accesses.size())
            .filter(i -> accesses.get(i).place().space() == StateSpace.LOCAL)
            .toArray();
  }

  /** How many operations it has. */
  int length() {
    return steps.size();
  }

  /** Whether other warps can see what it does to memory. */
  boolean isSeen() {
    return seen;
  }

  /** The number of its first operation; the others follow. */
  int firstOperation() {
    return program.code[start].id;
  }

  /** Where its accesses go, for the warps of a block. */
  Reach[] reaches(Block block) {
    return steps.stream()
        .filter(LaneStep.Access.class::isInstance)
        .map(step -> new RegionReach(block, (LaneStep.Access) step))
        .toArray(Reach[]::new);
  }

  /**
   * Executes it for some lanes.
   *
   * @return whether it could; if not, nothing has happened
   */
  boolean execute(Warp warp, int mask) {
    AccessSink sink = warp.profile.sink();
    LaneLoop loop = loop(warp, sink != null);
    if (loop == null) {
      return false;
    }
    Block block = warp.block();
    Reach[] reaches = block.reaches(this);
    for (int i : locals) {
      ((RegionReach) reaches[i]).goLocal(warp);
    }
    long[][] spare = block.spare(loop.spares());
    try {
      loop.run(warp.r, warp.p, mask, reaches, spare);
    } catch (Missed | ArrayIndexOutOfBoundsException e) {
      miss();
      return false;
    }
    warp.profile.count(this, mask);
    if (sink != null) {
      for (int i : globals) {
        MemoryOperation access = accesses.get(i);
        RegionReach reach = (RegionReach) reaches[i];
        sink.access(reach.found(), access.access(), access.bytes(), mask, spare[i], reach.base());
      }
    }
    return true;
  }

  /**
   * Computes it for some lanes, if it accesses no memory; its operations are not counted.
   *
   * @return whether it could; if not, nothing has happened
   */
  boolean compute(Warp warp, int mask) {
    LaneLoop loop = loop(warp, false);
    if (loop == null) {
      return false;
    }
    loop.run(warp.r, warp.p, mask, NONE, warp.block().spare(loop.spares()));
    return true;
  }

  /** What it is compiled to, or null while it is not. */
  private @Nullable LaneLoop loop(Warp warp, boolean counts) {
    LaneLoop loop = counts ? counting : plain;
    if (loop == null
        && missed <= MOST_MISSED
        && warmth++ >= warp.block().launch().compilesAfter()) {
      return compile(counts);
    }
    return loop;
  }

  /** Whether an access's sectors count, which each warp has others of. */
  private static boolean isGlobal(MemoryOperation access) {
    StateSpace space = access.place().space();
    return space == StateSpace.GLOBAL || space == StateSpace.GENERIC;
  }

  /** Counts the accesses whose sectors do not count, of a number of warps and threads. */
  void count(AccessCounts counts, long warps, long threads) {
    for (MemoryOperation access : accesses) {
      if (!isGlobal(access)) {
        counts.count(access.seenSpace(), access.access(), access.bytes(), warps, threads);
      }
    }
  }

  private synchronized LaneLoop compile(boolean counts) {
    LaneLoop known = counts ? counting : plain;
    if (known != null) {
      return known;
    }
    int last = start + steps.size() - 1;
    LaneLoop loop =
        LoopCompiler.compile(
            new LanePlan(
                steps,
                program.frameSlots(),
                program.liveness().registersBehind(last),
                program.liveness().predicatesBehind(last),
                counts));
    if (counts) {
      counting = loop;
    } else {
      plain = loop;
    }
    return loop;
  }

  private void miss() {
    if (++missed > MOST_MISSED) {
      plain = null;
      counting = null;
    }
  }
}
