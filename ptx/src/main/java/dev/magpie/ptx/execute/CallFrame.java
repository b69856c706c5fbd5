package dev.magpie.ptx.execute;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The registers of one call of a function by a warp. */
final class CallFrame {
  final FunctionCode program;

  /** Lanes of each slot. */
  final long[][] r;

  /** One bit a lane of each predicate. */
  final int[] p;

  /** Where the frame's part of each thread's local memory begins. */
  final int base;

  /** The frame that called, or null for the kernel's. */
  final @Nullable CallFrame caller;

  /** The call that made this frame, or null for the kernel's. */
  final @Nullable CallOperation site;

  CallFrame(
      FunctionCode program,
      Warp warp,
      int base,
      @Nullable CallFrame caller,
      @Nullable CallOperation site) {
    this.program = program;
    this.base = base;
    this.caller = caller;
    this.site = site;
    r = new long[program.slots()][];
    p = new int[program.predicates];
    int slot = 0;
    while (slot < program.registers) {
      r[slot++] = new long[Warp.LANES];
    }
    for (FunctionCode.Fixed fixed : program.fixed) {
      r[slot++] =
          switch (fixed) {
            case FunctionCode.Fixed.Constant(long value) -> Lanes.constant(value);
            case FunctionCode.Fixed.Special(SpecialRegister register) -> warp.special(register);
            case FunctionCode.Fixed.FrameAddress(long offset) -> Lanes.constant(base + offset);
          };
    }
    setTrue();
  }

  /** The last predicate is always true. */
  private void setTrue() {
    p[p.length - 1] = -1;
  }

  /** Copies some lanes of registers and predicates to another frame of the same function. */
  void copyTo(CallFrame to, int[] registers, int[] predicates, int lanes) {
    for (int register : registers) {
      Lanes.blend(to.r[register], r[register], lanes);
    }
    for (int predicate : predicates) {
      to.p[predicate] = (to.p[predicate] & ~lanes) | (p[predicate] & lanes);
    }
  }

  /** Makes a used frame as good as new. */
  void reset() {
    for (int register : program.zeroed) {
      Arrays.fill(r[register], 0);
    }
    for (int predicate : program.zeroedPredicates) {
      p[predicate] = 0;
    }
  }
}
