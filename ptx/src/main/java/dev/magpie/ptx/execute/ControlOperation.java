package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;

/** Operations that say what is executed next. */
abstract class ControlOperation extends Operation {
  ControlOperation() {
    this(InstructionClass.BRANCH);
  }

  ControlOperation(InstructionClass kind) {
    super(kind);
  }

  @Override
  final boolean fallsThrough() {
    return false;
  }

  /** Jumps. */
  static final class Branch extends ControlOperation {
    private final int target;
    private int reconvergence = Warp.NOWHERE;

    Branch(int target) {
      this.target = target;
    }

    @Override
    void execute(Warp warp, int mask) {
      if (warp.branch(mask, target, reconvergence)) {
        warp.profile.countDivergence(id);
      }
    }

    @Override
    public int[] targets() {
      return new int[] {target};
    }

    @Override
    void reconvergeAt(int index) {
      reconvergence = index;
    }
  }

  /** Jumps to an entry of a table. */
  static final class IndexedBranch extends ControlOperation {
    private final int index;
    private final int[] targets;
    private int reconvergence = Warp.NOWHERE;

    IndexedBranch(int index, int[] targets) {
      this.index = index;
      this.targets = targets;
    }

    @Override
    void execute(Warp warp, int mask) {
      long[] choices = warp.scratch;
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        int lane = Integer.numberOfTrailingZeros(rest);
        long choice = warp.r[index][lane] & 0xffff_ffffL;
        if (choice >= targets.length) {
          throw warp.fault(
              this, lane, "index %d is beyond the table's %d".formatted(choice, targets.length));
        }
        choices[lane] = choice;
      }
      if (warp.branch(mask, choices, targets, reconvergence)) {
        warp.profile.countDivergence(id);
      }
    }

    @Override
    public int[] targets() {
      return targets;
    }

    @Override
    void reconvergeAt(int place) {
      reconvergence = place;
    }
  }

  /** Ends threads. */
  static final class Exit extends ControlOperation {
    @Override
    void execute(Warp warp, int mask) {
      warp.exit(mask);
    }
  }

  /** Ends a call, or in a kernel the threads. */
  static final class Return extends ControlOperation {
    Return(boolean ofCall) {
      super(ofCall ? InstructionClass.CALL : InstructionClass.BRANCH);
    }

    @Override
    void execute(Warp warp, int mask) {
      CallOperation site = warp.frame().site;
      if (site == null) {
        warp.exit(mask);
      } else {
        site.passResults(warp, mask);
        warp.leave(mask);
      }
    }
  }

  /** Ends the launch. */
  static final class Trap extends ControlOperation {
    @Override
    void execute(Warp warp, int mask) {
      throw warp.fault(this, Integer.numberOfTrailingZeros(mask), "the kernel trapped");
    }

    @Override
    boolean isTrap() {
      return true;
    }
  }

  /** Lets other lanes go on, which these wait for. */
  static final class Sleep extends Operation {
    Sleep() {
      super(InstructionClass.FENCE);
    }

    @Override
    void execute(Warp warp, int mask) {
      warp.divergent.giveWay();
    }
  }

  /** Has no effect here. */
  static final class Nothing extends Operation {
    Nothing(InstructionClass kind) {
      super(kind);
    }

    @Override
    void execute(Warp warp, int mask) {}

    @Override
    LaneStep laneStep() {
      return new LaneStep.Nothing();
    }
  }
}
