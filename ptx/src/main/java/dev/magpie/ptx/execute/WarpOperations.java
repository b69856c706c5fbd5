package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.ScalarType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/** Exchanges between the lanes of a warp. */
final class WarpOperations {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  static {
    DECODERS.put("shfl", Shuffle::decode);
    DECODERS.put("vote", WarpOperations::vote);
    DECODERS.put("match", WarpOperations::match);
    DECODERS.put("redux", WarpOperations::reduce);
    DECODERS.put("activemask", WarpOperations::activeMask);
    DECODERS.put("elect", WarpOperations::elect);
  }

  private WarpOperations() {}

  /** An operation for which lanes wait for the other lanes that they name. */
  abstract static class Exchange extends Operation {
    private final int members;

    /**
     * An operation.
     *
     * @param members the slot of the lanes named, or -1 where lanes do not wait
     */
    Exchange(InstructionClass kind, int members) {
      super(kind);
      this.members = members;
    }

    Exchange(int members) {
      this(InstructionClass.WARP, members);
    }

    @Override
    final void execute(Warp warp, int mask) {
      int together = members < 0 ? mask : warp.divergent.meet(this, mask, members);
      if (together != 0) {
        exchange(warp, together);
        if (together != mask) {
          warp.divergent.part(this);
        }
      }
    }

    /** Executes it for the lanes that have come together. */
    abstract void exchange(Warp warp, int mask);
  }

  /** Makes lanes wait for each other. */
  static Operation barrier(Decoding at) {
    at.take("sync");
    at.expectOperands(1);
    return new Exchange(InstructionClass.BARRIER, at.source(0, ScalarType.B32)) {
      @Override
      void exchange(Warp warp, int mask) {}
    };
  }

