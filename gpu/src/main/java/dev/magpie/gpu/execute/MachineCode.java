package dev.magpie.gpu.execute;

import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.ptx.execute.FunctionCode;
import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.ir.Instruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * What a compiler to machine code makes of a function's instructions: which become part of others,
 * which take several, which loads are one, what memory they touch, and how often a loop is
 * unrolled.
 */
final class MachineCode {
  private static final Set<String> ORDERED =
      Set.of("volatile", "relaxed", "acquire", "release", "acq_rel", "sc", "mmio");

  private static final Set<String> TEXTURES = Set.of("tex", "tld4");
  private static final Set<String> SURFACES = Set.of("suld", "sust");

  private MachineCode() {}

  /** A form for each operation of a function. */
  static List<MachineForm> of(FunctionCode function) {
    List<Operation> code = function.operations();
    int[] instructions = new Folding(code).instructions();
    JoinedLoads.parts(function).stream().forEach(part -> instructions[part] = 0);
    int[] iterations = new Loops(function, instructions).iterations();
    List<MachineForm> forms = new ArrayList<>();
    for (int i = 0; i < instructions.length; i++) {
      Operation operation = code.get(i);
      int spaces = isOrderFree(operation) ? 0 : spaces(operation.source());
      boolean reads = operation.kind() != InstructionClass.STORE || isOrdered(operation);
      boolean writes = operation.kind() != InstructionClass.LOAD || isOrdered(operation);
      forms.add(
          new MachineForm(instructions[i], iterations[i], reads ? spaces : 0, writes ? spaces : 0));
    }
    return forms;
  }

  /** Where branches go. */
  static BitSet targets(List<Operation> code) {
    BitSet targets = new BitSet();
    for (Operation operation : code) {
      for (int target : operation.targets()) {
        targets.set(target);
      }
    }
    return targets;
  }

  /** Whether a compiler moves nothing past it. */
  static boolean staysInPlace(Operation operation) {
    return switch (operation.kind()) {
      case BRANCH, CALL, BARRIER, FENCE, ATOMIC -> true;
      default -> false;
    };
  }

  /** Whether it accesses no memory, or what nobody writes. */
  private static boolean isOrderFree(Operation operation) {
    Instruction source = operation.source();
    return switch (operation.kind()) {
      case LOAD ->
          source.has("nc")
              || source.has("const")
              || source.has("param")
              || TEXTURES.contains(source.opcode());
      case STORE -> source.has("param");
      case ATOMIC -> false;
      default -> true;
    };
  }

  static boolean isOrdered(Operation operation) {
    return operation.kind() == InstructionClass.ATOMIC
        || operation.source().modifiers().stream().anyMatch(ORDERED::contains);
  }

  static int spaces(Instruction source) {
    if (source.has("global") || SURFACES.contains(source.opcode())) {
      return MachineForm.GLOBAL;
    }
    if (source.modifiers().stream().anyMatch(each -> each.startsWith("shared"))) {
      return MachineForm.SHARED;
    }
    return source.has("local") ? MachineForm.LOCAL : MachineForm.ALL;
  }
}
