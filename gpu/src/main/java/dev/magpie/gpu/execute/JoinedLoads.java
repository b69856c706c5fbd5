package dev.magpie.gpu.execute;

import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which loads of neighbouring words of shared memory become one load of 8 or 16 bytes: those of a
 * stretch without branches, barriers and stores to it, whose addresses are one register and
 * constants, where the sum is aligned whatever the arguments are. Of pointers to global memory a
 * compiler knows no alignment.
 */
final class JoinedLoads {
  /** Of the widest load. */
  static final int MOST_BYTES = 16;

  private static final int[] WIDTHS = {MOST_BYTES, MOST_BYTES / 2};

  /** What the addresses of a load have in common, with the number of times it was written to. */
  private record Base(Operand of, int version, int bytes) {}

  private final List<Operation> code;
  private final Alignments alignments;
  private final BitSet parts = new BitSet();

  /** Of the stretch: the first load of each offset. */
  private final Map<Base, SortedMap<Long, Integer>> open = new LinkedHashMap<>();

  private final Map<Operand, Integer> versions = new LinkedHashMap<>();

  private JoinedLoads(List<Operation> code) {
    this.code = code;
    alignments = new Alignments(code);
  }

  /** Those that are part of another load, the nearest before them that is none. */
  static BitSet parts(List<Operation> code) {
    if (code.stream().filter(JoinedLoads::isCandidate).count() < 2) {
      return new BitSet();
    }
    JoinedLoads joined = new JoinedLoads(code);
    joined.find();
    return joined.parts;
  }

  private void find() {
    boolean[] targets = new boolean[code.size()];
    for (Operation each : code) {
      for (int target : each.targets()) {
        targets[target] = true;
      }
    }
    for (int i = 0; i < code.size(); i++) {
      Operation each = code.get(i);
      if (targets[i] || endsStretch(each)) {
        join();
      }
      if (isCandidate(each)) {
        add(i, each.source());
      }
      if (each.writes().length > 0) {
        count(each.source().operands().getFirst());
      }
    }
    join();
  }

  private void count(Operand written) {
    if (written instanceof Operand.Vector(List<Operand> elements)) {
      elements.forEach(this::count);
    } else {
      versions.merge(written, 1, Integer::sum);
    }
  }

  private static boolean endsStretch(Operation operation) {
    return switch (operation.kind()) {
      case BRANCH, CALL, BARRIER, FENCE, ATOMIC -> true;
      case STORE -> (MachineCode.spaces(operation.source()) & MachineForm.SHARED) != 0;
      default -> false;
    };
  }

  private static boolean isCandidate(Operation operation) {
    Instruction source = operation.source();
    return operation.kind() == InstructionClass.LOAD
        && source.opcode().equals("ld")
        && source.guard() == null
        && MachineCode.spaces(source) == MachineForm.SHARED
        && !MachineCode.isOrdered(operation)
        && source.operands().getFirst() instanceof Operand.Reg
        && source.operands().get(1) instanceof Operand.Memory(Operand base, _)
        && base instanceof Operand.Reg;
  }

  private void add(int index, Instruction source) {
    if (source.operands().get(1) instanceof Operand.Memory(Operand base, long offset)) {
      int bytes = Integer.parseInt(source.modifiers().getLast().substring(1)) / Byte.SIZE;
      open.computeIfAbsent(
              new Base(base, versions.getOrDefault(base, 0), bytes), _ -> new TreeMap<>())
          .putIfAbsent(offset, index);
    }
  }

  /** The stretch is over. */
  private void join() {
    open.forEach((base, loads) -> {
      for (int width : WIDTHS) {
        join(base, loads, width);
      }
    });
    open.clear();
  }

  private void join(Base base, SortedMap<Long, Integer> loads, int width) {
    int zeros = Integer.numberOfTrailingZeros(width);
    if (base.bytes >= width || alignments.of(base.of) < zeros) {
      return;
    }
    for (long offset : List.copyOf(loads.keySet())) {
      if (offset % width == 0) {
        SortedMap<Long, Integer> group = loads.subMap(offset, offset + width);
        // A part takes the nearest load before it for the whole, so they have to be in order.
        if (group.size() == width / base.bytes && isAscending(group.values())) {
          group.values().stream().skip(1).forEach(parts::set);
          group.clear();
        }
      }
    }
  }

  private static boolean isAscending(Collection<Integer> numbers) {
    int last = -1;
    for (int each : numbers) {
      if (each < last) {
        return false;
      }
      last = each;
    }
    return true;
  }
}
