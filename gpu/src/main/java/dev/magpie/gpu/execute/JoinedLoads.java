package dev.magpie.gpu.execute;

import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.ptx.execute.FunctionCode;
import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which loads of neighbouring words of shared memory become one load of 8 or 16 bytes: those of a
 * stretch without branches, barriers and stores to it, whose addresses are one register and
 * constants that grow, where the sum is aligned whatever the arguments are. Of pointers to global
 * memory a compiler knows no alignment.
 */
final class JoinedLoads {
  private static final int[] WIDTHS = {Alignments.WIDEST_LOAD, Alignments.WIDEST_LOAD / 2};

  /** What the addresses of a load have in common, with the number of times it was written to. */
  private record Base(Register of, int version, int bytes) {}

  private final List<Operation> code;
  private final Alignments alignments;
  private final BitSet parts = new BitSet();

  /** Of the stretch: the first load of each offset. */
  private final Map<Base, SortedMap<Long, Integer>> open = new LinkedHashMap<>();

  private final Map<Register, Integer> versions = new LinkedHashMap<>();

  private JoinedLoads(FunctionCode function) {
    code = function.operations();
    alignments = new Alignments(function);
  }

  /** Those that are part of another load, which comes before them. */
  static BitSet parts(FunctionCode function) {
    if (function.operations().stream().filter(JoinedLoads::isCandidate).count() < 2) {
      return new BitSet();
    }
    JoinedLoads joined = new JoinedLoads(function);
    joined.find();
    return joined.parts;
  }

  private void find() {
    BitSet targets = MachineCode.targets(code);
    for (int i = 0; i < code.size(); i++) {
      Operation each = code.get(i);
      if (targets.get(i) || endsStretch(each)) {
        join();
      }
      if (isCandidate(each)) {
        add(i, each.source());
      }
      Destinations.of(each).forEach(register -> versions.merge(register, 1, Integer::sum));
    }
    join();
  }

  private static boolean endsStretch(Operation operation) {
    return MachineCode.staysInPlace(operation)
        || (operation.kind() == InstructionClass.STORE
            && (MachineCode.spaces(operation.source()) & MachineForm.SHARED) != 0);
  }

  private static boolean isCandidate(Operation operation) {
    Instruction source = operation.source();
    return operation.kind() == InstructionClass.LOAD
        && source.opcode().equals("ld")
        && source.guard() == null
        && MachineCode.spaces(source) == MachineForm.SHARED
        && !MachineCode.isOrdered(operation)
        && source.operands().getFirst() instanceof Operand.Reg
        && source.operands().get(1) instanceof Operand.Memory(Operand.Reg _, _);
  }

  private void add(int index, Instruction source) {
    if (source.operands().get(1)
        instanceof Operand.Memory(Operand.Reg(Register register), long offset)) {
      source.modifiers().stream()
          .map(ScalarType::find)
          .filter(Objects::nonNull)
          .findFirst()
          .map(type -> new Base(register, versions.getOrDefault(register, 0), type.bytes()))
          .ifPresent(
              base -> open.computeIfAbsent(base, _ -> new TreeMap<>()).putIfAbsent(offset, index));
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
    if (base.bytes >= width || alignments.of(new Operand.Reg(base.of)) < zeros) {
      return;
    }
    for (long offset : List.copyOf(loads.keySet())) {
      if (offset % width == 0) {
        SortedMap<Long, Integer> group = loads.subMap(offset, offset + width);
        List<Integer> members = List.copyOf(group.values());
        if (members.size() == width / base.bytes
            && members.equals(members.stream().sorted().toList())
            && keepsWhatItLoads(members.getFirst(), members.getLast())) {
          members.stream().skip(1).forEach(parts::set);
          group.clear();
        }
      }
    }
  }

  /** Whether no register that a load brings is written again between two instructions. */
  private boolean keepsWhatItLoads(int from, int to) {
    Set<Register> loaded = new HashSet<>();
    for (Operation each : code.subList(from, to + 1)) {
      List<Register> written = Destinations.of(each);
      if (written.stream().anyMatch(loaded::contains)) {
        return false;
      }
      if (isCandidate(each)) {
        loaded.addAll(written);
      }
    }
    return true;
  }
}
