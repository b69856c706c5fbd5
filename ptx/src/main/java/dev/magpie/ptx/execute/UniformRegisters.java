package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.StateSpace;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the registers that have the same value in all lanes that read them: those that one
 * instruction alone writes, from constants, parameters and what is the same for a block.
 */
final class UniformRegisters {
  private final FrameSlots slots;
  private final BitSet writtenOnce = new BitSet();
  private final BitSet found = new BitSet();

  private UniformRegisters(FunctionCode program) {
    slots = new FrameSlots(program, found);
    BitSet writtenMore = new BitSet();
    for (Operation operation : program.code) {
      for (int slot : operation.writes()) {
        (writtenOnce.get(slot) ? writtenMore : writtenOnce).set(slot);
      }
    }
    writtenOnce.andNot(writtenMore);
    for (int slot : program.zeroed) {
      writtenOnce.clear(slot);
    }
    for (int i = 0; i < program.parameterPlaces.length; i++) {
      if (program.function().parameters().get(i) instanceof Function.Parameter.InRegister) {
        writtenOnce.clear(program.parameterPlaces[i]);
      }
    }
  }

  static BitSet of(FunctionCode program) {
    UniformRegisters search = new UniformRegisters(program);
    int before = -1;
    while (search.found.cardinality() != before) {
      before = search.found.cardinality();
      for (Operation operation : program.code) {
        LaneStep step = operation.guard < 0 ? operation.laneStep() : null;
        if (step != null) {
          search.look(step);
        }
      }
    }
    return search.found;
  }

  private void look(LaneStep step) {
    switch (step) {
      case LaneStep.Copy(int d, int a) -> add(List.of(d), a);
      case LaneStep.Unary(int d, int a, _) -> add(List.of(d), a);
      case LaneStep.Binary(int d, int a, int b, _) -> add(List.of(d), a, b);
      case LaneStep.Ternary(int d, int a, int b, int c, _) -> add(List.of(d), a, b, c);
      case LaneStep.Split(List<Integer> d, int a, _) -> add(d, a);
      case LaneStep.Load load -> {
        StateSpace space = load.place().space();
        // What no kernel can write.
        if (space == StateSpace.PARAM || space == StateSpace.CONST) {
          add(load.d(), load.place().base());
        }
      }
      default -> {}
    }
  }

  private void add(List<Integer> results, int... sources) {
    for (int slot : sources) {
      if (!slots.isConstant(slot) && !slots.isUniform(slot)) {
        return;
      }
    }
    if (results.stream().allMatch(writtenOnce::get)) {
      results.forEach(found::set);
    }
  }
}
