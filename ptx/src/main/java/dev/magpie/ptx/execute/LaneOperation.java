package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.ir.ScalarType;

/** An operation that computes each lane's result from that lane's sources. */
abstract class LaneOperation extends Operation {
  private final int d;

  LaneOperation(InstructionClass kind, int d) {
    super(kind);
    this.d = d;
  }

  /** Decodes an operation with one source; the types are the result's and the source's. */
  static Operation of(
      Decoding at, InstructionClass kind, Lanes.Unary loop, ScalarType d, ScalarType a) {
    at.expectOperands(2);
    return of(kind, loop, at.destination(0, d), at.source(1, a));
  }

  /** The same with two sources. */
  static Operation of(
      Decoding at,
      InstructionClass kind,
      Lanes.Binary loop,
      ScalarType d,
      ScalarType a,
      ScalarType b) {
    at.expectOperands(3);
    return of(kind, loop, at.destination(0, d), at.source(1, a), at.source(2, b));
  }

  /** The same with three sources. */
  static Operation of(
      Decoding at,
      InstructionClass kind,
      Lanes.Ternary loop,
      ScalarType d,
      ScalarType a,
      ScalarType b,
      ScalarType c) {
    at.expectOperands(4);
    return of(kind, loop, at.destination(0, d), at.source(1, a), at.source(2, b), at.source(3, c));
  }

  /** Computes all lanes; none may fail. */
  abstract void compute(Warp warp, long[] out);

  @Override
  final void execute(Warp warp, int mask) {
    if (mask == -1) {
      compute(warp, warp.r[d]);
    } else {
      compute(warp, warp.scratch);
      Lanes.blend(warp.r[d], warp.scratch, mask);
    }
  }

  /** An operation with one source. */
  static Operation of(InstructionClass kind, Lanes.Unary loop, int d, int a) {
    return new LaneOperation(kind, d) {
      @Override
      void compute(Warp warp, long[] out) {
        loop.run(out, warp.r[a]);
      }

      @Override
      LaneStep laneStep() {
        return loop.copies() ? new LaneStep.Copy(d, a) : new LaneStep.Unary(d, a, loop.each());
      }
    };
  }

  /** One with two sources. */
  static Operation of(InstructionClass kind, Lanes.Binary loop, int d, int a, int b) {
    return new LaneOperation(kind, d) {
      @Override
      void compute(Warp warp, long[] out) {
        loop.run(out, warp.r[a], warp.r[b]);
      }

      @Override
      LaneStep laneStep() {
        return new LaneStep.Binary(d, a, b, loop.each());
      }
    };
  }

  /** One with three sources. */
  static Operation of(InstructionClass kind, Lanes.Ternary loop, int d, int a, int b, int c) {
    return new LaneOperation(kind, d) {
      @Override
      void compute(Warp warp, long[] out) {
        loop.run(out, warp.r[a], warp.r[b], warp.r[c]);
      }

      @Override
      LaneStep laneStep() {
        return new LaneStep.Ternary(d, a, b, c, loop.each());
      }
    };
  }
}
