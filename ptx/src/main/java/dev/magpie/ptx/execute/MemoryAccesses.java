package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Loads and stores. */
final class MemoryAccesses {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  /** Orders and scopes, which matter little where one instruction executes after the other. */
  private static final Set<String> ORDERS =
      Set.of(
          "weak",
          "volatile",
          "relaxed",
          "acquire",
          "release",
          "acq_rel",
          "sc",
          "mmio",
          "cta",
          "cluster",
          "gpu",
          "sys");

  private static final Set<String> CACHES =
      Set.of("ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "unified");

  static {
    DECODERS.put("ld", MemoryAccesses::load);
    DECODERS.put("ldu", MemoryAccesses::load);
    DECODERS.put("st", MemoryAccesses::store);
    for (String opcode :
        List.of("prefetch", "prefetchu", "applypriority", "createpolicy", "discard")) {
      DECODERS.put(opcode, MemoryAccesses::hint);
    }
    DECODERS.put("cp", AsynchronousCopy::decode);
  }

  private MemoryAccesses() {}

  /** Drops what says only how an access is ordered and cached. */
  static void dropHints(Decoding at) {
    at.drop(modifier ->
        ORDERS.contains(modifier)
            || CACHES.contains(modifier)
            || modifier.startsWith("L1::")
            || modifier.startsWith("L2::"));
  }

  static StateSpace takeSpace(Decoding at) {
    for (String modifier : at.instruction().modifiers()) {
      StateSpace space = StateSpace.find(modifier);
      if (space != null) {
        at.take(modifier);
        return space;
      }
    }
    return StateSpace.GENERIC;
  }

  static MemoryOperation.Address address(Decoding at, StateSpace named, Operand operand) {
    if (!(operand instanceof Operand.Memory(Operand base, long offset))) {
      throw at.bad("%s is not an address".formatted(operand));
    }
    return switch (base) {
      // A variable's own address, whatever the instruction calls its space.
      case Operand.Place place ->
          new MemoryOperation.Address(
              at.function().spaceOf(place.variable()),
              at.source(place, ScalarType.B64, true),
              false,
              offset,
              place.variable().space());
      case Operand.Reg reg -> inRegister(at, named, reg, offset);
      case Operand.Whole whole ->
          new MemoryOperation.Address(
              named, at.source(whole, ScalarType.B64, true), false, offset, named);
      default -> throw at.bad("%s is not an address".formatted(operand));
    };
  }

  private static MemoryOperation.Address inRegister(
      Decoding at, StateSpace named, Operand.Reg base, long offset) {
    int bits = base.register().type().bits();
    if (bits != 64 && bits != 32) {
      throw at.bad("register %s cannot hold an address".formatted(base));
    }
    boolean inFrame = named == StateSpace.PARAM && !at.function().function().isEntry();
    return new MemoryOperation.Address(
        inFrame ? StateSpace.LOCAL : named,
        at.source(base, bits == 32 ? ScalarType.B32 : ScalarType.B64, false),
        bits == 32,
        offset,
        named);
  }

  private static int takeElements(Decoding at) {
    String vector = at.takeOneOf("v2", "v4", "v8");
    return vector == null ? 1 : vector.charAt(1) - '0';
  }

  static List<Operand> elements(Decoding at, Operand operand, int count) {
    List<Operand> elements =
        operand instanceof Operand.Vector(List<Operand> many) ? many : List.of(operand);
    if (elements.size() != count) {
      throw at.bad("%d elements are expected, not %d".formatted(count, elements.size()));
    }
    return elements;
  }

  private static ScalarType takeElementType(Decoding at) {
    ScalarType type = at.takeType();
    if (type.bits() > 64 || type == ScalarType.PRED) {
      throw at.bad("type ." + type + " is not supported here");
    }
    return type;
  }

  private static Operation load(Decoding at) {
    dropHints(at);
    StateSpace named = takeSpace(at);
    int count = takeElements(at);
    ScalarType type = takeElementType(at);
    at.expectOperands(2, 3);
    int[] slots = new int[count];
    boolean widens = false;
    List<Operand> elements = elements(at, at.operand(0), count);
    for (int i = 0; i < count; i++) {
      slots[i] = at.wideDestination(elements.get(i), type);
      widens |= elements.get(i) instanceof Operand.Reg(Register r) && r.type().bits() > type.bits();
    }
    int bytes = type.bytes();
    boolean signed = type.isSigned();
    boolean zeroExtends = widens && !signed && bytes == 4;
    return new MemoryOperation(
        address(at, named, at.operand(1)), MemoryObserver.Access.LOAD, count * bytes) {
      @Override
      void access(Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets) {
        for (int i = 0; i < slots.length; i++) {
          long[] d = warp.r[slots[i]];
          LaneMemory.load(memory, offsets, (long) i * bytes, bytes, signed, mask, d);
          if (zeroExtends) {
            LaneMemory.zeroExtend(d, mask);
          }
        }
      }

      @Override
      LaneStep laneStep() {
        boolean zero = zeroExtends || (!signed && bytes < 4);
        return new LaneStep.Load(
            place(), list(slots), bytes, zero ? LaneStep.Extension.ZERO : LaneStep.Extension.SIGN);
      }
    };
  }

  private static Operation store(Decoding at) {
    dropHints(at);
    StateSpace named = takeSpace(at);
    int count = takeElements(at);
    ScalarType type = takeElementType(at);
    at.expectOperands(2, 3);
    int[] slots = new int[count];
    List<Operand> elements = elements(at, at.operand(1), count);
    for (int i = 0; i < count; i++) {
      slots[i] = at.wideSource(elements.get(i), type);
    }
    int bytes = type.bytes();
    return new MemoryOperation(
        address(at, named, at.operand(0)), MemoryObserver.Access.STORE, count * bytes) {
      @Override
      void access(Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets) {
        for (int i = 0; i < slots.length; i++) {
          LaneMemory.store(memory, offsets, (long) i * bytes, bytes, mask, warp.r[slots[i]]);
        }
      }

      @Override
      LaneStep laneStep() {
        return new LaneStep.Store(place(), list(slots), bytes);
      }
    };
  }

  private static List<Integer> list(int[] slots) {
    return Arrays.stream(slots).boxed().toList();
  }

  /** What only makes a later access faster. */
  private static Operation hint(Decoding at) {
    at.drop(_ -> true);
    return new ControlOperation.Nothing(InstructionClass.FENCE);
  }
}