  private static void spread(Warp warp, int slot, int mask, long value) {
    long[] d = warp.r[slot];
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      d[Integer.numberOfTrailingZeros(rest)] = value;
    }
  }

  /** Each lane gets the votes of those that it names, its own only if it is one of them. */
  private static Operation vote(Decoding at) {
    boolean sync = at.take("sync");
    String mode = at.takeRequired("all", "any", "uni", "ballot");
    at.takeType();
    at.expectOperands(sync ? 3 : 2);
    int a = at.predicateSource(1);
    int members = sync ? at.source(2, ScalarType.B32) : -1;
    boolean ballot = mode.equals("ballot");
    Operand to = at.operand(0);
    int d = ballot ? at.destination(to, ScalarType.B32, false) : at.predicateDestination(to);
    return new Exchange(members) {
      @Override
      void exchange(Warp warp, int mask) {
        for (int rest = mask; rest != 0; ) {
          int named =
              members < 0 ? mask : (int) warp.r[members][Integer.numberOfTrailingZeros(rest)];
          int group = members < 0 ? mask : naming(warp, members, named, rest);
          int voters = named & mask;
          int votes = warp.predicate(a) & voters;
          rest &= ~group;
          boolean holds =
              switch (mode) {
                case "all" -> votes == voters;
                case "any" -> votes != 0;
                default -> votes == 0 || votes == voters;
              };
          if (ballot) {
            spread(warp, d, group, votes);
          } else {
            warp.setPredicate(d, group, holds ? -1 : 0);
          }
        }
      }
    };
  }

  /**
   * The lanes that take part with the first lane of a mask: those that name the same members.
   *
   * @param slot of the member mask, or -1 for all lanes that execute
   */
  private static int members(Warp warp, int slot, int rest, int mask) {
    if (slot < 0) {
      return mask;
    }
    int first = Integer.numberOfTrailingZeros(rest);
    int named = (int) warp.r[slot][first];
    // A lane that is not named by its own mask takes part alone.
    return (named >> first & 1) != 0
        ? (naming(warp, slot, named, rest) & named) | 1 << first
        : 1 << first;
  }

  /** The lanes of a mask that name certain members. */
  private static int naming(Warp warp, int slot, int named, int mask) {
    int group = 0;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      if ((int) warp.r[slot][lane] == named) {
        group |= 1 << lane;
      }
    }
    return group;
  }

  private static Operation match(Decoding at) {
    at.take("sync");
    boolean all = at.takeRequired("any", "all").equals("all");
    ScalarType type = at.takeType();
    at.expectOperands(3);
    int d = at.destination(at.result(), ScalarType.B32, false);
    int p = at.secondPredicate();
    int a = at.source(1, type);
    int members = at.source(2, ScalarType.B32);
    int shift = 64 - type.bits();
    return new Exchange(members) {
      @Override
      void exchange(Warp warp, int mask) {
        long[] out = warp.scratch;
        long[] values = warp.r[a];
        int agreed = 0;
        for (int rest = mask; rest != 0; ) {
          int group = members(warp, members, rest, mask);
          rest &= ~group;
          for (int lanes = group; lanes != 0; lanes &= lanes - 1) {
            int lane = Integer.numberOfTrailingZeros(lanes);
            int same = 0;
            for (int others = group; others != 0; others &= others - 1) {
              int other = Integer.numberOfTrailingZeros(others);
              same |= (values[lane] ^ values[other]) << shift == 0 ? 1 << other : 0;
            }
            agreed |= same == group ? 1 << lane : 0;
            out[lane] = all && same != group ? 0 : same;
          }
        }
        Lanes.blend(warp.r[d], out, mask);
        if (p >= 0) {
          warp.setPredicate(p, mask, agreed);
        }
      }
    };
  }

  private static Operation reduce(Decoding at) {
    at.take("sync");
    String operator = at.takeOneOf("add", "min", "max", "and", "or", "xor");
    ScalarType type = at.takeType();
    if (operator == null || !type.isInteger() || type.bits() != 32) {
      throw at.bad("this reduction is not supported");
    }
    at.expectOperands(3);
    LongBinaryOperator combine =
        switch (operator) {
          case "add" -> Long::sum;
          case "and" -> (x, y) -> x & y;
          case "or" -> (x, y) -> x | y;
          case "xor" -> (x, y) -> x ^ y;
          case "min" -> (x, y) -> Narrow.compare(type, x, y) <= 0 ? x : y;
          default -> (x, y) -> Narrow.compare(type, x, y) >= 0 ? x : y;
        };
    int d = at.destination(0, type);
    int a = at.source(1, type);
    int members = at.source(2, ScalarType.B32);
    return new Exchange(members) {
      @Override
      void exchange(Warp warp, int mask) {
        for (int rest = mask; rest != 0; ) {
          int group = members(warp, members, rest, mask);
          rest &= ~group;
          int first = Integer.numberOfTrailingZeros(group);
          long value = warp.r[a][first];
          for (int lanes = group & ~(1 << first); lanes != 0; lanes &= lanes - 1) {
            value = combine.applyAsLong(value, warp.r[a][Integer.numberOfTrailingZeros(lanes)]);
          }
          spread(warp, d, group, value);
        }
      }
    };
  }

  private static Operation activeMask(Decoding at) {
    at.takeType();
    at.expectOperands(1);
    int d = at.destination(0, ScalarType.B32);
    return new Exchange(-1) {
      @Override
      void exchange(Warp warp, int mask) {
        spread(warp, d, mask, mask);
      }
    };
  }

  private static Operation elect(Decoding at) {
    at.take("sync");
    at.expectOperands(2);
    int d = at.destination(at.result(), ScalarType.B32, false);
    int p = at.secondPredicate();
    int members = at.source(1, ScalarType.B32);
    return new Exchange(members) {
      @Override
      void exchange(Warp warp, int mask) {
        for (int rest = mask; rest != 0; ) {
          int group = members(warp, members, rest, mask);
          rest &= ~group;
          int leader = Integer.numberOfTrailingZeros(group);
          spread(warp, d, group, leader);
          if (p >= 0) {
            warp.setPredicate(p, group, 1 << leader);
          }
        }
      }
    };
  }
}
