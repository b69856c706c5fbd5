package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.ScalarType;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lanes take values of others (PTX ISA, {@code shfl}). */
final class Shuffle extends WarpOperations.Exchange {
  private static final int LANES = Warp.LANES;

  /** Which lane each lane looks at. */
  private enum Mode {
    UP,
    DOWN,
    BFLY,
    IDX;

    int source(int lane, int by, int segment) {
      return switch (this) {
        case UP -> lane - by;
        case DOWN -> lane + by;
        case BFLY -> lane ^ by;
        case IDX -> (lane & segment) | (by & ~segment);
      };
    }
  }

  /** What lanes take: the lane of each lane's value, and which of them take another's, or could. */
  private static final class Route {
    final int[] sources = new int[LANES];
    int inRange;
  }

  private final Mode mode;
  private final int d;
  private final int p;
  private final int a;
  private final int b;
  private final int c;

  /** The same route each time, or null. */
  private final @Nullable Route fixed;

  private Shuffle(Decoding at, Mode mode, ScalarType type, boolean sync) {
    super(sync ? at.source(4, ScalarType.B32) : -1);
    this.mode = mode;
    a = at.source(1, type);
    b = at.source(2, ScalarType.B32);
    c = at.source(3, ScalarType.B32);
    d = at.destination(at.result(), type, false);
    p = at.secondPredicate();
    fixed =
        at.operand(2) instanceof Operand.Whole(long by)
                && at.operand(3) instanceof Operand.Whole(long clamp)
            ? route(Lanes.constant(by), Lanes.constant(clamp))
            : null;
  }

  static Operation decode(Decoding at) {
    boolean sync = at.take("sync");
    String mode = at.takeRequired("up", "down", "bfly", "idx");
    ScalarType type = at.takeType();
    at.expectOperands(sync ? 5 : 4);
    return new Shuffle(at, Mode.valueOf(mode.toUpperCase(Locale.ROOT)), type, sync);
  }

  private Route route(long[] distances, long[] clamps) {
    Route route = new Route();
    for (int lane = 0; lane < LANES; lane++) {
      int clamp = (int) clamps[lane];
      int segment = clamp >> 8 & 31;
      int last = (lane & segment) | (clamp & 31 & ~segment);
      int source = mode.source(lane, (int) distances[lane] & 31, segment);
      boolean holds = mode == Mode.UP ? source >= last : source <= last;
      route.inRange |= holds ? 1 << lane : 0;
      route.sources[lane] = holds ? source & 31 : lane;
    }
    return route;
  }

  @Override
  boolean readsOtherLanes() {
    return true;
  }

  @Override
  void exchange(Warp warp, int mask) {
    Route route = fixed == null ? route(warp.r[b], warp.r[c]) : fixed;
    long[] from = warp.r[a];
    boolean directly = mask == -1 && d != a;
    long[] out = directly ? warp.r[d] : warp.scratch;
    int[] sources = route.sources;
    for (int lane = 0; lane < LANES; lane++) {
      out[lane] = from[sources[lane]];
    }
    if (!directly) {
      Lanes.blend(warp.r[d], out, mask);
    }
    if (p >= 0) {
      warp.setPredicate(p, mask, route.inRange);
    }
  }
}
