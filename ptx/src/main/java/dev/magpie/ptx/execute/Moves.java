package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Moves between registers, and conversions of addresses. */
final class Moves {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  private static final InstructionClass KIND = InstructionClass.MOVE;
  private static final int LANES = Warp.LANES;

  static {
    DECODERS.put("mov", Moves::move);
    DECODERS.put("cvta", Moves::convertAddress);
    DECODERS.put("isspacep", Moves::isSpace);
  }

  private Moves() {}

  private static Operation move(Decoding at) {
    ScalarType type = at.takeType();
    at.expectOperands(2);
    Operand to = at.operand(0);
    Operand from = at.operand(1);
    if (type == ScalarType.PRED) {
      return PredicateOperation.move(at.predicateDestination(to), at.predicateSource(1));
    }
    if (type.bits() > 64) {
      throw at.bad("type ." + type + " is not supported here");
    }
    if (to instanceof Operand.Vector(List<Operand> elements)) {
      return unpack(at, type, elements);
    }
    if (from instanceof Operand.Vector(List<Operand> elements)) {
      return pack(at, type, elements);
    }
    if (from instanceof Operand.Special(String name)
        && (name.startsWith("%clock") || name.startsWith("%globaltimer"))) {
      int shift = name.endsWith("_hi") ? 32 : 0;
      return new LaneOperation(KIND, at.destination(0, type)) {
        @Override
        void compute(Warp warp, long[] out) {
          // Counts the instructions that the block's warps have executed.
          Arrays.fill(out, warp.clock() >>> shift);
        }
      };
    }
    return LaneOperation.of(at, KIND, Lanes.COPY, type, type);
  }

  private static ScalarType element(Decoding at, ScalarType type, int count) {
    int bits = count == 0 ? 0 : type.bits() / count;
    return switch (bits) {
      case 8 -> ScalarType.B8;
      case 16 -> ScalarType.B16;
      case 32 -> ScalarType.B32;
      default -> throw at.bad("%d elements do not make a .%s".formatted(count, type));
    };
  }

  private static Operation unpack(Decoding at, ScalarType type, List<Operand> elements) {
    ScalarType element = element(at, type, elements.size());
    int[] slots = new int[elements.size()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = at.destination(elements.get(i), element, false);
    }
    int a = at.source(1, type);
    return new Operation(KIND) {
      @Override
      void execute(Warp warp, int mask) {
        // A copy, for the source may be among the destinations.
        long[] from = warp.scratch;
        System.arraycopy(warp.r[a], 0, from, 0, LANES);
        for (int k = 0; k < slots.length; k++) {
          int shift = k * element.bits();
          for (int rest = mask; rest != 0; rest &= rest - 1) {
            int i = Integer.numberOfTrailingZeros(rest);
            warp.r[slots[k]][i] = Narrow.to(element, from[i] >>> shift);
          }
        }
      }

      @Override
      LaneStep laneStep() {
        return split(slots, a, element);
      }
    };
  }

  private static LaneStep split(int[] slots, int a, ScalarType element) {
    int bits = element.bits();
    long low = (1L << bits) - 1;
    List<LongUnaryOperator> parts = new ArrayList<>();
    for (int k = 0; k < slots.length; k++) {
      int shift = k * bits;
      parts.add(value -> value >>> shift & low);
    }
    return new LaneStep.Split(Arrays.stream(slots).boxed().toList(), a, parts);
  }

  private static Operation pack(Decoding at, ScalarType type, List<Operand> elements) {
    ScalarType element = element(at, type, elements.size());
    int[] slots = new int[elements.size()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = at.source(elements.get(i), element, false);
    }
    int d = at.destination(0, type);
    return new LaneOperation(KIND, d) {
      @Override
      void compute(Warp warp, long[] out) {
        for (int i = 0; i < LANES; i++) {
          long value = 0;
          for (int k = 0; k < slots.length; k++) {
            value |= Narrow.to(element, warp.r[slots[k]][i]) << (k * element.bits());
          }
          out[i] = value;
        }
      }

      @Override
      @Nullable LaneStep laneStep() {
        int bits = element.bits();
        long low = (1L << bits) - 1;
        return slots.length == 2
            ? new LaneStep.Binary(d, slots[0], slots[1], (a, b) -> (a & low) | (b & low) << bits)
            : null;
      }
    };
  }

  /** What the addresses of a space are added to, to make them generic. */
  static long window(StateSpace space) {
    return switch (space) {
      case SHARED -> AddressSpace.SHARED_WINDOW;
      case LOCAL -> AddressSpace.LOCAL_WINDOW;
      case PARAM -> AddressSpace.PARAM_WINDOW;
      default -> 0;
    };
  }

  private static StateSpace space(Decoding at) {
    StateSpace space = StateSpace.find(at.first());
    if (space == null) {
      throw at.bad("the space is missing or not supported");
    }
    at.takeFirst();
    // The parameters of functions lie in their frames.
    return space == StateSpace.PARAM && !at.function().function().isEntry()
        ? StateSpace.LOCAL
        : space;
  }

  private static Operation convertAddress(Decoding at) {
    boolean fromGeneric = at.take("to");
    StateSpace space = space(at);
    ScalarType type = at.takeType();
    if (type.bits() != 64) {
      throw at.bad("addresses have 64 bits");
    }
    if (at.operand(1) instanceof Operand.Place(var variable, _)) {
      space = at.function().spaceOf(variable);
    }
    long window = fromGeneric ? -window(space) : window(space);
    Lanes.Unary loop =
        window == 0
            ? Lanes.COPY
            : new Lanes.Unary(
                (d, a) -> {
                  for (int i = 0; i < LANES; i++) {
                    d[i] = a[i] + window;
                  }
                },
                a -> a + window);
    return LaneOperation.of(at, KIND, loop, type, type);
  }

  private static Operation isSpace(Decoding at) {
    StateSpace space = space(at);
    at.expectOperands(2);
    int a = at.source(1, ScalarType.U64);
    int p = at.predicateDestination(at.operand(0));
    return new Operation(InstructionClass.COMPARE) {
      @Override
      void execute(Warp warp, int mask) {
        int lanes = 0;
        for (int i = 0; i < LANES; i++) {
          lanes |= isIn(warp, space, warp.r[a][i]) ? 1 << i : 0;
        }
        warp.setPredicate(p, mask, lanes);
      }
    };
  }

  private static boolean isIn(Warp warp, StateSpace space, long address) {
    long window = window(space);
    if (window != 0) {
      return address >>> 32 == window >>> 32;
    }
    if (address < AddressSpace.HEAP) {
      return false;
    }
    Region region = warp.block().launch().global().find(address);
    boolean constant = region != null && region.readOnly();
    return constant == (space == StateSpace.CONST);
  }
}
